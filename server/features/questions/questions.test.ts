// Questions to the small shop through the app, on both engines, with figures added up by hand beside its orders.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DIMENSION_KEYS, dimensionOf } from '#contract/questions/dimensions.ts'
import { MEASURE_KEYS } from '#contract/questions/measures.ts'
import { fits } from '#contract/questions/rules.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { describeEngines } from '#test/engines.ts'
import { NIGHTLY } from '#test/nightly.ts'
import { rowsOfParquet } from '#test/parquet.ts'
import { openSmallShop } from '../../../fixtures/open-small-shop.ts'
import { smallShop } from '../../../fixtures/small-shop.ts'

const MAY = 'from=2026-05-01&to=2026-05-31'

describeEngines('questions', (engine) => {
  let store: Store
  let app: TestApp
  beforeAll(async () => {
    store = await openSmallShop(engine)
    app = await testApp(store)
  })
  afterAll(async () => {
    await app.close()
  })
  const ask = async (query: string) => {
    const response = await app.get(`/api/questions/answer?${query}`, 'superAdmin')
    expect([response.statusCode, response.body.slice(0, 500)]).toEqual([200, expect.anything()])
    return response.json()
  }

  test('net sale by distributor with its total', async () => {
    const { data, meta } = await ask(`measures=net_sale,orders&by=distributor&${MAY}`)
    expect(
      data.map((row: { distributor: { key: string }; net_sale: number; orders: number }) => [
        row.distributor.key,
        row.net_sale,
        row.orders,
      ]),
    ).toEqual([
      ['101', 192.97, 3],
      ['102', 154.45, 3],
      ['0', 36, 1],
    ])
    expect(meta.totals).toEqual({ net_sale: 383.42, orders: 7 })
  })

  test('a limited role is answered about its distributors alone, by months, days and rows', async () => {
    for (const by of ['distributor', 'distributor,weekday', 'distributor,city']) {
      const url = `/api/questions/answer?measures=net_sale,orders&by=${by}&${MAY}`
      const { data, meta } = (await app.get(url, 'scoped')).json()
      expect(meta.totals, by).toEqual({ net_sale: 347.42, orders: 6 })
      const keys = data.map((row: { distributor: { key: string } }) => row.distributor.key)
      expect([...new Set(keys)].sort(), by).toEqual(['101', '102'])
    }
  })

  test('counts a buyer in Resto as new if the first order was before its months', async () => {
    const { data, meta } = await ask('measures=new_buyers&grain=month&limit=1&from=2026-04-01&to=2026-05-31')
    const whole = await ask('measures=new_buyers,buyers&from=2026-05-01&to=2026-05-31')
    // Buyers of both May and April are not new in the row of May, but new in April and May together.
    expect([data.length, meta.rest.new_buyers]).toEqual([1, whole.meta.totals.buyers])
    expect(whole.meta.totals.new_buyers).toBeLessThan(meta.rest.new_buyers)
  })

  test('steps filtered by the kind of buyer are not said to add up', async () => {
    const months = 'measures=net_sale,orders&grain=month&from=2026-04-01&to=2026-05-31'
    const { data, meta } = await ask(`${months}&where=buyer_kind:new&page=2&per_page=1`)
    // Ana is new in April, and in both months together; her 172.72 of May are in the total alone.
    expect(data).toEqual([{ month: '2026-05', net_sale: 210.7, orders: 5 }])
    expect(meta.totals).toEqual({ net_sale: 433.42, orders: 8 })
    expect(meta.measures).toMatchObject({ net_sale: { adds_up: false }, orders: { adds_up: false } })
    expect(meta.before).toEqual({})
    const all = await ask(`${months}&by=buyer_kind`)
    expect(all.meta.measures.net_sale.adds_up).toBe(true)
  })

  test('files and data links carry what a limit leaves out, so that their rows add up to the total', async () => {
    const query = `measures=net_sale,buyers&by=distributor&limit=1&${MAY}`
    const { data, meta } = await ask(query)
    const rest = [meta.rest.net_sale, meta.rest.buyers]
    const fileOf = (format: string) =>
      app.get(`/api/questions/answer?${query}&export=1&format=${format}`, 'superAdmin')
    const lines = (await fileOf('csv&csv=standard')).body.trim().split('\r\n')
    expect(lines.at(-1)).toBe(`Resto,190.45,${rest[1]}`)
    const parquet = await rowsOfParquet((await fileOf('parquet')).rawPayload)
    expect(parquet.map((row) => [row.distributor, Number(row.net_sale)])).toEqual([
      [data[0].distributor.label, 192.97],
      ['Resto', 190.45],
    ])
    const link = await app.post('/api/data-links', { name: 'Con límite', question: query }, 'superAdmin')
    expect([link.statusCode, link.body]).toEqual([200, expect.anything()])
    const linked = (await app.get(`${link.json().data.path}.json`)).json()
    expect(linked.map(({ net_sale }: { net_sale: number }) => net_sale)).toEqual([192.97, 190.45])
    expect(linked.at(-1)).toMatchObject({ distributor: 'Resto', buyers: rest[1] })
  })

  test('guests have the name of their orders in the months shown', async () => {
    // A cancelled order of April; the others are of May.
    const renamed = (name: string) =>
      store.run(sql`update orders set first_name = ${name} where order_id = 2 and email = 'dani@example.com'`)
    const named = async (days: string) => {
      const { data } = await ask(`measures=orders&by=customer&order=customer&${days}`)
      const labels: string[] = data.map(({ customer }: { customer: { label: string } }) => customer.label)
      return labels.filter((label) => label.includes('Díaz'))
    }
    expect(await renamed('Zdenka')).toBe(1)
    try {
      expect(await named(MAY)).toEqual(['Dani Díaz'])
      expect(await named('from=2026-04-01&to=2026-05-31')).toEqual(['Zdenka Díaz'])
      expect(await named(`${MAY}&compare=previous`)).toEqual(['Zdenka Díaz'])
    } finally {
      await renamed('Dani')
    }
  })

  test('a limited role is told the name of a company whose accounts never bought', async () => {
    // Like account 1, with another role and a distributor of its own.
    const registered = sql`
      insert into customers select 901, registered_at, month, modified_at, 'nadie@example.com', first_name, last_name, 'acme',
        'Acme S.A.', '', locality, city, province, '101', allow_communications, allow_samples
      from customers where customer_id = 1`
    expect(await store.run(registered)).toBe(1)
    try {
      const url = '/api/questions/answer?measures=registered&by=company&period=all'
      const { data } = (await app.get(url, 'scoped')).json()
      const labels = data.map(({ company }: { company: { key: string; label: string } }) => company)
      expect(labels).toContainEqual({ key: 'acme', label: 'Acme S.A.' })
    } finally {
      await store.run(sql`delete from customers where customer_id = 901`)
    }
  })

  test('a Resto of days has no date in a typed file', async () => {
    const query = `measures=net_sale&grain=day&limit=2&${MAY}`
    const { meta } = await ask(query)
    const body = (format: string) =>
      app.get(`/api/questions/answer?${query}&export=1&format=${format}`, 'superAdmin')
    expect((await body('csv&csv=standard')).body.trim().split('\r\n').at(-1)).toBe(
      `Resto,${meta.rest.net_sale}`,
    )
    const rows = await rowsOfParquet((await body('parquet')).rawPayload)
    expect([rows.length, rows.at(-1)?.day]).toEqual([3, 'null'])
  })

  test('a question without keys has one row, whatever was sold', async () => {
    const none = 'from=2031-12-01&to=2031-12-31'
    const { data } = await ask(`measures=net_sale,average_ticket,orders&${none}`)
    expect(data).toEqual([{ net_sale: 0, average_ticket: null, orders: 0 }])
    const file = await app.get(
      `/api/questions/answer?measures=net_sale&${none}&export=1&csv=standard`,
      'superAdmin',
    )
    expect(file.body.trim().split('\r\n')).toHaveLength(2)
  })

  test('accepts a province without accents', async () => {
    const [plain, written] = await Promise.all(
      ['CORDOBA', 'CÓRDOBA'].map((key) => ask(`measures=orders&where=province:${key}&${MAY}`)),
    )
    expect(plain.meta.totals.orders).toBeGreaterThan(0)
    expect(plain.meta.totals).toEqual(written.meta.totals)
    expect([plain.meta.missing, written.meta.missing]).toEqual([[], []])
  })

  test('says its filters by name, and whose distributors it covers', async () => {
    const filters = `${MAY}&where=distributor!:101&where=status:wc-completed`
    const where = [
      {
        ...{ dimension: 'distributor', label: 'Distribuidor', is_excluded: true },
        values: [{ key: '101', label: 'Norte Hermanos' }],
      },
      {
        ...{ dimension: 'status', label: 'Estado', is_excluded: false },
        values: [{ key: 'wc-completed', label: 'Completadas' }],
      },
    ]
    for (const call of ['answer?measures=net_sale', 'explain?measure=net_sale&compare=previous'])
      for (const [who, distributors] of [
        ['superAdmin', null],
        [
          'scoped',
          [
            { key: '101', label: 'Norte Hermanos' },
            { key: '102', label: 'Distribuidora Sur' },
          ],
        ],
      ] as const) {
        const { meta } = (await app.get(`/api/questions/${call}&${filters}`, who)).json()
        expect([meta.where, meta.distributors, meta.currency]).toEqual([where, distributors, 'ARS'])
      }
  })

  test('exports Parquet with typed columns named by their keys', async () => {
    const url = `/api/questions/answer?measures=net_sale,orders&by=distributor&${MAY}&export=1&format=parquet`
    const file = await app.get(url, 'superAdmin')
    expect(file.headers['content-type']).toBe('application/vnd.apache.parquet')
    expect(file.headers['content-disposition']).toContain(
      'venta_neta_y_ordenes_por_distribuidor_2026-05.parquet',
    )
    expect(await rowsOfParquet(file.rawPayload)).toEqual([
      { distributor: 'Norte Hermanos', net_sale: '192.97', orders: '3' },
      { distributor: 'Distribuidora Sur', net_sale: '154.45', orders: '3' },
      { distributor: 'Sin distribuidor', net_sale: '36.00', orders: '1' },
    ])
    const list = await app.get('/api/orders?start_date=2026-05&export=1&format=parquet', 'superAdmin')
    expect(list.json().errors[0].path).toBe('format')
  })

  /** By day every second one on each engine. */
  const dimensions = DIMENSION_KEYS.filter(
    (_, index) => NIGHTLY || (index % 2 === 0) === (engine.name === 'postgres'),
  )
  test.each(dimensions)('every measure that has %s answers by it', async (dimension) => {
    const fitting = MEASURE_KEYS.filter((measure) => fits(measure, dimension))
    const key = ['x', '7', 'new', 'yes'].find(dimensionOf(dimension).keys.isKey)
    const eights = Array.from({ length: Math.ceil(fitting.length / 8) }, (_, at) =>
      fitting.slice(8 * at, 8 * at + 8),
    )
    const rests = [
      '',
      '&grain=week',
      '&grain=month&compare=same_days&limit=1',
      `&where=${dimension}!:${key}&order=${dimension}`,
    ]
    // By day DuckDB gets two for each eight, by turns.
    const isAsked = (index: number) => NIGHTLY || engine.name === 'postgres' || index % 2 === 0
    for (const [at, measures] of eights.entries())
      for (const rest of rests.filter((_, index) => isAsked(at + index))) {
        const { meta } = await ask(`measures=${measures}&by=${dimension}&${MAY}${rest}`)
        expect(Object.keys(meta.measures)).toEqual(measures)
      }
  })
})

