// Every figure of the screens equals the answer to its question: the recorded store, each of its 14 months, by day one on
// DuckDB and every third one on PostgreSQL.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CouponGroups } from '#contract/benefits.ts'
import type { Resume } from '#contract/distributors.ts'
import { monthBounds } from '#contract/month.ts'
import type { ProductRankingRow } from '#contract/products.ts'
import { EVERY_STATUS, filterText } from '#contract/questions/filter.ts'
import type { MeasureKey } from '#contract/questions/measures.ts'
import { BENEFIT_STATUSES } from '#contract/statuses.ts'
import { importShop } from '#server/ingest/import.ts'
import { silentProgress } from '#server/ingest/progress.ts'
import { filesShop } from '#server/sources/woocommerce/json-lines.ts'
import { wooCommerceSource } from '#server/sources/woocommerce/source.ts'
import { companiesOf, groupMeasures } from '#web/features/benefits/rules.ts'
import { whyOfCompany, whyOfGroup, whyOfSubGroup } from '#web/features/benefits/why.ts'
import { whyOfDistributor, whyOfOthers, whyOfStatus } from '#web/features/distributors/why.ts'
import { AMOUNT, UNITS, whyOfBusiness, whyOfProduct, whyOfSegment } from '#web/features/products/rules.ts'
import { type WhyQuestion, whyParam, withPreparing } from '#web/shared/why/why-address.ts'
import { sumOf } from '#web/text/format.ts'
import { type TestApp, TIME_ZONE, testApp } from './app.ts'
import { describeEngines } from './engines.ts'
import { NIGHTLY } from './nightly.ts'
import { RECORDED, recordedFigures } from './recorded-oracle.ts'

const MONTHS = [...recordedFigures().keys()]

type Row = Record<string, unknown>

/** Rows of a call and rows of a question: key → figures. */
interface Pair {
  readonly call: string
  readonly rows: (data: never) => Row[]
  /** Fields that identify a row of the call, in the order of the question's dimensions. */
  readonly key: readonly string[]
  /** Field of the call → measure. */
  readonly figures: Readonly<Record<string, string>>
  readonly question: string
  /** What identifies a row of the question: keys of its dimensions, their labels, or its day. */
  readonly by?: 'key' | 'label'
  /** Rows of the question that the screen omits by specification. */
  readonly isLeftOut?: (key: string, figures: readonly unknown[]) => boolean
}

const list = (data: Row[]) => data
const inBenefits = `where=status:${BENEFIT_STATUSES.join(',')}`
const inCompanies = 'where=company!:,customer,mayorista,subscriber,administrator,shop_manager'
const everyStatus = `where=${filterText(EVERY_STATUS)}`
const sold = { total_amount: 'net_sale', units_sold: 'units', total_orders: 'orders' }
const classed = { total_amount: 'net_sale', total_units_sold: 'units', total_orders: 'orders' }

/** Rankings of businesses and segments drop rows with amount zero. */
const hasNoAmount = (_: string, [amount]: readonly unknown[]) => amount === 0

/** Lists of days have those with orders. */
const soldNothing = (_: string, figures: readonly unknown[]) => figures.every((figure) => figure === 0)

