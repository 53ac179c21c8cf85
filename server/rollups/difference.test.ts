// Rollups updated by difference have the same rows as rebuilt ones, after random histories.
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CustomerFact, OrderFacts, ProductFact } from '#server/domain/facts.ts'
import { ROLLUPS } from '#server/figures/rollups.ts'
import { openStore } from '#server/store/open.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries, Store } from '#server/store/store.ts'
import { dirtyMonths, lockDimensions, readVersions } from '#server/store/versions.ts'
import { describeEngines, testEngine } from '#test/engines.ts'
import { NIGHTLY } from '#test/nightly.ts'
import { smallShop } from '../../fixtures/small-shop.ts'
import { forgetPerson } from '../ingest/forget-person.ts'
import { removeOrders, writeOrders } from '../ingest/write.ts'
import { writeProducts } from '../ingest/write-catalog.ts'
import { removeCustomers, writeCustomers } from '../ingest/write-customers.ts'
import { MAX_DIFFERENCES } from './difference.ts'
import { rebuildDirtyMonths, rebuildMonths } from './rebuild.ts'

const NOW = new Date('2026-06-10T12:00:00Z')
/** Random histories of a run by day; DuckDB takes four times as long for one. */
const HISTORIES = { duckdb: 3, postgres: 8 }
const MONTHS = ['2026-03', '2026-04', '2026-05']
const EMAILS = ['', 'ana@example.com', 'beto@example.com', 'carla@example.com']

const [{ order: ORDER, lines: LINES }] = smallShop.orders as [OrderFacts]
const [CUSTOMER] = smallShop.customers as [CustomerFact]
const [PRODUCT] = smallShop.products as [ProductFact]
const DISCOUNT = smallShop.orders.flatMap(({ discounts }) => discounts)[0]

const cents = fc.integer({ min: 0, max: 5_000 }).map((amount) => (amount / 100).toFixed(2))
const lineOf = fc.record({
  product_id: fc.constantFrom(0, 11, 12),
  variation_id: fc.constantFrom(0, 0, 5),
  sku: fc.constantFrom('', 'A', 'B'),
  name: fc.constantFrom('Alfajor', 'Alfajor grande', 'Ñandú 🦤', 'ﬁdeo'),
  quantity: fc.constantFrom(1, 2, 0.25),
  net: cents,
})
const orderOf = fc
  .record({
    order_id: fc.integer({ min: 1, max: 12 }),
    month: fc.constantFrom(...MONTHS),
    day: fc.constantFrom('03', '21'),
    status: fc.constantFrom('wc-completed', 'wc-completed', 'wc-processing', 'wc-cancelled'),
    dist_id: fc.constantFrom('0', '101', '102', '*'),
    counted: fc.constantFrom(true, true, true, false),
    customer_id: fc.integer({ min: 0, max: 4 }),
    email: fc.constantFrom(...EMAILS),
    province: fc.constantFrom('CÓRDOBA', 'SALTA'),
    first_name: fc.constantFrom('Ana', 'Zoé'),
    discount: fc.constantFrom('0.00', '5.00'),
    net: cents,
    lines: fc.array(lineOf, { maxLength: 3 }),
    discounts: fc.array(fc.constantFrom('hotsale', 'promo'), { maxLength: 2 }),
  })
  .map(({ order_id, month, day, status, dist_id, counted, lines, discounts, ...more }): OrderFacts => {
    const of = { order_id, month, status, dist_id, counted }
    const at = { created_at: `${month}-${day} 10:00:00`, order_date: `${month}-${day}` }
    return {
      order: { ...ORDER, ...of, ...at, ...more },
      lines: lines.map((line, index) => ({ ...LINES[0]!, ...of, ...line, line_id: order_id * 10 + index })),
      discounts: discounts.map((name, index) => ({
        ...DISCOUNT!,
        ...{ ...of, name, discount_id: order_id * 10 + index },
      })),
      refunds: [],
    }
  })
const customerOf = fc
  .record({
    customer_id: fc.integer({ min: 1, max: 4 }),
    email: fc.constantFrom(...EMAILS),
    province: fc.constantFrom('CÓRDOBA', 'SALTA'),
    last_name: fc.constantFrom('Ñandú', 'Úbeda'),
    company: fc.constantFrom('', 'Arcor'),
    month: fc.constantFrom(...MONTHS),
  })
  .map((of): CustomerFact => ({ ...CUSTOMER, ...of, registered_at: `${of.month}-02 10:00:00` }))
