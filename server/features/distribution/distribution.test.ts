// Distribution against a plain model of random shops, on both engines.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { distributionCalls } from '#contract/distribution.ts'
import type { RowOf } from '#contract/endpoint.ts'
import type { DistributionBy } from '#contract/lists/distribution.ts'
import type { OrderFacts } from '#server/domain/facts.ts'
import { SCOPE, type TestApp, testApp, type Who } from '#test/app.ts'
import { describeEngines } from '#test/engines.ts'
import { everyNth } from '#test/nightly.ts'
import { NOW, PRODUCTS, randomNumbers, randomOrder } from '#test/questions-shop.ts'
import { openSmallShop } from '../../../fixtures/open-small-shop.ts'

type Row = RowOf<typeof distributionCalls.distribution>
type Seller = RowOf<typeof distributionCalls.distributionSellers>
type Moved = RowOf<typeof distributionCalls.distributionMoves>

const [MONTH, BEFORE, RUNNING] = ['2026-04', '2026-03', '2026-05']
const random = randomNumbers(5)
const orders = Array.from({ length: 260 }, (_, index) => randomOrder(random, 1000 + index))

interface Sold {
  readonly month: string
  readonly dist_id: string
  readonly names: Readonly<Record<DistributionBy, string>>
  readonly units: number
  readonly cents: number
}

const WEIGHED_BY = { product: 'segment', segment: 'business', business: null } as const
const BY = ['product', 'segment', 'business'] as const

const classOf = (product_id: number) => {
  const product = PRODUCTS.find((each) => each.product_id === product_id)
  return { business: product?.business || 'sin negocio', segment: product?.segment || 'sin segmento' }
}

/** The shop as a caller sees it: which distributors were active when, and what each sold. */
function modelOf(scope: readonly string[] | null, province: string | undefined) {
  const seen = orders.filter(
    ({ order }) =>
      order.counted &&
      order.status === 'wc-completed' &&
      order.dist_id !== '0' &&
      (scope?.includes(order.dist_id) ?? true) &&
      (province === undefined || order.province === province),
  )
  const active = (month: string) =>
    new Set(seen.flatMap(({ order }) => (order.month === month ? order.dist_id : [])))
  const sold = seen.flatMap(({ order: { month, dist_id }, lines }) =>
    lines.map((line): Sold => {
      const product =
        line.product_id === 0
          ? `name:${line.name}`
          : `${line.product_id}${line.variation_id === 0 ? '' : `.${line.variation_id}`}`
      return {
        ...{
          month,
          dist_id,
          units: line.quantity - line.refunded_units,
          cents: Math.round(Number(line.net) * 100),
        },
        names: { product, ...classOf(line.product_id) },
      }
    }),
  )
  return { active, sold }
}

type Model = ReturnType<typeof modelOf>

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const percent = (part: number, of: number) =>
  of === 0 ? null : Math.round((10_000 * part) / of + 1e-7) / 100

function sellersIn({ sold }: Model, by: DistributionBy, key: string, month: string): Set<string> {
  const own = sold.filter((line) => line.names[by] === key && line.month === month)
  const ids = new Set(own.map(({ dist_id }) => dist_id))
  return new Set(
    [...ids].filter((id) => sum(own.filter((line) => line.dist_id === id).map(({ units }) => units)) > 1e-9),
  )
}

/** What was sold of the classes by which distributors count. */
function weightsIn({ sold }: Model, by: DistributionBy, key: string, month: string): Sold[] {
  const weighedBy = WEIGHED_BY[by]
  const classes = new Set(
    sold.flatMap(({ names }) => (names[by] === key && weighedBy ? names[weighedBy] : [])),
  )
  return sold.filter(
    (line) => line.month === month && (weighedBy === null || classes.has(line.names[weighedBy])),
  )
}

/** In pesos, of one distributor. */
const netOf = (lines: readonly Sold[], dist_id: string) =>
  sum(lines.filter((line) => line.dist_id === dist_id).map(({ cents }) => cents)) / 100

function measuresOf(model: Model, by: DistributionBy, key: string, month: string) {
  const sellers = sellersIn(model, by, key, month)
  const weights = weightsIn(model, by, key, month)
  const reached = weights.filter(({ dist_id }) => sellers.has(dist_id))
  return {
    sellers: sellers.size,
    active: model.active(month).size,
    numeric: percent(sellers.size, model.active(month).size),
    weighted: percent(sum(reached.map(({ cents }) => cents)), sum(weights.map(({ cents }) => cents))),
  }
}

