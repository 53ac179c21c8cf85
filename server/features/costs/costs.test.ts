// Entered costs and the margins that follow, in the small shop: sums that a reader can add up.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CostRow, MarginRow, SavedCosts } from '#contract/costs.ts'
import { DIMENSION_KEYS } from '#contract/questions/dimensions.ts'
import { PLAIN_QUESTION, type Question } from '#contract/questions/question.ts'
import { answer } from '#server/figures/answer.ts'
import type { Window } from '#server/figures/windows.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { apiTokenOf, type TestApp, testApp, type Who } from '#test/app.ts'
import { describeEngines } from '#test/engines.ts'
import { openSmallShop } from '../../../fixtures/open-small-shop.ts'
import { smallShop } from '../../../fixtures/small-shop.ts'

const COSTS = '/api/products/costs'
const MARGINS = '/api/products/margins?start_date=2026-05'
/** Bought five times, and returned once, on 10 May. */
const RETURNED = 'Caramelo discontinuado'
const MAY = 'from=2026-05-01&to=2026-05-31'

describeEngines('costs', (engine) => {
  let store: Store
  let app: TestApp
  beforeAll(async () => {
    store = await openSmallShop(engine)
    app = await testApp(store, { now: () => new Date('2026-06-10T15:00:00Z') })
  })
  afterAll(() => app.close())

  const ask = async <T>(path: string, who: Who = 'admin') => {
    const response = await app.get(path, who)
    expect(response.statusCode, response.body).toBe(200)
    return response.json().data as T
  }
  const save = (rows: object[], more: object = {}, who: Who = 'superAdmin') =>
    app.post(COSTS, { rows, ...more }, who)
  const alfajor = async () => (await ask<MarginRow[]>(MARGINS)).find(({ key }) => key === '11')

  test('are unknown before anybody entered one: no margin is guessed', async () => {
    expect(await alfajor()).toEqual({
      ...{ key: '11', label: 'Alfajor', net_sale: 235.5, cost: null, margin: null, margin_rate: null },
      ...{ prev_margin_rate: null, cost_coverage: 0 },
    })
    const missing = await ask<CostRow[]>(`${COSTS}?missing=1`)
    expect(missing.map(({ sku, source, segment, business }) => [sku, source, segment, business])).toEqual([
      ['ALF', '', 'Alfajores', 'Golosinas'],
      ['HAR', '', 'sin segmento', 'Harinas'],
      ['TAB', '', 'Tabletas', 'Chocolates'],
    ])
  })

  test('while nobody tells any, have the answers that lines give, by every dimension', async () => {
    const measures = ['net_sale', 'cost', 'margin', 'margin_rate', 'cost_coverage'] as const
    const april = { from: '2026-04-01', to: '2026-04-30', until: null }
    const may = { from: '2026-05-01', to: '2026-05-31', until: null }
    const isFirst = { dimension: 'distributor', isExcluded: false, values: ['101'] } as const
    const asked: readonly (readonly [Partial<Question>, current: Window, compared: Window | null])[] = [
      [{}, may, april],
      [{ grain: 'day' }, may, null],
      [{ grain: 'month', limit: 1 }, may, april],
      [{ by: ['product'], where: [isFirst] }, { from: '2026-05-02', to: '2026-05-20', until: null }, null],
      ...DIMENSION_KEYS.map((dimension) => [{ by: [dimension] }, may, april] as const),
    ]
    for (const [split, current, compared] of asked) {
      const compare = compared === null ? 'none' : 'previous'
      const question = { ...PLAIN_QUESTION, measures, ...split, period: current, compare } as const
      const reading = { store, scope: null, windows: { current, compared } }
      const found = await answer(question, reading)
      expect(found, JSON.stringify(split)).toEqual(await answer(question, { ...reading, onlyRows: true }))
    }
  })

  test('while nobody tells any, are asked of no line', async () => {
    const statements: string[] = []
    const reads: Store['all'] = (query) => {
      statements.push(query.texts.join(''))
      return store.all(query)
    }
    const period = { from: '2026-05-01', to: '2026-05-31' }
    const question: Question = { ...PLAIN_QUESTION, measures: ['margin'], by: ['distributor'], period }
    const windows = { current: { ...period, until: null }, compared: null }
    await answer(question, { store: { ...store, all: reads }, scope: null, windows })
    expect(statements.length).toBeGreaterThan(0)
    expect(statements.filter((text) => /join order_lines/.test(text))).toEqual([])
  })

  test('a trial writes nothing, and finds products by SKU, id and name', async () => {
    const since = '2026-05-03'
    const rows = [
      { product: 'ALF', since, cost: 10 },
      { product: '12', since, cost: 0 },
      { product: 'harina 000', since, cost: 1.2345 },
    ]
    const { data } = (await save(rows, { dry_run: true })).json() as { data: SavedCosts }
    expect(data.rows.map(({ key, before, cost }) => [key, before, cost])).toEqual([
      ['11', null, 10],
      ['12', null, 0],
      ['13', null, 1.2345],
    ])
    expect(data.changed).toBe(3)
    expect((await alfajor())?.cost).toBeNull()
  })

  test('count from their day until the next one, beside the share that they cover', async () => {
    const saved = await save([
      { product: 'ALF', since: '2026-05-03', cost: 10 },
      { product: 'ALF', since: '2026-05-10', cost: 12.5 },
    ])
    expect(saved.json().data.changed).toBe(2)
    // 4 May: 3 × 10; 11 May: 2 × 12.50; 2 May has none. Net of both: 81 + 54.
    expect(await alfajor()).toMatchObject({
      ...{ net_sale: 235.5, cost: 55, margin: 80, margin_rate: 59.26, cost_coverage: 57.32 },
    })
    const totals = (
      await app.get(`/api/questions/answer?measures=cost,margin,cost_coverage&${MAY}`, 'admin')
    ).json()
    expect(totals.data).toEqual([{ cost: 55, margin: 80, cost_coverage: 35.21 }])
    const [row] = await ask<CostRow[]>(`${COSTS}?sku=ALF`)
    expect(row).toMatchObject({ unit_cost: 12.5, since: '2026-05-10', source: 'entered' })
    expect(await ask(`${COSTS}/entered?key=11`)).toEqual([
      { since: '2026-05-10', cost: 12.5 },
      { since: '2026-05-03', cost: 10 },
    ])
  })

  test('margins of a benefit are after its discount', async () => {
    const { rows } = await ask<{ rows: { key: string; margin: number | null }[] }>(
      '/api/benefits/performance?start_date=2026-05',
    )
    // Order 12: 81.00 of alfajores after the discount, which cost 30.
    expect(rows.find(({ key }) => key === 'CORPORATIVOS')).toMatchObject({
      ...{ margin: 51, margin_rate: 62.96, cost_coverage: 75 },
    })
  })

  test('a change of the margin is told by its factors, which add up', async () => {
    await save([{ product: 'ALF', since: '2026-04-01', cost: 20 }])
    const { margin, factors } = await ask<{ margin: object; factors: { key: string; difference: number }[] }>(
      `/api/questions/explain?measure=margin&compare=previous&${MAY}`,
    ).then((data) => ({ ...data, margin: data }))
    // April: 50 − 20. May: 235.50 − 2 × 20 − 30 − 25.
    expect(margin).toMatchObject({ before: 30, after: 140.5, difference: 110.5 })
    const part = (key: string) => factors.find((one) => one.key === key)?.difference ?? 0
    expect(factors.reduce((sum, { difference }) => sum + difference, 0)).toBeCloseTo(110.5, 2)
    // A unit costs 95 / 7 in May; four units on average.
    expect(part('cost')).toBeCloseTo(4 * (20 - 95 / 7), 1)
    await save([{ product: 'ALF', since: '2026-04-01', cost: null }])
  })

  test('what came back of a line costs nothing', async () => {
    const orders = smallShop.orders.map((facts) => ({
      ...facts,
      lines: facts.lines.map((line) => ({ ...line, cost: line.name === RETURNED ? '81.01' : line.cost })),
    }))
    const other = await testApp(await openSmallShop(engine, { ...smallShop, orders }))
    const answer = await other.get(`/api/questions/answer?measures=cost&${MAY}`, 'admin')
    // Four of five stay: 64.808.
    expect(answer.json().data).toEqual([{ cost: 64.81 }])
    await other.close()
  })

  test('are told to those with view:costs alone', async () => {
    const { token } = await apiTokenOf(app, await app.tokenOf('superAdmin'), [
      'view:benefits',
      'view:scorecard',
      'export',
    ])
    const get = (url: string) => app.get({ url, headers: { authorization: `Bearer ${token}` } })
    for (const path of [
      MARGINS,
      COSTS,
      `${COSTS}/entered?key=11`,
      `/api/questions/answer?measures=margin&${MAY}`,
    ])
      expect((await get(path)).statusCode, path).toBe(403)
    const { rows } = (await get('/api/benefits/performance?start_date=2026-05')).json().data as {
      rows: object[]
    }
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows)
      expect(row).toMatchObject({ margin: null, margin_rate: null, cost_coverage: null })
    const file = await get('/api/benefits/performance?start_date=2026-05&export=1')
    expect(file.body).not.toContain('argen')
    const refused = await save([{ product: 'ALF', since: '2026-05-01', cost: 1 }], {}, 'admin')
    expect(refused.statusCode).toBe(403)
  })

  test('a key is that product, whatever SKU another one has', async () => {
    const [alfajorKey, since] = ['11', '2026-06-01']
    await app.store.run(sql`update products set sku = ${alfajorKey} where product_id = 12`)
    const { data } = (
      await save(
        [
          { key: alfajorKey, since, cost: 1 },
          { product: alfajorKey, since, cost: 2 },
        ],
        { dry_run: true },
      )
    ).json() as { data: SavedCosts }
    expect(data.rows.map(({ product_name, cost }) => [product_name, cost])).toEqual([
      ['Alfajor', 1],
      ['Tableta', 2],
    ])
    expect((await save([{ key: '999', since, cost: 1 }])).json().errors).toMatchObject([
      { path: 'rows.0.key' },
    ])
    expect((await save([{ since, cost: 1 }])).statusCode).toBe(400)
    await app.store.run(sql`update products set sku = 'TAB' where product_id = 12`)
  })

  test('every wrong row is named, and nothing is written', async () => {
    const since = '2026-05-20'
    const refused = await save([
      { product: 'ALF', since, cost: 1 },
      { product: 'no hay', since, cost: 1 },
      { product: '11', since, cost: 2 },
    ])
    expect([refused.statusCode, refused.json().errors.map(({ path }: { path: string }) => path)]).toEqual([
      400,
      ['rows.1.product', 'rows.2.product'],
    ])
    for (const wrong of [{ cost: -1 }, { cost: 0.00001 }, { since: '2026-02-30' }])
      expect((await save([{ product: 'ALF', since, cost: 1, ...wrong }])).statusCode).toBe(400)
    expect(await ask<object[]>(`${COSTS}/entered?key=11`)).toHaveLength(2)
  })

  test('are removed by day, and the audit says what changed', async () => {
    await save([
      { product: '11', since: '2026-05-10', cost: null },
      { product: '11', since: '2026-05-03', cost: null },
    ])
    expect((await alfajor())?.margin).toBeNull()
    const trail = (await app.get('/api/config/audit', 'superAdmin')).json().data as { action: string }[]
    expect(trail.filter(({ action }) => action === 'costs.set')).toHaveLength(4)
  })

  test('are written in files as they were entered, to the ten-thousandth', async () => {
    for (const [cost, written] of [
      [3.3333, '3,3333'],
      [1.125, '1,1250'],
      [12.5, '12,50'],
    ] as const) {
      await save([{ product: 'ALF', since: '2026-05-10', cost }])
      const [row] = await ask<CostRow[]>(`${COSTS}?sku=ALF`)
      const { body } = await app.get(`${COSTS}?sku=ALF&export=1`, 'superAdmin')
      expect([row?.unit_cost, body.split('\r\n')[1]?.split(';')[1]]).toEqual([cost, written])
    }
  })
})
