// A figure is the same wherever the product shows it, and what a total counts can be listed, on both engines.

import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { endpoints } from '#contract/api.ts'
import { type Column, type ColumnFormat, shownColumns } from '#contract/columns.ts'
import { columnsOfState } from '#contract/lists/opportunities.ts'
import { COMPARISONS, comparedMonth } from '#contract/month.ts'
import { statusLabel } from '#contract/statuses.ts'
import { silentProgress } from '#server/ingest/progress.ts'
import { makeDemo } from '#server/start/make-demo.ts'
import type { Engine } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { openSmallShop } from '../fixtures/open-small-shop.ts'
import { type TestApp, TIME_ZONE, testApp, type Who } from './app.ts'
import { describeEngines, type TestEngine } from './engines.ts'
import { NIGHTLY } from './nightly.ts'
import { SAMPLE_SHOP } from './sample-shop.ts'

/** Takes seconds alone, and longer while other tests run. */
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

type Row = Record<string, unknown>

/** Calls that compare two months in their answer as a whole. */
const BESIDE = [
  '/api/summary/main-page',
  '/api/orders/get-totals',
  '/api/orders/get_total_units_sold',
  '/api/products/qty-and-total-selled',
  '/api/customers/new-customers',
  '/api/customers/new-employees',
  '/api/customers/distinct-customers-by-dates',
  '/api/customers/distinct-employees-by-dates',
  '/api/discounts/total-used-coupons',
  '/api/reports/products/simple/detail',
]

interface OneShop {
  readonly months: readonly string[]
  /** Engines on which each run checks it; nightly runs check every shop on both. */
  readonly engines: readonly Engine[]
  open(engine: TestEngine): Promise<Store>
}

const SHOPS: Record<string, OneShop> = {
  'the small shop': {
    // In April some figures are those of the month before; in June there are no orders.
    months: NIGHTLY ? ['2026-04', '2026-05', '2026-06'] : ['2026-05'],
    engines: ['duckdb'],
    open: (engine) => openSmallShop(engine),
  },
  'a generated shop': {
    months: ['2026-05'],
    engines: ['postgres'],
    async open(engine) {
      const store = await engine.open()
      await makeDemo(
        store,
        { orders: NIGHTLY ? 1200 : 400, months: 3, until: '2026-05', seed: 11, timeZone: TIME_ZONE },
        silentProgress,
      )
      return store
    },
  },
  'the recorded store': {
    // May has an order in dollars.
    months: NIGHTLY ? ['2026-05', '2026-10'] : ['2026-05'],
    engines: ['postgres'],
    open: (engine) => engine.open(SAMPLE_SHOP),
  },
}

/** The expected cell of the standard CSV for a value of the page, by the format of its column. */
function written(format: ColumnFormat, value: unknown): unknown {
  if (value === null || value === undefined) return ''
  if (format === 'flag') return value === true || value === 1 ? 'Sí' : 'No'
  if (format === 'status') return statusLabel(String(value))
  if (format === 'money' || format === 'money1') return Number(value).toFixed(2)
  if (format === 'unit_money') return Number(value).toFixed(4).replace(/00$/, '')
  return String(value)
}

/** Parts of a whole in percent, under any name. */
const SHARES = ['percent_amount', 'percent_units_sold', 'percent', 'buyers_share', 'net_share']

/** Every list of rows in an answer, with its place. */
function* listsIn(value: unknown, place = ''): Generator<[string, Row[]]> {
  if (value === null || typeof value !== 'object') return
  const isList =
    Array.isArray(value) && value.length > 0 && value.every((row) => row !== null && typeof row === 'object')
  if (isList) yield [place, value]
  for (const [key, part] of Object.entries(value))
    yield* listsIn(part, Array.isArray(value) ? place : `${place}.${key}`)
}

const cents = (value: unknown) => Math.round(Number(value) * 100)
const total = (rows: readonly Row[], key: string) => rows.reduce((sum, row) => sum + cents(row[key]), 0)
const whole = (rows: readonly Row[], key: string) => rows.reduce((sum, row) => sum + Number(row[key]), 0)