const points = (now: number | null, before: number | null) =>
  now === null || before === null ? null : Math.round((now - before) * 100) / 100 + 0

function rowsOf(model: Model, by: DistributionBy) {
  const recent = model.sold.filter(({ month }) => month === MONTH || month === BEFORE)
  return [...new Set(recent.map(({ names }) => names[by]))].sort().map((key) => {
    const [now, before] = [measuresOf(model, by, key, MONTH), measuresOf(model, by, key, BEFORE)]
    return {
      ...{ key, numeric_distribution: now.numeric, numeric_points: points(now.numeric, before.numeric) },
      ...{ weighted_distribution: now.weighted, weighted_points: points(now.weighted, before.weighted) },
      ...{ distributors: now.sellers, active_distributors: now.active, prev_distributors: before.sellers },
    }
  })
}

const PROVINCES = [undefined, ...new Set(orders.map(({ order }) => order.province))].slice(0, 4)
const ROLES: readonly (readonly [Who, readonly string[] | null])[] = [
  ['admin', null],
  ['scoped', SCOPE],
]

describeEngines('distribution', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    const store = await openSmallShop(engine, { products: [...PRODUCTS], customers: [], orders })
    app = await testApp(store, { now: () => NOW })
  })
  afterAll(() => app.close())

  const ask = async <T>(path: string, who: Who): Promise<T> => {
    const answer = await app.get(`/api/products/distribution${path}`, who)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data
  }
  const query = ({ province, ...more }: Readonly<Record<string, string | undefined>>) =>
    new URLSearchParams({
      start_date: MONTH,
      per_page: '1000',
      ...more,
      ...(province && { province }),
    } as Record<string, string>)

  test.each(ROLES)('%s: numeric and weighted are those of the plain model', async (who, scope) => {
    for (const province of PROVINCES)
      for (const by of BY) {
        const rows = await ask<Row[]>(`?${query({ by, province })}`, who)
        const shown = rows.map(
          ({ name: _, sku: _sku, segment: _segment, business: _business, ...row }) => row,
        )
        const expected = rowsOf(modelOf(scope, province), by)
        expect(
          shown.sort((one, other) => (one.key < other.key ? -1 : 1)),
          `${by} ${province}`,
        ).toEqual(expected)
      }
  })

  test.each(ROLES)('%s: a question has the figures of the list, and none by distributor', async (who) => {
    const days = 'from=2026-04-01&to=2026-04-30&compare=previous&per_page=1000'
    for (const by of BY)
      for (const province of PROVINCES.slice(0, 2)) {
        const where = province ? `&where=${encodeURIComponent(`province:${province}`)}` : ''
        const measures = 'numeric_distribution,weighted_distribution'
        const path = `/api/questions/answer?measures=${measures}&by=${by}&${days}${where}`
        const { data, meta } = (await app.get(path, who)).json()
        const asked = new Map<string, unknown>(
          data.map((row: Record<string, unknown>) => [
            (row[by] as { key: string }).key,
            [
              ...[row.numeric_distribution, row.numeric_distribution_difference],
              ...[row.weighted_distribution, row.weighted_distribution_difference],
            ],
          ]),
        )
        const listed = await ask<Row[]>(`?${query({ by, province })}`, who)
        const sold = listed.filter(
          ({ distributors, prev_distributors }) => distributors + prev_distributors > 0,
        )
        expect(asked.size).toBe(sold.length)
        for (const row of sold)
          expect([row.key, asked.get(row.key)]).toEqual([
            row.key,
            [row.numeric_distribution, row.numeric_points, row.weighted_distribution, row.weighted_points],
          ])
        expect(meta.measures.numeric_distribution.adds_up).toBe(false)
      }
    const refused = await app.get('/api/questions/answer?measures=numeric_distribution&by=distributor', who)
    expect(refused.statusCode).toBe(400)
    expect(refused.json().errors[0].message).toContain(
      '«Distribución numérica» no se puede ver por Distribuidor',
    )
  })

  test.each(ROLES)('%s: each row opens who sells it, who stopped and who never did', async (who, scope) => {
    for (const province of [undefined, PROVINCES[1]])
      for (const by of BY) {
        const model = modelOf(scope, province)
        for (const { key } of rowsOf(model, by)) {
          const rows = await ask<Seller[]>(
            `/${encodeURIComponent(key)}/distributors?${query({ by, province })}`,
            who,
          )
          const months = [...new Set(model.sold.map(({ month }) => month))].filter((month) => month <= MONTH)
          const weights = weightsIn(model, by, key, MONTH)
          const expected = [...model.active(MONTH)].sort().map((dist_id) => {
            const sells = months.filter((month) => sellersIn(model, by, key, month).has(dist_id)).sort()
            const last_sold = sells.at(-1) ?? null
            const state = last_sold === MONTH ? 'sells' : last_sold === null ? 'never' : 'stopped'
            return { dist_id, last_sold, state, weight: netOf(weights, dist_id) }
          })
          expect(
            rows
              .map(({ dist_id, last_sold, state, weight }) => ({ dist_id, last_sold, state, weight }))
              .sort((one, other) => (one.dist_id < other.dist_id ? -1 : 1)),
            `${by} ${key} ${province}`,
          ).toEqual(expected)
          const heavy = (of: readonly Seller[]) => sum(of.map(({ weight }) => weight))
          expect(percent(heavy(rows.filter(({ state }) => state === 'sells')), heavy(rows))).toBe(
            measuresOf(model, by, key, MONTH).weighted,
          )
        }
      }
  })

  test.each(ROLES)('%s: each row opens who gained and who lost its points', async (who, scope) => {
    for (const province of [undefined, PROVINCES[1]])
      for (const by of BY) {
        const model = modelOf(scope, province)
        for (const row of everyNth(rowsOf(model, by), engine.name === 'duckdb' ? 3 : 1)) {
          const { key } = row
          const path = `/${encodeURIComponent(key)}/moves?${query({ by, province })}`
          const rows = await ask<Moved[]>(path, who)
          const [now, before] = [MONTH, BEFORE].map((month) => sellersIn(model, by, key, month))
          const [own, others] = [MONTH, BEFORE].map((month) => weightsIn(model, by, key, month))
          const of = model.sold.filter((line) => line.names[by] === key)
          const expected = [...new Set([...(now ?? []), ...(before ?? [])])].sort().map((dist_id) => ({
            dist_id,
            state: !before?.has(dist_id) ? 'gained' : now?.has(dist_id) ? 'kept' : 'lost',
            total_amount: netOf(
              of.filter(({ month }) => month === MONTH),
              dist_id,
            ),
            prev_amount: netOf(
              of.filter(({ month }) => month === BEFORE),
              dist_id,
            ),
            ...{ weight: netOf(own ?? [], dist_id), prev_weight: netOf(others ?? [], dist_id) },
          }))
          const label = `${by} ${key} ${province}`
          expect(
            rows
              .map(({ dist_name: _, numeric_points: _n, weighted_points: _w, ...shown }) => shown)
              .sort((one, other) => (one.dist_id < other.dist_id ? -1 : 1)),
            label,
          ).toEqual(expected)
          expect(pointsIn(rows), label).toEqual([row.numeric_points, row.weighted_points])
          for (const { state, dist_id, numeric_points } of row.numeric_points === null ? [] : rows) {
            const share = (isSeller: boolean, month: string) =>
              isSeller ? 100 / model.active(month).size : 0
            const exact = share(state !== 'lost', MONTH) - share(state !== 'gained', BEFORE)
            expect(Math.abs((numeric_points ?? 0) - exact), `${label} ${dist_id}`).toBeLessThan(0.0201)
          }
          const sold = await ask<Moved[]>(`${path}&state=before`, who)
          expect(sold).toHaveLength(row.prev_distributors)
        }
      }
  })

  test('the points of a running month are those of the same days', async () => {
    const running = { start_date: RUNNING, compare: 'previous' }
    const rows = await ask<Row[]>(`?${query(running)}`, 'admin')
    const moved = rows.filter(({ numeric_points }) => numeric_points !== null && numeric_points !== 0)
    expect(moved.length).toBeGreaterThan(1)
    for (const { key, numeric_points, weighted_points } of moved) {
      const path = `/${encodeURIComponent(key)}/moves?${query(running)}`
      expect([key, pointsIn(await ask<Moved[]>(path, 'admin'))]).toEqual([
        key,
        [numeric_points, weighted_points],
      ])
    }
  })
})

