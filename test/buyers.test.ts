// Cohorts, repurchase and segments of random shops equal a plain model on both engines, for roles with all, some and no distributors.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CohortRow, Repurchase, Rfm } from '#contract/buyers.ts'
import { RFM_KEYS } from '#contract/lists/buyers.ts'
import type { Performance } from '#contract/performance.ts'
import { createAccount, createRole } from '#server/features/account/accounts.ts'
import { writeOrders } from '#server/ingest/write.ts'
import { writeCustomers } from '#server/ingest/write-customers.ts'
import { rebuildDirtyMonths } from '#server/rollups/rebuild.ts'
import { sql } from '#server/store/sql.ts'
import { SCOPE, signIn, type TestApp, testApp } from './app.ts'
import {
  cohortCell,
  cohortTable,
  type FirstFilter,
  histories,
  performanceModel,
  repurchaseRows,
  repurchaseTable,
  rfmModel,
} from './buyers-model.ts'
import { describeEngines } from './engines.ts'
import type { ModelShop } from './questions-model.ts'
import { PRODUCTS, randomCustomers, randomNumbers, randomOrder } from './questions-shop.ts'

/** The months of the generated orders, spread over more than a year. */
const SPREAD: Readonly<Record<string, string>> = {
  '2026-01': '2025-01',
  '2026-02': '2025-07',
  '2026-03': '2025-11',
  '2026-04': '2026-03',
  '2026-05': '2026-05',
}
const NOW = new Date('2026-05-20T15:00:00Z')
const LAST = '2026-05'
const SCOPES = { superAdmin: null, scoped: SCOPE, nobody: [] } as const
type Person = keyof typeof SCOPES

type Listed = Readonly<Record<string, string | number | null>>

const random = randomNumbers(18)

function spread(): ModelShop {
  const orders = Array.from({ length: 220 }, (_, index) => {
    const facts = randomOrder(random, index + 1)
    const month = SPREAD[facts.order.month] ?? facts.order.month
    const at = { month, order_date: `${month}${facts.order.order_date.slice(7)}` }
    return {
      ...facts,
      order: { ...facts.order, ...at, created_at: `${month}${facts.order.created_at.slice(7)}` },
      lines: facts.lines.map((line) => ({ ...line, month })),
      discounts: facts.discounts.map((discount) => ({ ...discount, month })),
    }
  })
  return { orders, customers: randomCustomers(random), products: PRODUCTS }
}
const shop = spread()
/** Some orders are dated later. */
const TODAY = '2026-05-20'
const byOrder = <Row extends { order_id?: unknown }>(rows: readonly Row[]) =>
  rows.toSorted((one, other) => Number(one.order_id) - Number(other.order_id))
const sorted = (numbers: number[]) => numbers.sort((one, other) => one - other)

const FILTERS: readonly FirstFilter[] = [
  {},
  { distributor: '101' },
  { province: 'CÓRDOBA' },
  { company: 'empleado_arcor' },
  { company: 'none' },
  { benefit: 'BANCARIOS' },
  { benefit: 'none', province: 'SALTA' },
]