const productOf = fc
  .record({
    product_id: fc.constantFrom(11, 12),
    business: fc.constantFrom('Golosinas', 'Harinas'),
    sku: fc.constantFrom('A', 'B'),
  })
  .map((of): ProductFact => ({ ...PRODUCT, ...of }))

type Step = (tx: Queries) => Promise<unknown>
const authoritative = { authoritative: true, rollups: 'now' } as const

const ordersWritten = fc
  .tuple(fc.array(orderOf, { minLength: 1, maxLength: 4 }), fc.constantFrom('now', 'now', 'later'))
  .map(
    ([orders, rollups]): Step =>
      (tx) =>
        writeOrders(tx, orders, { ...authoritative, rollups }),
  )
const ordersRemoved = fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 3 }).map(
  (ids): Step =>
    (tx) =>
      removeOrders(tx, ids, 'now'),
)
const customersWritten = fc.array(customerOf, { minLength: 1, maxLength: 2 }).map(
  (customers): Step =>
    (tx) =>
      writeCustomers(tx, customers, 'now'),
)
const customersRemoved = fc.integer({ min: 1, max: 4 }).map(
  (id): Step =>
    (tx) =>
      removeCustomers(tx, [id], 'now'),
)
const productsWritten = productOf.map(
  (product): Step =>
    (tx) =>
      writeProducts(tx, [product]),
)

const step = fc.oneof(
  { weight: 5, arbitrary: ordersWritten },
  { weight: 2, arbitrary: ordersRemoved },
  { weight: 2, arbitrary: customersWritten },
  { weight: 1, arbitrary: customersRemoved },
  { weight: 1, arbitrary: productsWritten },
)
const history = fc.array(
  fc.oneof(
    { weight: 9, arbitrary: fc.array(step, { minLength: 1, maxLength: 3 }) },
    { weight: 1, arbitrary: fc.constantFrom(...EMAILS.slice(1)) },
  ),
  { minLength: 1, maxLength: 12 },
)

const rowsOf = async (queries: Queries) => {
  const tables: Record<string, string[]> = {}
  for (const { table, columns } of ROLLUPS) {
    const rows = await queries.all(
      sql`select ${sql.join(columns.map((name) => sql.identifier(name)))} from ${sql.identifier(table)}`,
    )
    tables[table] = rows.map((row) => JSON.stringify(row)).sort()
  }
  return tables
}

