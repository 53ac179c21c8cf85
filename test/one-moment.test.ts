// A course does not end where sales end, a whole answers one row, hours keep their order, and typos are named: a shop whose
// distributor 2 sold 5,000 a month until June 2026, and whose segment «Dulces, salados» has a comma.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeEngines } from './engines.ts'
import { importSmallFiles, type SmallShopApp } from './small-files.ts'

type Row = Record<string, number | string | null>

describeEngines('courses and wholes', (engine) => {
  let shop: SmallShopApp
  beforeAll(async () => {
    shop = await importSmallFiles(engine, 'stopped-distributor', { now: '2026-11-26T15:00:00Z' })
  })
  afterAll(() => shop.close())

  const body = async (query: string) => {
    const reply = await shop.get(`/api/questions/answer?${query}`, 'superAdmin')
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json() as { data: Row[]; meta: Record<string, unknown> }
  }
  const lines = async (query: string) => {
    const reply = await shop.get(`/api/questions/answer?${query}&export=1&csv=standard`, 'superAdmin')
    return reply.body.trim().split('\r\n').slice(1)
  }

  const YEAR = 'measures=net_sale,average_ticket&grain=month&period=last_12_months&where=distributor:2'

  test('each month of the asked period up to now has a row: 0 for sums, nothing for ratios', async () => {
    const { data, meta } = await body(YEAR)
    expect(data.map(({ month, net_sale, average_ticket }) => [month, net_sale, average_ticket])).toEqual([
      ['2025-12', 0, null],
      ...['01', '02', '03', '04', '05', '06'].map((month) => [`2026-${month}`, 5000, 5000]),
      ...['07', '08', '09', '10', '11'].map((month) => [`2026-${month}`, 0, null]),
    ])
    expect(meta.steps).toEqual({ first: '2025-12', last: '2026-11' })
    const files = await lines(YEAR)
    expect([files.length, files[0], files.at(-1)]).toEqual([12, '2025-12-01,0.00,', '2026-11-01,0.00,'])
  })

  test('days up to today, and a split answer names the same steps', async () => {
    const { data } = await body('measures=net_sale&grain=day&period=this_month')
    expect(data.map(({ day }) => day)).toEqual(
      Array.from({ length: 26 }, (_, index) => `2026-11-${String(index + 1).padStart(2, '0')}`),
    )
    const split = await body('measures=net_sale&by=distributor&grain=month&from=2026-05-01&to=2026-12-31')
    expect(split.meta.steps).toEqual({ first: '2026-05', last: '2026-11' })
    expect(split.data).toHaveLength(9)
    expect((await body('measures=net_sale&grain=day&from=2027-01-01&to=2027-01-31')).data).toEqual([])
  })

  test('data links end where the asked period ends', async () => {
    const created = await shop.post('/api/data-links', { name: 'Distri 2', question: YEAR }, 'superAdmin')
    const { path } = created.json().data
    const reply = await shop.get(`${path}.json`)
    expect(reply.json()).toHaveLength(12)
    expect(reply.json().at(-1)).toMatchObject({ month: '2026-11', net_sale: 0, average_ticket: null })
  })

  test('a question without dimensions answers one row, in files and links too', async () => {
    const empty = 'measures=net_sale,average_ticket&from=2026-12-01&to=2026-12-31'
    expect((await body(empty)).data).toEqual([{ net_sale: 0, average_ticket: null }])
    expect(await lines(empty)).toEqual(['0.00,'])
  })

  test('a period that has not begun is compared with nothing', async () => {
    const future = 'measures=net_sale&from=2026-12-01&to=2026-12-31&compare=same_days'
    const { data, meta } = await body(future)
    expect(data).toEqual([
      { net_sale: 0, net_sale_compared: null, net_sale_difference: null, net_sale_change: null },
    ])
    expect(meta.compared_period).toBeNull()
  })

  test.each([
    ['month', 'from=2026-10-01&to=2026-12-31', ['2026-10', '2026-11']],
    ['week', 'from=2026-11-16&to=2026-12-13', ['2026-11-16', '2026-11-23']],
    ['day', 'from=2026-11-25&to=2026-11-30', ['2026-11-25', '2026-11-26']],
  ])('neither is a %s of a period that runs', async (grain, days, begun) => {
    const { data } = await body(`measures=net_sale&grain=${grain}&${days}&compare=previous`)
    expect(data.map((row) => row[grain])).toEqual(begun)
  })

  const SEGMENT = 'measures=net_sale&from=2026-01-01&to=2026-11-30&where=segment:'

  test('a value that nothing ever had is named, and a comma in a name is escaped', async () => {
    const escaped = await body(`${SEGMENT}${encodeURIComponent('Dulces\\, salados')}`)
    expect([escaped.data, escaped.meta.missing]).toEqual([[{ net_sale: 400 }], []])
    const cut = await body(`${SEGMENT}${encodeURIComponent('Dulces, salados')}`)
    expect(cut.data).toEqual([{ net_sale: 3600 }])
    expect(cut.meta.missing).toEqual([{ dimension: 'segment', title: 'Segmento', values: [' salados'] }])
  })

  test.each([
    ['province', 'NARNIA'],
    ['city', 'Narnia'],
    ['payment_method', 'trueque'],
    ['status', 'wc-inventado'],
    ['promotion', 'Promo, 3x2'],
    ['benefit_code', 'PROMO'],
    ['company', 'Narnia SA'],
    ['product', '99'],
  ])('a %s that nothing ever had is named', async (dimension, value) => {
    const where = encodeURIComponent(`${dimension}:${value.replace(',', '\\,')}`)
    const { data, meta } = await body(`measures=orders&from=2026-01-01&to=2026-11-30&where=${where}`)
    expect([data, meta.missing]).toEqual([
      [{ orders: 0 }],
      [{ dimension, title: expect.anything(), values: [value] }],
    ])
    const question = `measures=orders&where=${where}`
    expect((await shop.post('/api/data-links', { name: 'Typo', question }, 'superAdmin')).statusCode).toBe(
      400,
    )
  })

  test('a status waits for its first order, and an excluded nothing means every status', async () => {
    for (const where of ['status:wc-failed', 'status!:', 'province:', 'city:'])
      expect((await body(`measures=orders&period=this_year&where=${where}`)).meta.missing).toEqual([])
  })

  test('links and alerts refuse a value that nothing ever had', async () => {
    const question = 'measures=net_sale&where=segment:Dulses'
    const link = await shop.post('/api/data-links', { name: 'Typo', question }, 'superAdmin')
    expect([link.statusCode, link.json().errors[0].path]).toEqual([400, 'question'])
    expect(link.body).toContain('segment: Dulses')
    const alert = await shop.post(
      '/api/alerts',
      { name: 'Typo', question, condition: { kind: 'below', value: 5, over: 7 }, least: 0, role_ids: [] },
      'superAdmin',
    )
    expect([alert.statusCode, alert.json().errors[0].path]).toEqual([400, 'question'])
    expect(alert.body).toContain('segment: Dulses')
  })
})

describeEngines('hours and weekdays', (engine) => {
  test('keep their order where they break ties, and as the second dimension', async () => {
    const shop = await importSmallFiles(engine, 'hours')
    const keysOf = async (query: string) =>
      (await shop.getData<Record<string, { key: string }>[]>(`/api/questions/answer?${query}`)).map(
        (row) => row.hour?.key,
      )
    const days = 'measures=net_sale&from=2026-10-01&to=2026-10-31'
    const inOrder = ['0', '2', '3', '10', '20']
    expect(await keysOf(`${days}&by=hour`)).toEqual(inOrder)
    expect(await keysOf(`${days}&by=weekday,hour`)).toEqual(inOrder)
    expect(await keysOf(`${days}&by=distributor,hour&order=-net_sale`)).toEqual(inOrder)
    await shop.close()
  })
})
