// Explanations of the small shop through the app, on both engines: every list adds up to the difference, whatever the question.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ExplanationBody } from '#contract/questions/explain-call.ts'
import { EXPLAINED_BY, splitOf } from '#contract/questions/explain-question.ts'
import { MEASURE_KEYS } from '#contract/questions/measures.ts'
import type { Store } from '#server/store/store.ts'
import { bumpVersions } from '#server/store/versions.ts'
import { type TestApp, testApp, type Who } from '#test/app.ts'
import { describeEngines } from '#test/engines.ts'
import { expectExactSums } from '#test/exact-sums.ts'
import { openSmallShop } from '../../../fixtures/open-small-shop.ts'

const MAY = 'from=2026-05-01&to=2026-05-31&compare=previous'

describeEngines('explanations', (engine) => {
  let store: Store
  let app: TestApp
  beforeAll(async () => {
    store = await openSmallShop(engine)
    app = await testApp(store)
  })
  afterAll(async () => {
    await app.close()
  })
  const ask = async (query: string, who: Who = 'superAdmin'): Promise<ExplanationBody> => {
    const response = await app.get(`/api/questions/explain?${query}`, who)
    expect([response.statusCode, response.body.slice(0, 500)]).toEqual([200, expect.anything()])
    return response.json()
  }

  test('factors, values and sentences of net sale', async () => {
    const { data } = await ask(`${MAY}`)
    expect([data.before, data.after, data.difference]).toEqual([50, 383.42, 333.42])
    // Only the Alfajor sold in April: in May Tableta 74.92, Harina 37 and Caramelo 36 are new.
    const factors = new Map(data.factors.map(({ key, difference }) => [key, difference]))
    expect([factors.get('new_products'), factors.get('dropped_products')]).toEqual([147.92, 0])
    const distributors = data.dimensions.find(({ key }) => key === 'distributor')
    expect(distributors?.values.map(({ key, difference }) => [key, difference])).toEqual([
      ['102', 154.45],
      ['101', 142.97],
      ['0', 36],
    ])
    const [first, , last] = data.sentences
    expect(first).toEqual({
      text: 'Venta Neta subió {0} ({1}), de {2} a {3}.',
      numbers: ['$\u00a0333,42', '+666,8\u00a0%', '$\u00a050,00', '$\u00a0383,42'].map((text) => ({
        text,
        where: null,
      })),
    })
    expect(last?.text).toContain('Nada se destaca')
  })

  test.each(MEASURE_KEYS)('%s adds up over the dimensions that it has', async (measure) => {
    const body = await ask(`measure=${measure}&${MAY}`)
    const { data, meta } = body
    expectExactSums(body)
    const split =
      data.difference === null ? [] : EXPLAINED_BY.filter((dimension) => splitOf(measure, dimension))
    expect(data.dimensions.map(({ key }) => key).sort()).toEqual(split.sort())
    for (const key of meta.not_split_by) expect(split).not.toContain(key)
  })

  test.each([
    'distributor:101',
    'segment:Alfajores',
    'benefit_group!:CORPORATIVOS',
    'product:11',
    'weekday:1,2',
  ])('adds up inside %s, and leaves out a dimension with one value', async (where) => {
    const body = await ask(`${MAY}&where=${where}`, 'scoped')
    expectExactSums(body)
    const [dimension = ''] = where.split(':')
    expect(body.meta.where).toHaveLength(1)
    expect(body.meta.where[0]?.values.map(({ key }) => key).join()).toBe(where.replace(/^.*:/, ''))
    const isOne = !where.includes('!') && !where.includes(',')
    expect(body.data.dimensions.some(({ key }) => key === dimension)).toBe(!isOne && !where.includes('!'))
  })

  test('explaining a value equals the explanation of a question filtered by it', async () => {
    const { data } = await ask(MAY)
    for (const { key, values } of data.dimensions)
      for (const value of values.slice(0, 2)) {
        const inner = await ask(`${MAY}&where=${key}:${value.key}`)
        expect([key, value.key, inner.data.before, inner.data.after]).toEqual([
          key,
          value.key,
          value.before,
          value.after,
        ])
      }
  })

  test('shows only the dimensions of the role, of its distributors', async () => {
    const { data } = await ask(MAY, 'viewer')
    expect(data.dimensions.map(({ key }) => key).sort()).toEqual([
      'buyer_kind',
      'company',
      'payment_method',
      'province',
      'weekday',
    ])
    const scoped = await ask(MAY, 'scoped')
    // Excludes the order of 36, which has no distributor.
    expect(scoped.data.after).toBe(347.42)
  })

  test('names the filters of the question', async () => {
    const { meta } = await ask(`${MAY}&where=province!:CÓRDOBA&where=weekday:1`)
    expect(meta.where).toEqual([
      {
        dimension: 'province',
        label: 'Provincia',
        is_excluded: true,
        values: [{ key: 'CÓRDOBA', label: 'Córdoba' }],
      },
      {
        dimension: 'weekday',
        label: 'Día de la semana',
        is_excluded: false,
        values: [{ key: '1', label: 'lunes' }],
      },
    ])
  })

  test('names values of a filter that nothing ever had', async () => {
    const where = 'where=distributor:Norte%20Hermanos,101&where=status:wc-completed'
    const { data, meta } = await ask(`${MAY}&${where}`)
    expect([data.after, meta.missing]).toEqual([
      192.97,
      [{ dimension: 'distributor', title: 'Distribuidor', values: ['Norte Hermanos'] }],
    ])
    // One of another distributor says no more to a limited role than one that does not exist.
    const limited = await Promise.all(
      ['0', 'nada'].map((key) => ask(`${MAY}&where=distributor:${key}`, 'scoped')),
    )
    expect(limited.map((one) => one.meta.missing.map(({ values }) => values.length))).toEqual([[1], [1]])
  })

  test('refuses what cannot or may not be explained', async () => {
    const refused = async (query: string, who: Who = 'superAdmin') => {
      const response = await app.get(`/api/questions/explain?${query}`, who)
      const { errors = [] } = response.json()
      return [response.statusCode, ...errors.map(({ path }: { path: string }) => path)]
    }
    expect(await refused('measure=nothing')).toEqual([400, 'measure'])
    expect(await refused('measure=net_sale,orders')).toEqual([400, 'measure'])
    expect(await refused('compare=none')).toEqual([400, 'compare'])
    expect(await refused('from=2026-05-01')).toEqual([400, 'from'])
    expect(await refused('where=color:red')).toEqual([400, 'where'])
    expect(await refused('measure=registered&where=segment:Alfajores')).toEqual([400, 'where'])
    expect(await refused('measure=benefit_amount', 'viewer')).toEqual([403])
    expect(await refused('where=product:11', 'viewer')).toEqual([403])
  })

  test('says why days are compared with nothing', async () => {
    const refused = async (query: string) =>
      (await app.get(`/api/questions/explain?${query}`, 'superAdmin')).json().errors
    expect(await refused('from=2024-02-29&to=2024-02-29&compare=year')).toEqual([
      {
        path: 'compare',
        message: 'El 29 de febrero no tiene con qué compararse: el año anterior no tiene ese día.',
      },
    ])
    expect(await refused('from=2999-01-01&to=2999-01-31&compare=year')).toEqual([
      { path: 'period', message: 'El período no tiene con qué compararse: todavía no empezó.' },
    ])
  })

  test('answers 304 until an order changes', async () => {
    const url = `/api/questions/explain?${MAY}`
    const { etag } = (await app.get(url, 'superAdmin')).headers
    const again = await app.get({ url, headers: { 'if-none-match': String(etag) } }, 'superAdmin')
    expect(again.statusCode).toBe(304)
    await store.transaction((tx) => bumpVersions(tx, ['2026-03']))
    const changed = await app.get({ url, headers: { 'if-none-match': String(etag) } }, 'superAdmin')
    expect(changed.statusCode).toBe(200)
  })
})