const PAIRS: Readonly<Record<string, Pair>> = {
  scorecard: {
    call: 'summary/main-page',
    rows: ({ main_month }: { main_month: Row }) => [main_month],
    key: [],
    figures: {
      ...{ net_sale: 'net_sale', total_orders: 'orders', total_units_sold: 'units' },
      ...{ average_ticket: 'average_ticket', new_customers: 'registered', distinct_customers: 'buyers' },
    },
    question: '',
  },
  'registered per company': {
    call: 'customers/employees-registered-by-companies',
    rows: list,
    key: ['original_role'],
    figures: { total_registered: 'registered' },
    question: `by=company&${inCompanies}`,
  },
  'distinct employees': {
    call: 'customers/distinct-employees-by-dates',
    rows: ({ main_month }: { main_month: Row }) => [main_month],
    key: [],
    figures: { total: 'buyers' },
    question: inCompanies,
  },
  'registered employees': {
    call: 'customers/new-employees',
    rows: ({ main_month }: { main_month: Row }) => [main_month],
    key: [],
    figures: { total: 'registered' },
    question: inCompanies,
  },
  'cancelled orders of the chart': {
    call: 'orders/ranking-orders-by-dates',
    rows: list,
    key: ['order_date'],
    figures: {
      ...{ total_amount: 'net_sale', total_orders: 'orders' },
      ...{ total_canceled_amount: 'cancelled_amount', total_canceled_orders: 'cancelled_orders' },
    },
    question: 'grain=day',
    isLeftOut: soldNothing,
  },
  'orders by day': {
    call: 'orders/get-orders-ranking-by-days',
    rows: list,
    key: ['order_date'],
    figures: {
      ...{ amount_completed: 'net_sale', orders_completed: 'orders', units_sold: 'units' },
      ...{ amount_cancelled: 'cancelled_amount', orders_cancelled: 'cancelled_orders' },
    },
    question: 'grain=day',
    isLeftOut: soldNothing,
  },
  'orders by status': {
    call: 'orders/ranking-orders-by-status',
    rows: list,
    key: ['order_status'],
    figures: { total_amount: 'net_sale', total_orders: 'orders' },
    question: 'by=status',
  },
  'orders by province': {
    call: 'orders/group-by-states-and-period?per_page=100',
    rows: list,
    key: ['state'],
    figures: { total_amount: 'net_sale', total_orders: 'orders', total_units_sold: 'units' },
    question: 'by=province',
  },
  'accounts by province': {
    call: 'customers/group-by-states-and-period?per_page=100',
    rows: list,
    key: ['state'],
    figures: { total_registered: 'registered' },
    question: 'by=province',
  },
  'completed and cancelled orders by distributor': {
    call: 'distributors/get-distributors-list?per_page=1000',
    rows: list,
    key: ['dist_id'],
    figures: {
      ...{ completed_amount: 'net_sale', completed_orders: 'orders' },
      ...{ cancelled_amount: 'cancelled_amount', cancelled_orders: 'cancelled_orders' },
    },
    question: 'by=distributor',
  },
  'all orders by distributor': {
    call: 'distributors/get-distributors-list?per_page=1000',
    rows: list,
    key: ['dist_id'],
    figures: { all_amount: 'net_sale', all_orders: 'orders' },
    question: `by=distributor&${everyStatus}`,
  },
  'sales by distributor and status': {
    call: 'distributors/get-distributors-sells?per_page=1000',
    rows: list,
    key: ['dist_id', 'order_status'],
    figures: {
      ...{ total_orders: 'orders', total_units_sold: 'units', subtotal_amount: 'gross' },
      ...{ total_discounted: 'discount', total_refunded: 'refunded', total_amount: 'net_sale' },
    },
    question: 'by=distributor,status',
  },
  'ranking of products': {
    call: 'products/get-ranking-products-selled',
    rows: list,
    key: ['name'],
    figures: sold,
    question: 'by=product',
    by: 'label',
  },
  'buyers of products': {
    call: 'reports/products/simple?per_page=1000',
    rows: list,
    key: ['product_name'],
    figures: {
      ...{ total_users_buy: 'buyers', total_orders_count: 'orders' },
      ...{ product_quantity: 'units', total_net_revenue: 'net_sale' },
    },
    question: 'by=product',
    by: 'label',
  },
  'the catalogue': {
    call: 'products?per_page=1000',
    rows: (data: Row[]) => data.filter((row) => row.total_orders !== 0),
    key: ['product_id'],
    figures: sold,
    question: 'by=parent_product',
    // The catalogue has no deleted products, such as 81.
    isLeftOut: (key) => key.startsWith('name:') || key === '81',
  },
  'products by distributor': {
    call: 'products/by-distributor?per_page=1000',
    rows: list,
    key: ['dist_name', 'name'],
    figures: sold,
    question: 'by=distributor,product',
    by: 'label',
  },
  segments: {
    call: 'orders/ranking-orders-by-segments',
    rows: ({ rows }: { rows: Row[] }) => rows,
    key: ['business', 'segment'],
    figures: classed,
    question: 'by=business,segment',
    isLeftOut: hasNoAmount,
  },
  businesses: {
    call: 'orders/ranking-orders-by-business',
    rows: ({ rows }: { rows: Row[] }) => rows,
    key: ['business'],
    figures: classed,
    question: 'by=business',
    isLeftOut: hasNoAmount,
  },
  'totals of businesses': {
    call: 'reports/test/business-totals',
    rows: list,
    key: ['business'],
    figures: classed,
    question: 'by=business',
    isLeftOut: hasNoAmount,
  },
  'cards of the products report': {
    call: 'reports/products/simple/detail',
    rows: ({ main_month }: { main_month: Row }) => [main_month],
    key: [],
    figures: {
      ...{ total_revenue: 'net_sale', total_orders: 'orders' },
      ...{ total_products: 'products_sold', total_users: 'buyers' },
    },
    question: '',
  },
  'groups of benefits': {
    call: 'reports/coupons/group?group=all',
    rows: ({ data_groups }: { data_groups: Row[] }) => data_groups,
    key: ['group'],
    figures: { total_discounted: 'benefit_amount', cant: 'benefit_uses' },
    question: 'by=benefit_group',
  },
  'orders with a benefit': {
    call: 'reports/coupons/group?group=all',
    rows: ({ data_groups }: { data_groups: Row[] }) => data_groups,
    key: ['group'],
    figures: { values: 'orders' },
    question: `by=benefit_group&${inBenefits}&where=benefit_group!:`,
  },
  'sub-groups of benefits': {
    call: 'reports/coupons/subgroup',
    rows: list,
    key: ['group', 'sub_group'],
    figures: { total_discounted: 'benefit_amount', total_quantity: 'benefit_uses' },
    question: 'by=benefit_group,benefit_sub_group',
  },
}