/** The rows of all rollups rebuilt; the rebuild is rolled back. */
async function rebuilt(store: Store) {
  let rows: Record<string, string[]> = {}
  const undo = new Error('undone')
  await store
    .transaction(async (tx) => {
      for (const { table } of ROLLUPS) await tx.run(sql`delete from ${sql.identifier(table)}`)
      await rebuildMonths(tx, MONTHS)
      rows = await rowsOf(tx)
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  return rows
}

async function clear(store: Store) {
  const tables = ['orders', 'order_lines', 'order_discounts', 'order_refunds', 'customers', 'products']
  await store.transaction(async (tx) => {
    for (const table of [...tables, 'forgotten_people', 'data_versions', ...ROLLUPS.map((one) => one.table)])
      await tx.run(sql`delete from ${sql.identifier(table)}`)
  })
}

describeEngines('rollups by difference', (engine) => {
  let store: Store
  beforeEach(async () => {
    store = await engine.open()
  })

  test('equal rebuilt rollups after random histories', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (batches) => {
        await clear(store)
        for (const batch of batches) {
          if (typeof batch === 'string') await forgetPerson(store, { email: batch }, NOW, async () => {})
          else
            await store.transaction(async (tx) => {
              for (const write of batch) await write(tx)
            })
          await rebuildDirtyMonths(store)
          expect(await rowsOf(store)).toEqual(await rebuilt(store))
        }
      }),
      {
        numRuns: NIGHTLY ? 150 : HISTORIES[engine.name],
        seed: NIGHTLY ? Date.now() : 19,
        endOnFailure: true,
      },
    )
  }, 600_000)

  const numbered = (order_id: number, change: Partial<OrderFacts['order']> = {}): OrderFacts => {
    const order = { ...ORDER, order_id, email: `${order_id}@example.com`, customer_id: 0, ...change }
    const { month, status, dist_id } = order
    return {
      order,
      lines: LINES.map((line) => ({ ...line, order_id, month, status, dist_id, line_id: order_id })),
      discounts: [],
      refunds: [],
    }
  }
  const write = (orders: readonly OrderFacts[], rollups: 'now' | 'later' = 'now') =>
    store.transaction((tx) => writeOrders(tx, orders, { rollups }))
  const ofMonth = () =>
    store.all(sql`select status, orders, net from rollup_months where month = '2026-04' order by status`)

  test('one order more, one completed, one moved to another month', async () => {
    await write([numbered(1), numbered(2, { status: 'wc-processing' })])
    expect(await ofMonth()).toEqual([
      { status: 'wc-completed', orders: 1, net: 50 },
      { status: 'wc-processing', orders: 1, net: 50 },
    ])
    await write([numbered(2), numbered(3, { net: '0.50' })])
    expect(await ofMonth()).toEqual([{ status: 'wc-completed', orders: 3, net: 100.5 }])
    await write([numbered(1, { month: '2026-05', modified_at: '2026-07-01 00:00:00' })])
    expect(await ofMonth()).toEqual([{ status: 'wc-completed', orders: 2, net: 50.5 }])
    expect(
      await store.all(sql`select month, buyers from rollup_buyers where dist_id is null order by 1`),
    ).toEqual([
      { month: '2026-04', buyers: 2 },
      { month: '2026-05', buyers: 1 },
    ])
    expect(await dirtyMonths(store)).toEqual([])
  })

  test('bumps only the versions of the changed months', async () => {
    await write([numbered(1), numbered(2, { month: '2026-05' })])
    const before = await readVersions(store)
    await write([numbered(1, { net: '1.00', modified_at: '2026-07-01 00:00:00' })])
    const after = await readVersions(store)
    expect(after.get('2026-04')!.version).toBeGreaterThan(before.get('2026-04')!.version)
    expect(after.get('2026-05')).toEqual(before.get('2026-05'))
  })

  test('keep a dirty month dirty', async () => {
    await write([numbered(1)], 'later')
    await write([numbered(2)])
    expect(await dirtyMonths(store)).toEqual(['2026-04'])
    expect(await ofMonth()).toEqual([])
    await rebuildDirtyMonths(store)
    expect(await ofMonth()).toEqual([{ status: 'wc-completed', orders: 2, net: 100 }])
  })

  test('numbers purchases of a buyer that arrive in any order, and again in a rebuild', async () => {
    const ofAna = (order_id: number, day: string, net = '50.00') => {
      const at = { month: day.slice(0, 7), order_date: day, created_at: `${day} 10:00:00` }
      return numbered(order_id, { email: 'ana@example.com', net, ...at })
    }
    const purchases = () => store.all(sql`select order_id, place, total from rollup_purchases order by place`)
    // A cluster compares ranges of ids.
    await write([ofAna(1, '2026-04-03')])
    await write([ofAna(5001, '2026-05-03')])
    await write([ofAna(5000, '2026-04-21')])
    expect(await purchases()).toEqual([
      { order_id: 1, place: 1, total: 50 },
      { order_id: 5000, place: 2, total: 100 },
      { order_id: 5001, place: 3, total: 150 },
    ])
    await write([ofAna(1, '2026-04-03', '1.00')], 'later')
    await rebuildDirtyMonths(store)
    expect(await purchases()).toEqual([
      { order_id: 1, place: 1, total: 1 },
      { order_id: 5000, place: 2, total: 51 },
      { order_id: 5001, place: 3, total: 101 },
    ])
  })

  test('a guest with several orders opens an account, which is deleted later', async () => {
    const email = 'ana@example.com'
    await write([1, 2, 3, 4, 5].map((order_id) => numbered(order_id, { email })))
    await rebuildDirtyMonths(store)
    const owned = () => store.all(sql`select order_id, account_id from rollup_guest_accounts order by 1`)
    const account = { ...CUSTOMER, customer_id: 7, email, month: '2026-04' }
    await store.transaction((tx) => writeCustomers(tx, [account], 'now'))
    expect(await owned()).toEqual([1, 2, 3, 4, 5].map((order_id) => ({ order_id, account_id: 7 })))
    expect(await rowsOf(store)).toEqual(await rebuilt(store))
    await store.transaction((tx) => removeCustomers(tx, [7], 'now'))
    expect(await owned()).toEqual([])
    expect(await dirtyMonths(store)).toEqual([])
    expect(await rowsOf(store)).toEqual(await rebuilt(store))
  })

  test('a large change marks its months dirty', async () => {
    const many = Array.from({ length: MAX_DIFFERENCES + 1 }, (_, index) => numbered(index + 1))
    await write(many)
    expect(await dirtyMonths(store)).toEqual(['2026-04'])
    await rebuildDirtyMonths(store)
    await store.transaction((tx) =>
      removeOrders(
        tx,
        many.slice(1).map(({ order }) => order.order_id),
        'now',
      ),
    )
    expect(await dirtyMonths(store)).toEqual([])
    expect(await ofMonth()).toEqual([{ status: 'wc-completed', orders: 1, net: 50 }])
    expect(await rowsOf(store)).toEqual(await rebuilt(store))
  })

  test('a transaction that fails leaves rows and rollups as they were', async () => {
    await write([numbered(1)])
    await rebuildDirtyMonths(store)
    const before = await rowsOf(store)
    const failing = store.transaction(async (tx) => {
      await writeOrders(tx, [numbered(1, { net: '7.00' }), numbered(2)], authoritative)
      await removeOrders(tx, [1], 'now')
      throw new Error('cut off')
    })
    await expect(failing).rejects.toThrow('cut off')
    expect(await rowsOf(store)).toEqual(before)
    expect(await rebuilt(store)).toEqual(before)
  })

  test('store no e-mail, and neither a name nor a hash after the person is deleted', async () => {
    const email = 'guest@example.com'
    await write([numbered(1, { email }), numbered(2, { email, dist_id: '102' })])
    await rebuildDirtyMonths(store)
    const buyers = () => store.all(sql`select distinct buyer from rollup_month_buyers order by 1`)
    const known = await buyers()
    expect(known).toHaveLength(1)
    const text = async () => JSON.stringify(Object.values(await rowsOf(store)))
    expect(await text()).toContain('Álvarez')
    expect(await text()).not.toContain('guest')
    await forgetPerson(store, { email }, NOW, async () => {})
    expect(await buyers()).toHaveLength(1)
    expect(await buyers()).not.toEqual(known)
    expect(await text()).not.toContain('Álvarez')
    expect(await rowsOf(store)).toEqual(await rebuilt(store))
  })
})

