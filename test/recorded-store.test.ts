// The recorded store, imported from its files, shows the figures that an independent calculation derives from its JSON.
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { distributorCalls } from '#contract/distributors.ts'
import type { RowOf } from '#contract/endpoint.ts'
import { API_TOKEN_PERMISSIONS } from '#contract/permissions.ts'
import type { MainPage, MainPageCharts } from '#contract/scorecard.ts'
import { importShop } from '#server/ingest/import.ts'
import type { ImportReport } from '#server/ingest/import-report.ts'
import { silentProgress } from '#server/ingest/progress.ts'
import { filesShop } from '#server/sources/woocommerce/json-lines.ts'
import { wooCommerceSource } from '#server/sources/woocommerce/source.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { apiTokenOf, type TestApp, testApp } from './app.ts'
import { describeEngines } from './engines.ts'
import { callTool } from './mcp.ts'
import { amount, RECORDED, recordedDistributors, recordedFigures } from './recorded-oracle.ts'

type DistributorsSellsRow = RowOf<typeof distributorCalls.distributorsSells>

const figures = recordedFigures()

describe('the recorded store', () => {
  test('has 14 months', () => expect(figures.size).toBe(14))
})

const PREPARING = ['wc-ready-to-delivery', 'wc-in-assembly', 'wc-processing', 'wc-in-progress']
const cents = (value: number | string) => Math.round(Number(value) * 100)

const COMPANY = /^(?:empleado|convenio|jubilado)_/

