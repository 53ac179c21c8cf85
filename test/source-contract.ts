// What ingest expects from every source, as one suite. Each source provides a writer of the same small shop.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importShop } from '#server/ingest/import.ts'
import { silentProgress } from '#server/ingest/progress.ts'
import type { Reader, Source } from '#server/ingest/source.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { describeOneEngine, type TestEngine } from './engines.ts'
import { storeRows } from './store-rows.ts'

export interface ShopOrder {
  readonly id: number
  /** 'YYYY-MM-DD' */
  readonly day: string
  readonly lines: readonly { readonly name: string; readonly quantity: number; readonly amount: string }[]
  /** A promotion on the whole order. */
  readonly promotion?: string
  readonly refund?: string
  /** Its first line has an invalid amount. */
  readonly broken?: boolean
}

export interface ContractSource {
  /** Makes these the orders of the shop; call `open` afterwards. */
  write(orders: readonly ShopOrder[]): Promise<void>
  /** Lists orders in pages of at most 100. */
  open(options?: { readonly complete?: boolean }): Promise<Source>
  /** It can be asked whether a record is gone; the others only know what a person states. */
  readonly isAsked: boolean
  /** The text that the reason for a broken order contains. */
  readonly brokenPlace: RegExp
  close?(): Promise<unknown>
}

const line = (amount: string, quantity = 1) => ({ name: 'Alfajor', quantity, amount })

/** Gross 100.30 + 50.00, promotion 10.01, refund 20.00. */
const FIGURES: readonly ShopOrder[] = [
  { id: 1, day: '2026-04-30', lines: [line('0.10'), line('0.20'), line('100.00', 2.25)], promotion: '10.01' },
  { id: 2, day: '2026-05-01', lines: [line('50.00', 2)], refund: '20.00' },
]

/** Three pages. */
const MANY: readonly ShopOrder[] = Array.from({ length: 250 }, (_, index) => ({
  id: 10 + index,
  day: `2026-04-${String((index % 28) + 1).padStart(2, '0')}`,
  lines: [line(`${index}.01`)],
}))

const TIME_ZONE = 'America/Argentina/Buenos_Aires'

export function describeSource(name: string, openContract: () => Promise<ContractSource>): void {
  describeOneEngine(`${name} as a source`, (engine) => contractTests(engine, openContract))
}