describeEngines('one number everywhere', (engine) => {
  const shops = Object.entries(SHOPS).filter(([, { engines }]) => NIGHTLY || engines.includes(engine.name))
  describe.each(shops)('in %s', (_, { months, open }) => {
    let app: TestApp
    beforeAll(async () => {
      // Ages are told in hundredths of a day.
      const now = new Date()
      app = await testApp(await open(engine), { now: () => now })
    })
    afterAll(() => app.close())

    const answer = async (path: string, who: Who = 'superAdmin') => {
      const reply = await app.get(path, who)
      expect(reply.statusCode, `${path} ${reply.body.slice(0, 300)}`).toBe(200)
      return reply
    }
    const data = async (path: string, who?: Who) => (await answer(path, who)).json().data
    const list = async (path: string, who?: Who): Promise<Row[]> => {
      const rows: Row[] = []
      for (let page = 1; ; page += 1) {
        const { data, meta } = (
          await answer(`${path}${path.includes('?') ? '&' : '?'}per_page=1000&page=${page}`, who)
        ).json()
        rows.push(...data)
        if (page >= meta.page_count) {
          expect(rows).toHaveLength(meta.total)
          return rows
        }
      }
    }

    describe.each(months)('%s', (month) => {
      const asked = `start_date=${month}`

      test.each(['superAdmin', 'scoped'] as const)(
        'net sale: scorecard = products = segments = businesses = distributors = days = lines, for %s',
        async (who) => {
          const { main_month } = await data(`/api/summary/main-page?${asked}`, who)
          const net = cents(main_month.net_sale)
          const resume = await data(`/api/distributors/resume?${asked}`, who)
          const sums = {
            products: total(
              await data(`/api/products/get-ranking-products-selled?${asked}`, who),
              'total_amount',
            ),
            segments: total(
              (await data(`/api/orders/ranking-orders-by-segments?${asked}`, who)).rows,
              'total_amount',
            ),
            businesses: total(
              (await data(`/api/orders/ranking-orders-by-business?${asked}`, who)).rows,
              'total_amount',
            ),
            businessTotals: total(
              await data(`/api/reports/test/business-totals?${asked}`, who),
              'total_amount',
            ),
            distributors: cents(resume.billing.total_amount),
            distributorRows: total(
              await list(`/api/distributors/get-distributors-list?${asked}`, who),
              'completed_amount',
            ),
            days: total(await data(`/api/orders/ranking-orders-by-dates?${asked}`, who), 'total_amount'),
            provinces: total(
              await list(`/api/orders/group-by-states-and-period?${asked}`, who),
              'total_amount',
            ),
            totals: cents((await data(`/api/orders/get-totals?${asked}`, who)).main_month.total_amount),
            sold: cents(
              (await data(`/api/products/qty-and-total-selled?${asked}`, who)).main_month.total_amount,
            ),
            orders: total(
              (await list(`/api/orders?${asked}`, who)).filter(({ currency }) => currency === 'ARS'),
              'order_total',
            ),
            lines: total(await list(`/api/reports/test/business?${asked}`, who), 'total_amount'),
            simple: total(await list(`/api/reports/products/simple?${asked}`, who), 'total_net_revenue'),
            simpleDetail: cents(
              (await data(`/api/reports/products/simple/detail?${asked}`, who)).main_month.total_revenue,
            ),
            trade: total(await list(`/api/reports/distributor/order-discounts?${asked}`, who), 'net_total'),
          }
          expect(sums).toEqual(Object.fromEntries(Object.keys(sums).map((name) => [name, net])))
        },
      )

      test('units: scorecard = products = days = lines', async () => {
        const { main_month } = await data(`/api/summary/main-page?${asked}`)
        const sums = {
          units: (await data(`/api/orders/get_total_units_sold?${asked}`)).main_month.total_units_sold,
          products: whole(await data(`/api/products/get-ranking-products-selled?${asked}`), 'units_sold'),
          days: whole(await data(`/api/orders/get-orders-ranking-by-days?${asked}`), 'units_sold'),
          lines: whole(await list(`/api/reports/test/business?${asked}`), 'quantity'),
          simple: whole(await list(`/api/reports/products/simple?${asked}`), 'product_quantity'),
        }
        expect(sums).toEqual(
          Object.fromEntries(Object.keys(sums).map((name) => [name, main_month.total_units_sold])),
        )
      })

      test.each(['superAdmin', 'scoped'] as const)(
        'the shares of every list add up to 100.00, for %s',
        async (who) => {
          const found = new Map<string, number>()
          for (const { method, monthly, path } of endpoints) {
            if (method !== 'GET' || !monthly || path.includes('{')) continue
            const reply = await app.get(`${path}?${asked}&per_page=1000`, who)
            if (reply.statusCode !== 200) continue
            for (const [place, rows] of listsIn(reply.json().data))
              for (const key of SHARES.filter((share) =>
                rows.every((row) => typeof row[share] === 'number'),
              )) {
                const sum = rows.reduce((hundredths, row) => hundredths + cents(row[key]), 0)
                // Without amounts there is nothing to share.
                if (rows.some((row) => row[key] !== 0)) found.set(`${path} ${place} ${key}`, sum)
              }
          }
          expect([...found].filter(([, sum]) => sum !== 100_00)).toEqual([])
          if (who === 'superAdmin')
            expect(found.size, [...found.keys()].join()).toBeGreaterThanOrEqual(SHARES.length)
        },
      )

      test('customers: scorecard = the counts = the lists behind them', async () => {
        const { main_month } = await data(`/api/summary/main-page?${asked}`)
        const byState = await list(`/api/customers/group-by-states-and-period?${asked}`)
        const companies: Row[] = await data(`/api/customers/employees-registered-by-companies?${asked}`)
        expect({
          registered: (await data(`/api/customers/new-customers?${asked}`)).main_month.total,
          byState: whole(byState, 'total_registered'),
          buyers: (await data(`/api/customers/distinct-customers-by-dates?${asked}`)).main_month.total,
          users: (await data(`/api/reports/products/simple/detail?${asked}`)).main_month.total_users,
          coupons: (await data(`/api/discounts/total-used-coupons?${asked}`)).main_month.used_coupons,
          employees: (await data(`/api/customers/new-employees?${asked}`)).main_month.total,
        }).toEqual({
          registered: main_month.new_customers,
          byState: main_month.new_customers,
          buyers: main_month.distinct_customers,
          users: main_month.distinct_customers,
          coupons: main_month.used_coupons,
          employees: whole(companies, 'total_registered'),
        })
        expect(companies).toEqual(
          expect.arrayContaining(
            main_month.customers_by_companies.map((row: Row) => expect.objectContaining(row)),
          ),
        )
      })

      test.each(['superAdmin', 'scoped'] as const)(
        'discounts: groups = sub-groups = statuses = detail rows = distributors = coupons and fees, for %s',
        async (who) => {
          const groups = await data(`/api/reports/coupons/group?group=all&${asked}`, who)
          const sums = {
            groups: total(groups.data_groups, 'total_discounted'),
            statuses: total(groups.rows, 'total-discounted'),
            sub_groups: total(groups.sub_groups, 'total_discounted'),
            sub_groupRows: total(
              await data(`/api/reports/coupons/subgroup?${asked}`, who),
              'total_discounted',
            ),
            details: total(
              await list(`/api/discounts/coupon-and-discount-lists?${asked}`, who),
              'total_discounted',
            ),
            lines: total(await list(`/api/reports/coupons?${asked}`, who), 'discount_value'),
            distributors: total(
              await list(`/api/reports/coupons/group-by-distributors?${asked}`, who),
              'total-discount',
            ),
            names:
              total(await list(`/api/discounts/total-by-periods?${asked}`, who), 'total_amount_discounted') +
              total(
                await list(`/api/discounts/total-by-periods?line_type=fee&${asked}`, who),
                'total_amount_discounted',
              ),
          }
          const all = cents(groups.TOTAL_DISCOUNTED)
          expect(sums).toEqual(Object.fromEntries(Object.keys(sums).map((name) => [name, all])))
          expect(whole(groups.data_groups, 'cant')).toBe(groups.TOTAL_CANT)
        },
      )

      test('a sub-group of a group opens its own rows', async () => {
        for (const row of await data(`/api/reports/coupons/subgroup?${asked}`)) {
          const where = `group=${encodeURIComponent(row.group)}&sub_group=${encodeURIComponent(row.sub_group)}`
          const rows = await list(`/api/discounts/coupon-and-discount-lists?${asked}&${where}`)
          expect({ sum: total(rows, 'total_discounted'), count: rows.length }).toEqual({
            sum: cents(row.total_discounted),
            count: row.total_quantity,
          })
        }
      })

      test('a company opens its purchases and its employees', async () => {
        const { corporates } = await data(`/api/reports/coupons/group?${asked}`)
        for (const company of corporates) {
          const role = encodeURIComponent(company.original_role)
          const orders = await list(`/api/orders/get-orders-by-role/${role}?${asked}`)
          const people = await list(`/api/customers/registered/${role}?${asked}`)
          expect({
            net: total(orders, 'order_total'),
            gross: total(orders, 'order_subtotal'),
            discount: total(orders, 'discount'),
            refunded:
              total(orders, 'order_subtotal') - total(orders, 'discount') - total(orders, 'order_total'),
            orders: orders.length,
            users: people.length,
          }).toEqual({
            net: cents(company.total_amount),
            gross: cents(company.subtotal_amount),
            discount: cents(company.total_discounted),
            refunded: cents(company.total_refunded),
            orders: company.total_orders,
            users: company.total_users,
          })
        }
      })

      test.each(COMPARISONS)('the compared figure (%s) equals the figure of that month', async (compare) => {
        const other = comparedMonth(month, compare)
        const both = async (path: string) => {
          const mark = path.includes('?') ? '&' : '?'
          const reply = (await answer(`${path}${mark}${asked}&compare=${compare}`)).json()
          expect(reply.meta.months.toSorted(), path).toEqual([other, month].toSorted())
          return { here: reply.data, there: await data(`${path}${mark}start_date=${other}`) }
        }
        for (const path of BESIDE) {
          const { here, there } = await both(path)
          expect(here.prev_month, path).toEqual(there.main_month)
        }
        const rowsBeside = [
          ['/api/distributors/resume', 'billing.items', 'dist_id', 'amount', 'prev_amount'],
          [
            ...['/api/distributors/get-distributors-list?per_page=1000', '', 'dist_id'],
            ...['completed_amount', 'prev_completed_amount'],
          ],
          ['/api/orders/ranking-orders-by-business', 'rows', 'business', 'total_amount', 'prev_amount'],
          ['/api/orders/ranking-orders-by-segments', 'rows', 'segment', 'total_amount', 'prev_amount'],
          [
            ...['/api/reports/coupons/group?group=all', 'corporates', 'original_role'],
            ...['total_amount', 'prev_amount'],
          ],
          ['/api/reports/coupons/subgroup', '', 'sub_group', 'total_discounted', 'prev_discounted'],
        ] as const
        for (const [path, where, key, now, before] of rowsBeside) {
          const { here, there } = await both(path)
          const rowsIn = (from: object): Row[] => {
            const found: unknown =
              where === '' ? from : where.split('.').reduce((at, key) => Object(at)[key], from)
            return Array.isArray(found) ? found : []
          }
          const name = (row: Row) => `${row.business} ${row.group} ${row[key]}`
          if (month === '2026-05') expect(rowsIn(here).length, path).toBeGreaterThan(0)
          const old = new Map(rowsIn(there).map((row) => [name(row), row[now]]))
          for (const row of rowsIn(here)) {
            const was = old.get(name(row)) ?? 0
            expect(row[before], `${path} ${name(row)}`).toBe(was)
            expect(cents(row.difference), `${path} ${name(row)}`).toBe(cents(row[now]) - cents(was))
            const change = Number(was) === 0 ? 0 : ((Number(row[now]) - Number(was)) / Number(was)) * 100
            expect(row.increment, `${path} ${name(row)}`).toBeCloseTo(change, 1)
          }
        }
        const groups = await both('/api/reports/coupons/group?group=all')
        const { data_groups, TOTAL_DISCOUNTED, TOTAL_CANT } = groups.there
        expect(groups.here.prev_data).toEqual({ data_groups, TOTAL_DISCOUNTED, TOTAL_CANT })
      })

      test('a distributor opens the products it sold', async () => {
        const rows = await list(`/api/distributors/get-distributors-list?${asked}`)
        for (const { dist_id, completed_amount } of rows.slice(0, 4)) {
          const one = `${asked}&only_dist_id=${dist_id}`
          const sold = await data(`/api/products/get-ranking-products-selled?${one}`)
          const { main_month } = await data(`/api/products/qty-and-total-selled?${one}`)
          expect({ rows: total(sold, 'total_amount'), cards: cents(main_month.total_amount) }).toEqual({
            rows: cents(completed_amount),
            cards: cents(completed_amount),
          })
        }
      })

      test('statuses: their sums are those of the orders listed', async () => {
        for (const row of await data(`/api/orders/ranking-orders-by-status?${asked}`)) {
          const rows = (await list(`/api/orders?status=${row.order_status}&${asked}`)).filter(
            ({ currency }) => currency === 'ARS',
          )
          expect({ sum: total(rows, 'order_total'), count: rows.length }).toEqual({
            sum: cents(row.total_amount),
            count: row.total_orders,
          })
        }
      })

      test('the commercial report splits the discounts of its orders to the cent', async () => {
        const lines = await list(`/api/reports/distributor/order-discounts?${asked}`)
        const orders = new Map((await list(`/api/orders?${asked}`)).map((row) => [row.order_id, row]))
        for (const [id, rows] of Map.groupBy(lines, (row) => row.order_id)) {
          expect(total(rows, 'total_discounts')).toBe(cents(orders.get(id)?.discount))
          expect(total(rows, 'corporate_discount') + total(rows, 'subtotal_other_discounts')).toBe(
            total(rows, 'total_discounts'),
          )
        }
      })

      test('every list exports the same rows as its pages', async () => {
        const lists = endpoints.filter((endpoint) => 'list' in endpoint)
        const order_id = String((await list(`/api/orders?${asked}`))[0]?.order_id)
        const distributors = await list(`/api/distributors/get-distributors-list?${asked}`)
        const [open] = await list(`/api/distributors/opportunities?${asked}`)
        for (const { path, list: spec } of lists as unknown as {
          path: string
          list: { columns: Column[] }
        }[]) {
          const real = path
            .replace('{role}', 'customer')
            .replace('{role_name}', 'customer')
            .replace('{category_id}', '1100')
            .replace('{bought_order_id}', order_id)
            .replace('{dist_id}', String((path.includes('{key}') ? open : distributors[0])?.dist_id ?? '0'))
            .replace('{key}', String(open?.key ?? '1.0'))
          const pages = await list(`${real}?${asked}`)
          const file = await answer(`${real}?${asked}&export=1&csv=standard`)
          const rows: string[][] = parse(file.body, { relax_column_count: true })
          // These months are over, so they are compared whole.
          const shown = shownColumns(spec.columns, false, () => true)
          // Those about decisions are in the files of followed and dismissed ones.
          const columns = path === '/api/distributors/opportunities' ? columnsOfState(shown, 'open') : shown
          expect(rows[0], path).toEqual(columns.map(({ title }) => title))
          expect(rows.length - 1, path).toBe(pages.length)
          const cells = pages.map((page) =>
            columns.map(({ key, format, labels }) =>
              // Instants are in UTC on the wire and on the shop's clock in a file; tests of exports check that.
              format === 'datetime'
                ? expect.any(String)
                : (labels?.[String(page[key])] ?? written(format, page[key])),
            ),
          )
          expect(rows.slice(1), path).toEqual(cells)
        }
      })
    })
  })
})