describe('rollups by difference with several writers on one PostgreSQL', () => {
  const engine = testEngine('postgres')
  let stores: Store[] = []
  beforeEach(async () => {
    const place = await engine.place()
    stores = [await openStore(place), await openStore(place), await openStore(place)]
  })
  afterEach(() => Promise.all(stores.map((store) => store.close())))

  test('equal rebuilt rollups', async () => {
    const [first, second, third] = stores as [Store, Store, Store]
    const apart = (orders: readonly OrderFacts[], from: number) =>
      orders.map(({ order, lines, discounts, refunds }) => {
        const order_id = order.order_id + from
        const of = <Row extends object>(rows: Row[]) => rows.map((row) => ({ ...row, order_id }))
        return {
          order: { ...order, order_id },
          lines: of(lines),
          discounts: of(discounts),
          refunds: of(refunds),
        }
      })
    const batches = fc.sample(fc.array(orderOf, { minLength: 1, maxLength: 4 }), { numRuns: 30, seed: 7 })
    const accounts = fc.sample(customerOf, { numRuns: 10, seed: 8 })
    const writer = async (store: Store, from: number) => {
      for (const orders of batches)
        await store.transaction((tx) => writeOrders(tx, apart(orders, from), authoritative))
    }
    const others = async () => {
      for (const [turn, account] of accounts.entries()) {
        await third.transaction(async (tx) => {
          await lockDimensions(tx, 'change')
          await writeCustomers(tx, [account], 'now')
        })
        await third.transaction((tx) => rebuildMonths(tx, [MONTHS[turn % 3]!]))
        await rebuildDirtyMonths(third)
      }
    }
    await Promise.all([writer(first, 0), writer(second, 100), others()])
    await rebuildDirtyMonths(first)
    expect(await rowsOf(first)).toEqual(await rebuilt(first))
  })
})