function contractTests(engine: TestEngine, openContract: () => Promise<ContractSource>): void {
  let shop: ContractSource
  let store: Store
  beforeAll(async () => {
    shop = await openContract()
  })
  afterAll(() => shop.close?.())

  const importFrom = async (source: Source) => {
    try {
      return await importShop({
        store,
        source,
        timeZone: TIME_ZONE,
        progress: silentProgress,
        currency: 'ARS',
      })
    } finally {
      source.close()
    }
  }
  const importOrders = async (orders: readonly ShopOrder[]) => {
    await shop.write(orders)
    return importFrom(await shop.open())
  }
  const ids = async () =>
    (await store.all<{ order_id: number }>(sql`select order_id from orders order by order_id`)).map(
      (row) => row.order_id,
    )

  test('imports figures exact to the cent, and nothing twice', async () => {
    store = await engine.open()
    const report = await importOrders(FIGURES)
    expect(report.collections.orders).toMatchObject({ read: 2, written: 2, rejected: 0 })
    const figures = sql`
      select month, sum(gross) as gross, sum(discount) as discount, sum(refunded) as refunded, sum(net) as net
      from orders where counted group by month order by month`
    const expected = [
      { month: '2026-04', gross: 100.3, discount: 10.01, refunded: 0, net: 90.29 },
      { month: '2026-05', gross: 50, discount: 0, refunded: 20, net: 30 },
    ]
    expect(await store.all(figures)).toEqual(expected)
    expect(await store.all(sql`select month, net from rollup_months order by month`)).toMatchObject([
      { month: '2026-04', net: 90.29 },
      { month: '2026-05', net: 30 },
    ])
    expect(await store.one(sql`select sum(net) as net, sum(quantity) as units from order_lines`)).toEqual({
      net: 120.29,
      units: 6.25,
    })
    const again = await importFrom(await shop.open())
    expect(again.collections.orders).toMatchObject({ read: 2, written: 0, unchanged: 2 })
    expect(await store.all(figures)).toEqual(expected)
  })

  test('stores a changed order and removes one that is gone', async () => {
    store = await engine.open()
    await importOrders(MANY)
    const [changed, gone, ...rest] = MANY
    await shop.write([{ ...changed!, lines: [line('7.77')] }, ...rest])
    if (!shop.isAsked) {
      expect((await importFrom(await shop.open())).collections.orders).toMatchObject({ removed: 0 })
      expect(await ids()).toContain(gone!.id)
    }
    const report = await importFrom(await shop.open({ complete: !shop.isAsked }))
    expect(report.collections.orders).toMatchObject({ written: shop.isAsked ? 1 : 0, removed: 1 })
    expect(await store.one(sql`select net from orders where order_id = ${changed!.id}`)).toEqual({
      net: 7.77,
    })
    expect(await ids()).not.toContain(gone!.id)
    expect(await ids()).toHaveLength(MANY.length - 1)
  })

  test('rejects a broken order by its id and reason, and keeps its stored version', async () => {
    store = await engine.open()
    await importOrders(MANY)
    const before = await storeRows(store)
    const report = await importOrders(
      MANY.map((order) => (order.id === 42 ? { ...order, broken: true } : order)),
    )
    expect(report.collections.orders).toMatchObject({ read: 250, written: 0, removed: 0, rejected: 1 })
    const rejects = await store.all<{ record_id: string; reason: string }>(
      sql`select record_id, reason from rejects where source = 'orders'`,
    )
    expect(rejects).toEqual([{ record_id: '42', reason: expect.stringMatching(shop.brokenPlace) }])
    expect(await storeRows(store)).toEqual(before)
    await importOrders(MANY)
    expect(await store.all(sql`select * from rejects`)).toEqual([])
  })

  test('continues a listing from any cursor, without gaps or repeats', async () => {
    store = await engine.open()
    await shop.write(MANY)
    const pages = await listedFrom(undefined)
    expect(pages.length).toBeGreaterThan(2)
    expect(pages.flatMap((page) => page.ids)).toEqual(MANY.map(({ id }) => id))
    for (const [index, { cursor }] of pages.entries())
      expect((await listedFrom(cursor)).flatMap((page) => page.ids)).toEqual(
        pages.slice(index + 1).flatMap((page) => page.ids),
      )
  })

  async function listedFrom(cursor: string | undefined) {
    const source = await shop.open()
    const reader = (await source.rules()).openReader(context())
    const pages: { ids: readonly number[]; cursor: string }[] = []
    for await (const page of (await reader.list.orders({ cursor })) ?? []) pages.push(page)
    source.close()
    return pages
  }
  const context = () => ({
    currency: 'ARS',
    timeZone: TIME_ZONE,
    notes: { count() {}, list: () => [] },
    categories: async () => [],
    storedRefunds: async () => new Map(),
    productsOfTypes: async () => [],
  })

  test('resumes an interrupted import with the same result', async () => {
    store = await engine.open()
    await importOrders(MANY)
    const expected = await storeRows(store)
    store = await engine.open()
    await expect(importFrom(interrupted(await shop.open()))).rejects.toThrow('interrupted')
    const partial = await ids()
    expect(partial.length).toBeGreaterThan(0)
    expect(partial.length).toBeLessThan(MANY.length)
    const report = await importFrom(await shop.open())
    expect(report.resumed).toBe(true)
    expect(report.collections.orders?.read).toBe(MANY.length)
    expect(await storeRows(store)).toEqual(expected)
  })

  test('refuses a store that holds the data of another kind of source', async () => {
    store = await engine.open()
    await importOrders(FIGURES)
    const other = { ...(await shop.open()), kind: 'another' }
    await expect(importFrom(other)).rejects.toMatchObject({ kind: 'refused' })
    expect(await ids()).toEqual([1, 2])
  })
}

/** Fails after the first page of orders. */
function interrupted(source: Source): Source {
  const orders =
    ({ list }: Reader): Reader['list']['orders'] =>
    async (options) => {
      const pages = await list.orders(options)
      return pages && firstPage(pages)
    }
  async function* firstPage<Page>(pages: AsyncIterable<Page>) {
    for await (const page of pages) {
      yield page
      throw new Error('interrupted')
    }
  }
  return {
    ...source,
    async rules() {
      const rules = await source.rules()
      return {
        ...rules,
        openReader(readContext) {
          const reader = rules.openReader(readContext)
          return { ...reader, list: { ...reader.list, orders: orders(reader) } }
        },
      }
    },
  }
}