/** A change on a screen: rows with previous and current values, and the question that its button opens. */
interface Changes {
  readonly call: string
  readonly rows: (data: never) => { of: WhyQuestion; before: unknown; after: unknown }[]
}

const change = (of: WhyQuestion, row: Row, before: string, after: string) => ({
  of,
  before: row[before],
  after: row[after],
})

/** The distributors after the first two. */
const othersOf = (items: Resume['billing']['items']) => ({
  of: whyOfOthers(items.slice(0, 2).map(({ dist_id }) => dist_id)),
  before: sumOf(items.slice(2).map(({ prev_amount }) => prev_amount)),
  after: sumOf(items.slice(2).map(({ amount }) => amount)),
})

interface Pairs {
  readonly main_month: Row
  readonly prev_month: Row
}

const cards =
  (measures: Readonly<Record<string, MeasureKey>>) =>
  ({ main_month, prev_month }: Pairs) =>
    Object.entries(measures).map(([key, measure]) => ({
      of: { measure },
      before: prev_month[key],
      after: main_month[key],
    }))

const CHANGES: readonly Changes[] = [
  {
    call: 'summary/main-page',
    rows: cards({
      ...{ net_sale: 'net_sale', total_orders: 'orders', total_units_sold: 'units' },
      ...{ average_ticket: 'average_ticket', new_customers: 'registered', distinct_customers: 'buyers' },
    }),
  },
  {
    call: 'products/qty-and-total-selled',
    rows: cards({ total_amount: 'net_sale', total_units_sold: 'units', total_products: 'products_sold' }),
  },
  {
    call: 'reports/products/simple/detail',
    rows: cards({ total_orders: 'orders', total_products: 'products_sold', total_users: 'buyers' }),
  },
  {
    call: 'distributors/resume',
    rows: ({ billing, main_month, prev_month }: Resume) => [
      change(whyOfDistributor(), { ...billing }, 'prev_amount', 'total_amount'),
      ...billing.items.map((row) => change(whyOfDistributor(row.dist_id), row, 'prev_amount', 'amount')),
      ...main_month.resume.map(({ order_status, total_amount: after }) => ({
        of: whyOfStatus(order_status),
        before: prev_month.resume.find((row) => row.order_status === order_status)?.total_amount ?? 0,
        after,
      })),
    ],
  },
  {
    call: 'distributors/resume',
    rows: ({ billing, main_month, prev_month }: Resume) => [
      othersOf(billing.items),
      {
        of: withPreparing(whyOfDistributor()),
        before: sumOf([billing.prev_amount, billing.prev_preparing_amount]),
        after: sumOf([billing.total_amount, billing.preparing_amount]),
      },
      { of: whyOfStatus(), before: prev_month.total_amount, after: main_month.total_amount },
    ],
  },
  {
    call: 'distributors/get-distributors-list',
    rows: (data: (Row & { dist_id: string })[]) =>
      data.map((row) =>
        change(whyOfDistributor(row.dist_id), row, 'prev_completed_amount', 'completed_amount'),
      ),
  },
  {
    call: 'products/get-ranking-products-selled',
    rows: (data: ProductRankingRow[]) =>
      data.map((row) => change(whyOfProduct(row), { ...row }, 'prev_amount', 'total_amount')),
  },
  {
    call: 'products/by-distributor',
    rows: (data: (Row & { dist_id: string; product_id: number; variation_id: number; name: string })[]) =>
      data.map((row) => change(whyOfProduct(row, row.dist_id), row, 'prev_amount', 'total_amount')),
  },
  {
    call: 'orders/ranking-orders-by-segments',
    rows: ({ rows }: { rows: (Row & { business: string; segment: string })[] }) =>
      rows.map((row) => change(whyOfSegment(row), row, 'prev_amount', 'total_amount')),
  },
  {
    call: 'orders/ranking-orders-by-business',
    rows: ({ rows }: { rows: (Row & { business: string })[] }) =>
      rows.flatMap((row) => [
        change(whyOfBusiness(AMOUNT, row.business), row, 'prev_amount', 'total_amount'),
        change(whyOfBusiness(UNITS, row.business), row, 'prev_units_sold', 'total_units_sold'),
      ]),
  },
  {
    call: 'reports/coupons/group?group=all',
    rows: (data: CouponGroups) => [
      ...(['amount', 'units'] as const).flatMap((mode) =>
        groupMeasures(data, mode).map(({ group, previous, value }) => ({
          of: whyOfGroup(mode, group),
          before: previous,
          after: value,
        })),
      ),
      ...companiesOf(data.corporates).map((row) =>
        change(whyOfCompany(row.original_role), { ...row }, 'prev_amount', 'total_amount'),
      ),
    ],
  },
  {
    call: 'reports/coupons/subgroup',
    rows: (data: (Row & { group: string; sub_group: string })[]) =>
      data.map((row) =>
        change(whyOfSubGroup(row.group, row.sub_group), row, 'prev_discounted', 'total_discounted'),
      ),
  },
]