/** What the rows add up to; null where one has none. */
function pointsIn(rows: readonly Moved[]): (number | null)[] {
  return (['numeric_points', 'weighted_points'] as const).map((name) => {
    const values = rows.map((row) => row[name])
    return values.some((value) => value === null) ? null : Math.round(sum(values.map(Number)) * 100) / 100 + 0
  })
}

const HAND_COUNTED: readonly [
  dist_id: string,
  product_id: number,
  variation_id: number,
  net: string,
  status: string,
][] = [
  ['101', 11, 0, '60.00', 'wc-completed'],
  ['101', 14, 0, '40.00', 'wc-completed'],
  ['102', 14, 141, '100.00', 'wc-completed'],
  ['103', 12, 0, '50.00', 'wc-completed'],
  // Not active, and nobody.
  ['104', 11, 0, '900.00', 'wc-cancelled'],
  ['0', 11, 0, '500.00', 'wc-completed'],
]

function handCounted(): OrderFacts[] {
  const any = randomNumbers(1)
  return HAND_COUNTED.map(([dist_id, product_id, variation_id, net, status], index) => {
    const of = { month: MONTH, dist_id, status, counted: true }
    const facts = Array.from({ length: 20 }, () => randomOrder(any, 500 + index)).find(
      ({ lines }) => lines.length > 0,
    )
    if (!facts?.lines[0]) throw new Error('No order with lines')
    const line = {
      ...facts.lines[0],
      ...of,
      product_id,
      variation_id,
      name: '',
      quantity: 1,
      refunded_units: 0,
      net,
    }
    const order = {
      ...facts.order,
      ...of,
      created_at: `${MONTH}-10 10:00:00`,
      order_date: `${MONTH}-10`,
      net,
    }
    return { order, lines: [line], discounts: [], refunds: [] }
  })
}