describeEngines('buyers over time', (engine) => {
  let app: TestApp
  let nobody: string
  beforeAll(async () => {
    const store = await engine.open()
    await store.transaction(async (tx) => {
      await writeCustomers(tx, shop.customers)
      await writeOrders(tx, shop.orders)
    })
    await rebuildDirtyMonths(store)
    app = await testApp(store, { now: () => NOW })
    nobody = await withoutDistributors(app)
  })
  afterAll(() => app.close())

  const ask = async <T>(path: string, query: object, who: Person): Promise<T> => {
    const url = `${path}?${new URLSearchParams({ start_date: LAST, ...query })}`
    const answer =
      who === 'nobody'
        ? await app.get({ url, headers: { authorization: `Bearer ${nobody}` } })
        : await app.get(url, who)
    expect(answer.statusCode, `${url} ${answer.body}`).toBe(200)
    return answer.json().data
  }
  const people = Object.entries(SCOPES) as [Person, readonly string[] | null][]

  /** The ids of the orders of a list, however it is ordered; its other columns are those of the orders in the model. */
  const ids = async (path: string, query: object, who: Person, name: string): Promise<number[]> => {
    const rows = await ask<Listed[]>(path, { ...query, per_page: '500' }, who)
    const idOf = (row: Listed) => Number(row[name])
    const byId = (some: Listed[]) => some.toSorted((one, other) => idOf(one) - idOf(other))
    if (who === 'superAdmin') {
      const byName = await ask<Listed[]>(path, { ...query, per_page: '500', orderBy: 'surname' }, who)
      expect(byId(byName)).toEqual(byId(rows))
    }
    const known = knownOf(who)
    for (const row of rows) {
      const { history = [], at = -1 } = known.get(idOf(row)) ?? {}
      const [order, next] = [history[at], history[at + 1]]
      expect(row.date ?? row.first_date ?? row.last_date).toBe(order?.day)
      if ('date' in row)
        expect([row.dist_id, row.amount]).toEqual([order?.values.distributor, (order?.net ?? 0) / 100])
      if ('place' in row) expect(row.place).toBe(at + 1)
      if ('second_order_id' in row)
        expect([row.second_order_id, row.second_date]).toEqual([next?.id ?? null, next?.day ?? null])
    }
    return sorted(rows.map(idOf))
  }
  /** Each order with its place in the history of its buyer. */
  const knownOf = (who: Person) =>
    new Map(
      histories(shop, SCOPES[who]).flatMap((history) =>
        history.map(({ id }, at) => [id, { history, at }] as const),
      ),
    )

  test('cohorts, and the people and orders of their cells', async () => {
    for (const [who, scope] of people) {
      const all = histories(shop, scope)
      for (const filter of FILTERS) {
        const query = { months: '17', ...filter }
        const rows = await ask<CohortRow[]>('/api/customers/cohorts', query, who)
        expect(rows, `${who} ${JSON.stringify(filter)}`).toEqual(cohortTable(all, LAST, 17, filter))
      }
      for (const { cohort, months_since } of cohortTable(all, LAST, 6, {})) {
        const query = { start_date: cohort, months_since: String(months_since) }
        const cell = cohortCell(all, cohort, months_since, {})
        expect(await ids('/api/customers/cohorts/people', query, who, 'first_order_id')).toEqual(cell.people)
        expect(await ids('/api/customers/cohorts/orders', query, who, 'order_id')).toEqual(cell.orders)
      }
    }
  })

  test('repurchase by month and by the first order, and its people and orders', async () => {
    const bys = ['month', 'distributor', 'province', 'company', 'benefit'] as const
    for (const [who, scope] of people) {
      const all = histories(shop, scope)
      for (const [turn, filter] of FILTERS.entries()) {
        const by = bys[turn % bys.length] ?? 'month'
        const asked = { to: LAST, months: 17, by, filter, today: TODAY }
        const model = repurchaseTable(all, asked)
        const query = { months: '17', by, ...filter }
        const told = await ask<Repurchase>('/api/customers/repurchase', query, who)
        expect(told.as_of).toBe(TODAY)
        expect(told.total).toEqual(model.total)
        expect(told.distribution).toEqual(model.distribution)
        expect(new Map(told.rows.map(({ key, label: _, ...figures }) => [key, figures]))).toEqual(model.rows)
        for (const { days } of turn === 0 ? told.distribution : []) {
          const rows = repurchaseRows(all, asked, days)
          const asks = { months: '17', days, ...filter }
          expect(await ids('/api/customers/repurchase/people', asks, who, 'first_order_id')).toEqual(
            sorted(rows.people),
          )
          expect(await ids('/api/customers/repurchase/orders', asks, who, 'order_id')).toEqual(
            sorted(rows.orders),
          )
        }
      }
    }
  })

  test('segments, moves since a month before, and their people and orders', async () => {
    const met = new Set<string>()
    for (const [who, scope] of people) {
      for (const month of ['2026-05', '2026-04', '2025-12']) {
        const model = rfmModel(histories(shop, scope), month, TODAY)
        const told = await ask<Rfm>('/api/customers/rfm', { start_date: month }, who)
        expect(told.average_net).toBe(model.average_net)
        for (const { segment, buyers_share, net_share, ...row } of told.segments) {
          const wanted = model.segments.get(segment)
          if (row.buyers > 0) met.add(segment)
          if (wanted) expect([segment, row]).toEqual([segment, wanted])
          else expect([segment, row.buyers, row.net]).toEqual([segment, 0, 0])
          expect([buyers_share <= 100, net_share <= 100]).toEqual([true, true])
        }
        expect(told.segments.filter(({ buyers }) => buyers > 0)).toHaveLength(model.segments.size)
        const moves = told.moves.map((move) => [`${move.previous} ${move.segment}`, move.buyers] as const)
        expect(new Map(moves)).toEqual(model.moves)
        for (const segment of month === LAST ? RFM_KEYS : []) {
          const query = { start_date: month, segment }
          expect(await ids('/api/customers/rfm/people', query, who, 'last_order_id')).toEqual(
            sorted(model.people(segment)),
          )
          expect(await ids('/api/customers/rfm/orders', query, who, 'order_id')).toEqual(
            sorted(model.orders(segment)),
          )
        }
      }
    }
    expect([...met].sort()).toEqual([...RFM_KEYS].sort())
  })

  test('performance of benefits, and its products and orders', async () => {
    for (const [who, scope] of people) {
      const all = histories(shop, scope)
      for (const by of ['group', 'sub_group', 'promotion'] as const) {
        const model = performanceModel(all, by, '2025-11', LAST)
        const query = { by, months: '7' }
        const told = await ask<Performance>('/api/benefits/performance', query, who)
        expect(told.total).toEqual(model.total)
        // The margins are those of questions.
        const figuresOf = told.rows.map(
          ({ key, label: _, margin: _m, margin_rate: _r, cost_coverage: _c, ...figures }) =>
            [key, figures] as const,
        )
        expect(new Map(figuresOf)).toEqual(model.rows)
        const [value, row] = [...model.rows][0] ?? []
        if (value === undefined || !row) continue
        const asks = { ...query, value }
        expect(await ids('/api/benefits/performance/orders', asks, who, 'order_id')).toEqual(
          sorted(model.orders(value)),
        )
        const others = { ...asks, having: 'without' }
        expect(await ids('/api/benefits/performance/orders', others, who, 'order_id')).toEqual(
          sorted(model.otherOrders(value)),
        )
        const buyers = await ask<Listed[]>(
          '/api/benefits/performance/buyers',
          { ...asks, per_page: '500' },
          who,
        )
        const shown = buyers.map(({ order_id, orders, net, is_new, returned }) => ({
          ...{ order_id, orders, net, is_new: Boolean(is_new), returned: Boolean(returned) },
        }))
        expect(byOrder(shown)).toEqual(byOrder(model.buyers(value)))
        for (const [state, count] of [
          ['new', row.new_buyers],
          ['returned', row.returned],
        ] as const) {
          const some = { ...asks, state, per_page: '500', orderBy: 'surname' }
          expect(await ask<Listed[]>('/api/benefits/performance/buyers', some, who)).toHaveLength(count)
        }
        const products = await ask<Listed[]>('/api/benefits/performance/products', asks, who)
        expect(products).toHaveLength(row.products)
        expect(sorted(products.map(({ total_orders }) => Number(total_orders)))).toEqual(
          sorted(model.products(value)),
        )
      }
    }
  })

  test('a cohort has as many buyers as the month has new ones', async () => {
    for (const who of ['superAdmin', 'scoped'] as const) {
      const rows = await ask<CohortRow[]>('/api/customers/cohorts', { months: '17' }, who)
      const query = { measures: 'new_buyers', grain: 'month', from: '2025-01-01', to: '2026-05-31' }
      const told = await ask<{ month: string; new_buyers: number }[]>('/api/questions/answer', query, who)
      const sizes = rows.filter(({ months_since }) => months_since === 0)
      expect(sizes.map(({ cohort, buyers }) => [cohort, buyers])).toEqual(
        told.flatMap(({ month, new_buyers }) => (new_buyers > 0 ? [[month, new_buyers]] : [])),
      )
    }
  })
})

/** The access token of an account without distributors that may otherwise see everything. */
async function withoutDistributors(app: TestApp): Promise<string> {
  const permissions = ['view:scorecard', 'view:customers', 'view:orders', 'view:benefits'] as const
  await app.store.transaction(async (tx) => {
    await createRole(tx, { name: 'nobody', permissions: [...permissions, 'view:distributors'], dist_ids: [] })
    const [known] = await tx.all<{ hash: string }>(
      sql`select password_hash as hash from users where email = 'super@example.com'`,
    )
    await createAccount(
      tx,
      { email: 'nobody@example.com', name: 'Nadie', role: 'nobody', hash: known?.hash ?? '' },
      NOW,
    )
  })
  return signIn(app, 'nobody@example.com')
}