/** Rows tested per call: the first ones, which are the largest, and the last. */
const MOST_CHANGES = 4

const isSold = (figures: readonly unknown[]) => figures.some((figure) => figure !== 0 && figure !== null)

/** Rows without any figure are omitted on both sides; rows with equal names are merged. */
const sorted = (rows: readonly (readonly [string, readonly unknown[]])[]) =>
  rows
    .filter(([, figures]) => isSold(figures))
    .map(([key, figures]) => `${key}: ${figures.map((figure) => figure ?? 0).join(' ')}`)
    .sort()

describeEngines('the recorded store', (engine) => {
  const every = engine.name === 'duckdb' ? MONTHS.length : 3
  const months = MONTHS.filter((_, index) => NIGHTLY || index % every === 1)
  const compares = NIGHTLY || engine.name === 'postgres' ? ['previous', 'year'] : ['previous']
  let app: TestApp
  beforeAll(async () => {
    const store = await engine.open()
    const source = wooCommerceSource(await filesShop(RECORDED))
    await importShop({ store, source, timeZone: TIME_ZONE, progress: silentProgress })
    app = await testApp(store)
  }, 120_000)
  afterAll(() => app.close())

  const answer = async (path: string) => {
    const response = await app.get(path, 'superAdmin')
    expect(response.statusCode, `${path} ${response.body.slice(0, 300)}`).toBe(200)
    return response.json()
  }

  test.each(Object.entries(PAIRS))('%s', { timeout: 120_000 }, async (_, pair) => {
    let compared = 0
    for (const month of months) {
      const { from_date, to_date } = monthBounds(month)
      const { data } = await answer(
        `/api/${pair.call}${pair.call.includes('?') ? '&' : '?'}start_date=${month}`,
      )
      const measures = Object.values(pair.figures)
      const period = `from=${from_date}&to=${to_date}&per_page=10000`
      const asked = await answer(`/api/questions/answer?measures=${measures}&${pair.question}&${period}`)
      const dimensions = /by=([\w,]+)/.exec(pair.question)?.[1]?.split(',') ?? []
      const told = pair
        .rows(data as never)
        .map(
          (row) =>
            [
              pair.key.map((field) => row[field]).join(' | '),
              Object.keys(pair.figures).map((field) => row[field]),
            ] as const,
        )
      const keyOf = (row: Record<string, { key: string; label: string }> & { day?: string }) =>
        row.day ?? dimensions.map((dimension) => row[dimension]?.[pair.by ?? 'key']).join(' | ')
      const found = asked.data
        .map((row: never) => [keyOf(row), measures.map((measure) => row[measure])] as const)
        .filter(([key, figures]: [string, unknown[]]) => !pair.isLeftOut?.(key, figures))
      expect(sorted(found), month).toEqual(sorted(told))
      compared += sorted(told).length
    }
    expect(compared).toBeGreaterThan(months.length / 2)
  })

  test.each(CHANGES)(
    'changes of $call are explained by the same values',
    { timeout: 120_000 },
    async (one) => {
      const month = MONTHS.at(-2) ?? ''
      const { from_date, to_date } = monthBounds(month)
      for (const compare of compares) {
        const { data } = await answer(
          `/api/${one.call}${one.call.includes('?') ? '&' : '?'}start_date=${month}&compare=${compare}`,
        )
        const rows = one.rows(data as never)
        const looked = [...rows.slice(0, MOST_CHANGES), ...rows.slice(MOST_CHANGES).slice(-1)]
        expect(looked.length).toBeGreaterThan(0)
        for (const { of, before, after } of looked) {
          const asked = whyParam({
            ...of,
            period: { from: from_date, to: to_date },
            compare: compare as 'year',
          })
          const explained = await answer(`/api/questions/explain?${asked}`)
          expect([asked, explained.data.before, explained.data.after]).toEqual([asked, before, after])
        }
      }
    },
  )
})