describeEngines('distribution counted by hand', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    const store = await openSmallShop(engine, {
      products: [...PRODUCTS],
      customers: [],
      orders: handCounted(),
    })
    app = await testApp(store, { now: () => NOW })
  })
  afterAll(() => app.close())

  const asked = async (by: string, more = '', who: Who = 'admin') => {
    const measures = 'numeric_distribution,weighted_distribution'
    const path = `/api/questions/answer?measures=${measures}&by=${by}&from=2026-04-01&to=2026-04-30${more}`
    const { data, meta } = (await app.get(path, who)).json()
    const figures = (row: Record<string, number>) => [row.numeric_distribution, row.weighted_distribution]
    const rows = data.map((row: never) => [(row[by] as { key: string } | undefined)?.key ?? '', figures(row)])
    return {
      rows: Object.fromEntries(rows),
      totals: figures(meta.totals),
      rest: meta.rest && figures(meta.rest),
    }
  }

  test('of products, segments and businesses, at three active distributors', async () => {
    expect((await asked('product')).rows).toEqual({
      ...{ 11: [33.33, 100], 14: [33.33, 28.57], '14.141': [33.33, 71.43], 12: [33.33, 100] },
    })
    expect((await asked('parent_product')).rows[14]).toEqual([66.67, 100])
    expect((await asked('segment')).rows).toEqual({
      ...{ Alfajores: [33.33, 50], Bombones: [66.67, 100], 'sin segmento': [33.33, 100] },
    })
    expect((await asked('business')).rows).toEqual({ Golosinas: [66.67, 80], Harinas: [33.33, 20] })
  })

  test('a total and the rest are counted on their own, and a filter is a row without a name', async () => {
    const { totals, rest } = await asked('business', '&limit=1')
    expect([totals, rest]).toEqual([
      [100, 100],
      [33.33, 20],
    ])
    expect((await asked('', '&where=segment:Alfajores')).totals).toEqual([33.33, 50])
    expect((await asked('', '&where=product:11&compare=previous')).totals).toEqual([33.33, 100])
  })

  test('for a role with two distributors, as if there were no others', async () => {
    expect((await asked('business', '', 'scoped')).rows).toEqual({ Golosinas: [100, 100] })
  })
})