describeEngines('products with one name', (engine) => {
  const names = async (skus: readonly string[]) => {
    const products = smallShop.products.map((product, at) => ({
      ...product,
      ...(at < skus.length && { name: 'Mixto', sku: skus[at] ?? '' }),
    }))
    const app = await testApp(await openSmallShop(engine, { ...smallShop, products }))
    const url = `/api/questions/answer?measures=net_sale&by=product&${MAY}`
    const { data } = (await app.get(url, 'superAdmin')).json()
    await app.close()
    const labels: string[] = data.map(({ product }: { product: { label: string } }) => product.label)
    return labels.filter((label) => label.startsWith('Mixto')).sort()
  }

  test('are told apart by their SKUs, or by their ids where those do not tell', async () => {
    expect(await names(['A-1', 'A-2'])).toEqual(['Mixto (A-1)', 'Mixto (A-2)'])
    const byId = smallShop.products.slice(0, 2).map(({ product_id }) => `Mixto (${product_id})`)
    expect(await names(['A-1', 'A-1'])).toEqual(byId)
    expect(await names(['A-1', ''])).toEqual(byId)
    expect(await names(['A-1'])).toEqual(['Mixto'])
  })
})

describeEngines('distributors with one name', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    const orders = smallShop.orders.map((facts) =>
      facts.distributor ? { ...facts, distributor: { ...facts.distributor, name: 'Norte' } } : facts,
    )
    app = await testApp(await openSmallShop(engine, { ...smallShop, orders }))
  })
  afterAll(() => app.close())
  const get = async (url: string) => (await app.get(url, 'superAdmin')).json()
  type Row = { distributor: { label: string }; net_sale: number }
  const answer = (more = '') => `/api/questions/answer?measures=net_sale&by=distributor&${MAY}${more}`
  const TOLD_APART = [
    ['Norte (101)', 192.97],
    ['Norte (102)', 154.45],
    ['Sin distribuidor', 36],
  ]

  test('are told apart by their ids in answers, files and explanations', async () => {
    const { data } = await get(answer())
    expect(data.map(({ distributor, net_sale }: Row) => [distributor.label, net_sale])).toEqual(TOLD_APART)

    const file = await app.get(answer('&export=1&csv=standard'), 'superAdmin')
    expect(file.body.trim().split('\r\n').slice(1)).toEqual([
      'Norte (101),192.97',
      'Norte (102),154.45',
      'Sin distribuidor,36.00',
    ])

    const why = await get(`/api/questions/explain?measure=net_sale&compare=previous&${MAY}`)
    const { values } = why.data.dimensions.find(({ key }: { key: string }) => key === 'distributor')
    expect(values.map(({ label }: { label: string }) => label).sort()).toEqual(
      TOLD_APART.map(([name]) => name),
    )
  })

  test('have the plain name for a role that sees only one of them', async () => {
    const asked = {
      name: 'One',
      permissions: ['view:scorecard', 'view:distributors'],
      dist_ids: ['101'],
      days: 1,
    }
    const { token } = (await app.post('/api/tokens', asked, 'superAdmin')).json().data
    const headers = { authorization: `Bearer ${token}` }
    const { data } = (await app.server.inject({ url: answer(), headers })).json()
    expect(data.map(({ distributor }: Row) => distributor.label)).toEqual(['Norte'])
  })

  test('keep the plain name in the grid of goals, which finds rows of a sheet by it', async () => {
    const { data } = await get('/api/goals?year=2026&measure=net_sale&by=distributor')
    expect(data.map(({ key, label }: { key: string; label: string }) => [key, label])).toEqual([
      ['101', 'Norte'],
      ['102', 'Norte'],
    ])
  })
})