describeEngines('the recorded store', (engine) => {
  let store: Store
  let app: TestApp
  let report: ImportReport

  const answer = async <Data>(path: string): Promise<Data> => {
    const response = await app.get(path, 'superAdmin')
    expect(response.statusCode, response.body).toBe(200)
    return response.json().data
  }

  beforeAll(async () => {
    store = await engine.open()
    report = await importShop({
      store,
      source: wooCommerceSource(await filesShop(RECORDED)),
      timeZone: 'America/Argentina/Buenos_Aires',
      progress: silentProgress,
    })
    app = await testApp(store)
  }, 60_000)
  afterAll(() => app.close())

  test.each([...figures])('%s: the scorecard', async (month, expected) => {
    const { main_month } = await answer<MainPage>(`/api/summary/main-page?start_date=${month}`)
    expect(main_month).toMatchObject({
      net_sale: amount(expected.net),
      total_orders: expected.orders,
      total_units_sold: expected.units,
      new_customers: expected.newCustomers,
      distinct_customers: expected.distinctCustomers,
      used_coupons: expected.usedCoupons,
    })
    expect(Math.abs(main_month.average_ticket * expected.orders - amount(expected.net))).toBeLessThanOrEqual(
      expected.orders * 0.005 + 1e-6,
    )
    const companies = main_month.customers_by_companies.map(
      ({ original_role, total_registered }) => [original_role, total_registered] as const,
    )
    const registered = [...expected.registered].filter(([role]) => COMPANY.test(role))
    expect(new Map(companies)).toEqual(new Map(registered))
  })

  test.each([...figures])('%s: orders and net per distributor and status', async (month, expected) => {
    const rows = await answer<DistributorsSellsRow[]>(
      `/api/distributors/get-distributors-sells?start_date=${month}&per_page=1000`,
    )
    const told = rows.map(
      ({ dist_id, order_status, total_orders: orders, total_amount: net }) =>
        [`${dist_id} ${order_status}`, { orders, net }] as const,
    )
    const wanted = [...expected.byDistributor].map(
      ([key, { orders, net }]) => [key, { orders, net: amount(net) }] as const,
    )
    expect(new Map(told)).toEqual(new Map(wanted))
    expect(told).toHaveLength(wanted.length)
  })

  /** The rows of a CSV file that begin with a mark, as numbers of its column. */
  const fileSum = async (path: string, title: string) => {
    const file = await app.get(`${path}&export=1`, 'superAdmin')
    const [titles = [], ...rows]: string[][] = parse(file.body, {
      bom: true,
      delimiter: /^[^\r\n]*;/.test(file.body) ? ';' : ',',
    })
    const at = titles.indexOf(title)
    expect(at, titles.join()).toBeGreaterThanOrEqual(0)
    return rows.reduce((sum, row) => sum + cents((row[at] ?? '').replace(',', '.')), 0)
  }

  test('the charts of 12 months show the scorecards', async () => {
    const months = await answer<MainPageCharts>('/api/summary/main-page/charts?start_date=2026-11')
    expect(Object.keys(months)).toEqual([...figures.keys()].slice(-12))
    for (const [month, { completed_orders }] of Object.entries(months))
      expect(completed_orders).toEqual({
        total_amount: amount(figures.get(month)!.net),
        total_orders: figures.get(month)!.orders,
      })
  })

  test('lines, discounts and refunds tie to their orders', async () => {
    const off = await store.all(sql`
      select o.order_id from orders o
      left join (select order_id, sum(net) as net, sum(gross) as gross from order_lines group by order_id) l
        on l.order_id = o.order_id
      left join (select order_id, sum(amount) as amount from order_discounts group by order_id) d
        on d.order_id = o.order_id
      where coalesce(l.net, 0) <> o.net or coalesce(l.gross, 0) <> o.gross
        or coalesce(d.amount, 0) <> o.discount or o.net <> o.gross - o.discount - o.refunded`)
    expect(off).toEqual([])
  })

  test('keeps every record, and lists what cannot be classified', () => {
    expect(report.collections).toMatchObject({
      categories: { read: 29, written: 29, rejected: 0 },
      coupons: { read: 19, written: 19, rejected: 0 },
      products: { read: 71, written: 71, rejected: 0 },
      customers: { read: 400, written: 400, rejected: 0 },
      refunds: { read: 183, rejected: 0 },
      orders: { read: 3000, written: 3000, rejected: 0 },
    })
    expect(report.rejects).toEqual([])
    expect(report.unmapped).toMatchObject({
      discount: [],
      role: [],
      status: [],
      clock: [],
      refund: [],
      currency: [{ text: 'USD', count: 2 }],
      province: [
        { text: '', count: 3 },
        { text: '??', count: 1 },
      ],
    })
  })

  test('every distributor has its newest name', async () => {
    const rows = await store.all<{ dist_id: string; name: string }>(
      sql`select dist_id, name from distributors where dist_id <> '0'`,
    )
    const names = new Map(rows.map(({ dist_id, name }) => [dist_id, name]))
    expect(names).toEqual(recordedDistributors())
    expect(names.get('10118')).toBe('DISTRIBUIDORA NANDU SRL')
  })

  test('importing it again changes nothing', async () => {
    const before = await store.all(
      sql`select name, version from data_versions where name not in ('settings', 'jobs') order by name`,
    )
    const again = await importShop({
      store,
      source: wooCommerceSource(await filesShop(RECORDED)),
      timeZone: 'America/Argentina/Buenos_Aires',
      progress: silentProgress,
    })
    expect(again.collections.orders).toMatchObject({ read: 3000, written: 0, unchanged: 3000, removed: 0 })
    expect(again.months).toEqual([])
    expect(
      await store.all(
        sql`select name, version from data_versions where name not in ('settings', 'jobs') order by name`,
      ),
    ).toEqual(before)
  }, 60_000)

  // Last: sessions of the month that runs end those of the real clock.
  test('«En preparación» of the running month is one number at every door', async () => {
    const running = await testApp(store, { now: () => new Date('2026-11-29T15:00:00Z') })
    const [before, asked] = [app, 'start_date=2026-11']
    app = running
    try {
      const wanted = [...(figures.get('2026-11')?.byDistributor ?? [])]
        .filter(([key]) => PREPARING.some((status) => key.endsWith(` ${status}`)))
        .reduce((sum, [, { net }]) => sum + Number(net), 0)
      expect(wanted).toBeGreaterThan(0)
      const { main_month } = await answer<MainPage>(`/api/summary/main-page?${asked}`)
      const total = (rows: readonly { preparing_amount: number }[]) =>
        rows.reduce((sum, row) => sum + cents(row.preparing_amount), 0)
      type Prepared = { preparing_amount: number }
      const one = async (path: string) => cents((await answer<Prepared>(path)).preparing_amount)
      const { token } = await apiTokenOf(app, await app.tokenOf('superAdmin'), API_TOKEN_PERMISSIONS)
      const where = `status:${PREPARING.join(',')}`
      const days = { from: '2026-11-01', to: '2026-11-30' }
      const { told } = await callTool(app, token, 'answer_question', {
        ...days,
        measures: ['net_sale'],
        by: ['distributor'],
        where: [where],
      })
      const explored = await app.get(
        `/api/questions/answer?measures=net_sale&from=${days.from}&to=${days.to}&where=${encodeURIComponent(where)}`,
        'superAdmin',
      )
      const resume = await answer<{ billing: Prepared }>(`/api/distributors/resume?${asked}`)
      const goals = await answer<{ in_preparation: number }>(
        '/api/goals/forecast?month=2026-11&as_of=2026-11-29',
      )
      expect({
        scorecard: cents(main_month.preparing.net_sale),
        resume: cents(resume.billing.preparing_amount),
        distributors: total(
          await answer<Prepared[]>(`/api/distributors/get-distributors-list?${asked}&per_page=1000`),
        ),
        distributorsFile: await fileSum(`/api/distributors/get-distributors-list?${asked}`, 'En preparación'),
        segments: await one(`/api/orders/ranking-orders-by-segments?${asked}`),
        businesses: await one(`/api/orders/ranking-orders-by-business?${asked}`),
        sold: await one(`/api/products/qty-and-total-selled?${asked}`),
        ranking: total(await answer<Prepared[]>(`/api/products/get-ranking-products-selled?${asked}`)),
        rankingFile: await fileSum(`/api/products/get-ranking-products-selled?${asked}`, 'En preparación'),
        simple: await one(`/api/reports/products/simple/detail?${asked}`),
        goals: cents(goals.in_preparation),
        explore: cents(explored.json().meta.totals.net_sale),
        assistant: cents(Number(Object(Object(told).totals).net_sale)),
      }).toEqual(
        Object.fromEntries(
          'scorecard resume distributors distributorsFile segments businesses sold ranking rankingFile simple goals explore assistant'
            .split(' ')
            .map((door) => [door, wanted]),
        ),
      )
    } finally {
      app = before
    }
  })
})
