// Writing orders on both engines: equal rows stay, older ones never win, and every affected month is reported.
import { randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { OrderFacts } from '#server/domain/facts.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { dirtyMonths, readVersions } from '#server/store/versions.ts'
import { describeEngines } from '#test/engines.ts'
import { smallShop } from '../../fixtures/small-shop.ts'
import { rebuildDirtyMonths } from '../rollups/rebuild.ts'
import { appendOrders, removeOrders, writeOrders } from './write.ts'
import { DISCOUNTS, LINES, ORDERS, REFUNDS } from './write-columns.ts'
import { writeDistributors } from './write-distributors.ts'

const orderOf = (id: number): OrderFacts => smallShop.orders.find(({ order }) => order.order_id === id)!

/** The order as it is after an edit: other status, one minute or so later. */
const edited = (facts: OrderFacts, modified_at: string, change: Partial<OrderFacts['order']>): OrderFacts => {
  const order = { ...facts.order, modified_at, ...change }
  const { month, status, dist_id } = order
  return {
    ...facts,
    order,
    lines: facts.lines.map((line) => ({ ...line, month, status, dist_id })),
    discounts: facts.discounts.map((discount) => ({ ...discount, month, status, dist_id })),
    refunds: facts.refunds.map((refund) => ({ ...refund, month })),
  }
}

const LATER = '2026-07-01 00:00:00'

describeEngines('writing orders', (engine) => {
  let store: Store
  beforeAll(async () => {
    store = await engine.open()
  })
  const TABLES = [
    'orders',
    'order_lines',
    'order_discounts',
    'order_refunds',
    'distributors',
    'data_versions',
  ]
  const empty = () =>
    store.transaction(async (tx) => {
      for (const table of TABLES) await tx.run(sql`delete from ${sql.identifier(table)}`)
    })
  beforeEach(empty)
  const write = (facts: readonly OrderFacts[]) => store.transaction((tx) => writeOrders(tx, facts))
  const rowsOf = (table: string) => store.all(sql`select * from ${sql.identifier(table)} order by 1, 2`)
  const everything = () => Promise.all([ORDERS, LINES, DISCOUNTS, REFUNDS].map(({ table }) => rowsOf(table)))
  const clean = () => rebuildDirtyMonths(store)
  const statusOf = async (id: number) =>
    (await store.one<{ status: string }>(sql`select status from orders where order_id = ${id}`))?.status

  test('a line keeps its product and class after the shop deletes the product', async () => {
    const before = orderOf(14)
    await write([before])
    const bare = edited(before, LATER, { status: 'wc-cancelled' })
    const lines = bare.lines.map((line) => ({ ...line, product_id: 0, variation_id: 0, sku: '' }))
    await write([{ ...bare, lines }])
    expect(await statusOf(14)).toBe('wc-cancelled')
    const products = sql`select line_id, product_id, variation_id, sku from order_lines order by line_id`
    expect(await store.all(products)).toEqual(
      before.lines.map(({ line_id, product_id, variation_id, sku }) => ({
        ...{ line_id, product_id, variation_id, sku },
      })),
    )
    // A different line at the same position is a different row.
    const other = lines.map((line) => ({ ...line, name: 'Otra cosa' }))
    await write([{ ...bare, lines: other }])
    expect(await store.all(sql`select distinct product_id, sku from order_lines`)).toEqual([
      { product_id: 0, sku: '' },
    ])
  })

  test('an order is stored whatever the length of its names', async () => {
    // Random, so that no engine makes it shorter.
    const long = randomBytes(3000).toString('hex')
    const names = { first_name: long, last_name: `x${long}` }
    await write([edited(orderOf(14), LATER, { ...names, status: 'wc-completed' })])
    await clean()
    expect(await store.one(sql`select first_name, last_name from orders`)).toEqual(names)
    expect(await store.all(sql`select name, surname from rollup_purchases`)).toEqual([
      { name: long.slice(0, 200), surname: `x${long}`.slice(0, 200) },
    ])
  })

  test('an order is stored with its lines, discounts and refunds, field by field', async () => {
    await write([orderOf(14)])
    const [order] = await rowsOf('orders')
    expect(order).toEqual({
      ...orderOf(14).order,
      ...{
        gross: 50,
        discount: 5,
        refunded: 9,
        net: 36,
        shipping: 0,
        fees: 0,
        total: 36,
        gap: 0,
        voucher_paid: 0,
      },
      ...{ analytics_net: 45, included_tax: 0, untaxed_fees: 0 },
    })
    const [line] = await rowsOf('order_lines')
    expect(line).toEqual({
      ...orderOf(14).lines[0],
      ...{ gross: 50, discount: 5, refunded: 9, promotion: 0, shared: 0, net: 36 },
    })
    expect(await rowsOf('order_discounts')).toEqual([{ ...orderOf(14).discounts[0], nominal: 10, amount: 5 }])
    expect(await rowsOf('order_refunds')).toEqual([
      { ...orderOf(14).refunds[0], amount: 9, analytics_net: 9, included_tax: 0, untaxed_fees: 0 },
    ])
  })

  test('the first write reports counts and months, and makes them dirty', async () => {
    expect(await write(smallShop.orders)).toEqual({
      written: 14,
      unchanged: 0,
      months: ['2026-04', '2026-05'],
    })
    expect(await dirtyMonths(store)).toEqual(['2026-04', '2026-05'])
  })

  test('writing the same again changes no row and no version', async () => {
    await write(smallShop.orders)
    await clean()
    const [before, versions] = [await everything(), await readVersions(store)]
    expect(await write([...smallShop.orders].reverse())).toEqual({ written: 0, unchanged: 14, months: [] })
    expect(await everything()).toEqual(before)
    expect(await readVersions(store)).toEqual(versions)
  })

  test('appending into an empty store gives the same rows', async () => {
    await write(smallShop.orders)
    const expected = [await everything(), await rowsOf('distributors')]
    await empty()
    await store.transaction((tx) => appendOrders(tx, smallShop.orders))
    expect([await everything(), await rowsOf('distributors')]).toEqual(expected)
    expect(await dirtyMonths(store)).toEqual(['2026-04', '2026-05'])
  })

  test('a newer order replaces the stored one with its lines', async () => {
    await write([orderOf(12)])
    const shorter = edited(orderOf(12), LATER, { status: 'wc-cancelled' })
    shorter.lines = shorter.lines.slice(0, 1)
    expect(await write([shorter])).toMatchObject({ written: 1, unchanged: 0 })
    expect(await statusOf(12)).toBe('wc-cancelled')
    expect(await store.all(sql`select line_id, status from order_lines`)).toEqual([
      { line_id: 120, status: 'wc-cancelled' },
    ])
  })

  test('an older order never replaces a newer one', async () => {
    await write([edited(orderOf(12), LATER, { status: 'wc-cancelled' })])
    await clean()
    expect(await write([orderOf(12)])).toEqual({ written: 0, unchanged: 1, months: [] })
    expect(await statusOf(12)).toBe('wc-cancelled')
    expect(await dirtyMonths(store)).toEqual([])
  })

  test('the newest version in a batch wins, whatever the order', async () => {
    const newer = edited(orderOf(12), LATER, { status: 'wc-cancelled' })
    await write([newer, orderOf(12)])
    expect(await statusOf(12)).toBe('wc-cancelled')
    expect(await store.all(sql`select order_id from orders`)).toHaveLength(1)
  })

  test('notices a deleted refund although modified_at does not change', async () => {
    await write([orderOf(15)])
    await clean()
    expect(await write([{ ...orderOf(15), refunds: [] }])).toMatchObject({ written: 1, months: ['2026-05'] })
    expect(await rowsOf('order_refunds')).toEqual([])
  })

  test('an order that changes month touches both months', async () => {
    await write([orderOf(1)])
    await clean()
    const moved = edited(orderOf(1), LATER, { month: '2026-06', created_at: '2026-06-01 00:00:00' })
    expect((await write([moved])).months).toEqual(['2026-04', '2026-06'])
    expect(await dirtyMonths(store)).toEqual(['2026-04', '2026-06'])
  })

  test('removing an order deletes all its rows and reports its month; unknown orders are skipped', async () => {
    await write(smallShop.orders)
    await clean()
    const ids = smallShop.orders.map(({ order }) => order.order_id).filter((id) => id !== 1)
    expect(await store.transaction((tx) => removeOrders(tx, [14, 999]))).toEqual(['2026-05'])
    expect(await dirtyMonths(store)).toEqual(['2026-05'])
    await store.transaction((tx) => removeOrders(tx, ids))
    const left = await everything()
    expect(left.map((rows) => rows.length)).toEqual([1, 1, 0, 0])
  })

  test('a failed transaction leaves nothing behind', async () => {
    const failing = store.transaction(async (tx) => {
      await writeOrders(tx, smallShop.orders)
      throw new Error('cut')
    })
    await expect(failing).rejects.toThrow('cut')
    expect(await rowsOf('orders')).toEqual([])
    expect(await rowsOf('distributors')).toEqual([])
    expect(await dirtyMonths(store)).toEqual([])
  })

  test('replaces many orders at once', async () => {
    const many = Array.from({ length: 3000 }, (_, index) => {
      const of = { order_id: index + 1 }
      const { order, lines } = orderOf(10)
      return {
        order: { ...order, ...of },
        lines: lines.map((line) => ({ ...line, ...of })),
        discounts: [],
        refunds: [],
      }
    })
    expect(await write(many)).toMatchObject({ written: 3000 })
    const half = many.map((facts) =>
      facts.order.order_id % 2 ? facts : edited(facts, LATER, { status: 'wc-failed' }),
    )
    expect(await write(half)).toMatchObject({ written: 1500, unchanged: 1500 })
    expect(
      await store.all(sql`select status, count(*) as n from order_lines group by status order by status`),
    ).toEqual([
      { status: 'wc-completed', n: 1500 },
      { status: 'wc-failed', n: 1500 },
    ])
  })

  test('of two concurrent writers of an order the newer wins, or the other fails and can retry', async () => {
    await write([orderOf(12)])
    const versions = ['2026-07-01', '2026-07-02', '2026-07-03'].map((day) =>
      edited(orderOf(12), `${day} 00:00:00`, { invoice_number: day }),
    )
    const outcomes = await Promise.allSettled(versions.map((facts) => write([facts])))
    for (const [index, { status }] of outcomes.entries())
      if (status === 'rejected') await write([versions[index]!])
    expect(await store.all(sql`select invoice_number from orders`)).toEqual([
      { invoice_number: '2026-07-03' },
    ])
    expect(await store.all(sql`select line_id from order_lines`)).toHaveLength(2)
  })

  test('a distributor has the name of its newest order, in whatever order they arrive', async () => {
    const names = () => store.all(sql`select dist_id, name from distributors order by dist_id`)
    const expected = [
      { dist_id: '101', name: 'Norte Hermanos' },
      { dist_id: '102', name: 'Distribuidora Sur' },
    ]
    await write(smallShop.orders)
    expect(await names()).toEqual(expected)
    await empty()
    for (const facts of [...smallShop.orders].reverse()) await write([facts])
    expect(await names()).toEqual(expected)
  })

  test('a distributor without a name shows its id until an order names it', async () => {
    const nameless = { ...orderOf(10), distributor: { dist_id: '101', name: '' } }
    await write([nameless])
    expect(await rowsOf('distributors')).toMatchObject([{ dist_id: '101', name: '101' }])
    await write([orderOf(1)])
    expect(await rowsOf('distributors')).toMatchObject([{ dist_id: '101', name: 'Distribuidora Norte' }])
  })

  test('merges what the source knows of a distributor with its orders', async () => {
    await write([orderOf(10)])
    const known = {
      dist_id: '101',
      name: 'Old name',
      named_at: '2020-01-01 00:00:00',
      email: 'norte@example.com',
      emailed_at: '2020-01-01 00:00:00',
      mp_enabled: 1,
      lyra_enabled: 0,
      calendar_enabled: 0,
    }
    await store.transaction((tx) =>
      writeDistributors(tx, [known, { ...known, email: '', mp_enabled: 0, lyra_enabled: 1 }]),
    )
    expect(await rowsOf('distributors')).toMatchObject([
      {
        name: 'Distribuidora Norte',
        email: 'norte@example.com',
        mp_enabled: 1,
        lyra_enabled: 1,
        calendar_enabled: 0,
      },
    ])
  })
})
