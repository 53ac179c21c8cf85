// Random histories of a shop whose answers go wrong: no record leaves the figures without evidence, and what the shop removed
// leaves within a day.

import { beforeAll, expect, test } from 'vitest'
import { ROLLUPS } from '#server/figures/rollups.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { describeEngines } from './engines.ts'
import { DAY, dated, FaultyShop, living, order, type SmallShop, shopRecords, stored } from './faulty-shop.ts'
import { NIGHTLY } from './nightly.ts'
import { FAULTS } from './shop-server/faults.ts'
import type { Json } from './shop-server/recordings.ts'
import { type Chance, chance } from './shop-server/seeded.ts'
import { startStoreServer } from './shop-server/server.ts'

/** Nightly runs take 1,000 on each engine. */
const [BATCHES, BATCH] = NIGHTLY ? [20, 50] : [1, 4]
const STEPS = 8
const SMALL: SmallShop = { products: 4, customers: 6, categories: 3, coupons: 3, days: 30 }
/** What a history leaves behind. */
const TABLES = [
  ...['orders', 'order_lines', 'removals', 'rejects', 'sync_cursors', 'import_cursors', 'sync_months'],
  ...['customers', 'products', 'product_categories', 'categories', 'coupons'],
  ...ROLLUPS.map(({ table }) => table),
]

describeEngines('random histories of a shop with faults', (engine) => {
  let store: Store
  beforeAll(async () => {
    store = await engine.open()
  })

  test.each(Array.from({ length: BATCHES }, (_, index) => index))(
    `nothing leaves without evidence, and what the shop removed leaves within a day: ${BATCH} from ${BATCH} × %i on`,
    async (batch) => {
      for (let seed = batch * BATCH + 1; seed <= (batch + 1) * BATCH; seed++) await history(store, seed)
    },
    1_800_000,
  )
})

async function history(store: Store, seed: number): Promise<void> {
  const luck = chance(seed)
  for (const table of TABLES) await store.run(sql`delete from ${sql.identifier(table)}`)
  await store.run(sql`update data_versions set dirty = false`)
  const server = await startStoreServer(undefined, shopRecords(luck.between(12, 40), SMALL))
  const shop = new FaultyShop(store, server)
  const removed = new Set<number>()
  const orders = server.store.orders
  try {
    await shop.importAll()
    for (let step = 0; step < STEPS; step++) {
      server.fault = luck.happens(0.6)
        ? luck.pick(Object.values(FAULTS))!(Number(luck.pick(orders)?.id ?? 1))
        : {}
      const touched = happen(luck, orders, shop.at, removed)
      shop.at += luck.between(1, 12) * 3600_000
      const before = await stored(store)
      await luck.pick([
        () => shop.importAll(),
        () => shop.poll(),
        () => shop.compare(),
        () => shop.hint([touched]),
      ])?.()
      const after = await stored(store)
      const at = `seed ${seed}, step ${step}`
      for (const [table, ids] of Object.entries(before)) {
        const left = new Set(after[table])
        const lost = ids.filter((id) => !left.has(id) && !(table === 'orders' && removed.has(id)))
        expect(lost, `${table}, ${at}`).toEqual([])
      }
      expect(await figuresOf(store), at).toEqual(await sumsOf(store))
    }
    server.fault = {}
    shop.at += DAY
    await shop.poll()
    await shop.compare()
    const waiting = await store.all<{ id: number }>(
      sql`select record_id as id from removals where collection = 'orders' and state = 'waiting'`,
    )
    const found = (await stored(store)).orders?.filter((id) => !waiting.some((one) => one.id === id))
    expect(found, `seed ${seed}`).toEqual(living(server.store).orders)
    for (const { id } of waiting) expect(removed, `seed ${seed}`).toContain(id)
    expect(await figuresOf(store), `seed ${seed}`).toEqual(await sumsOf(store))
  } finally {
    await server.close()
  }
}

/** What a shopkeeper or a buyer does; returns an order that it concerns. */
function happen(luck: Chance, orders: Json[], at: number, removed: Set<number>): number {
  const one = luck.pick(orders)
  const id = Number(one?.id ?? 1)
  const kind = luck.pick(['new', 'change', 'trash', 'restore', 'delete', 'delete some', 'bulk edit'])
  if (kind === 'new') {
    const made = order(1_000 + luck.between(0, 100_000), at - luck.between(0, 30) * DAY)
    if (!orders.some((other) => other.id === made.id)) orders.push(made)
  }
  if (kind === 'change' && one) Object.assign(one, { total: '11.00', ...touched(at) })
  if (kind === 'trash' && one) {
    Object.assign(one, { status: 'trash', ...touched(at) })
    removed.add(id)
  }
  const binned = orders.find(({ status }) => status === 'trash')
  if (kind === 'restore' && binned) Object.assign(binned, { status: 'completed', ...touched(at) })
  if (kind === 'delete' || kind === 'delete some')
    for (let more = kind === 'delete' ? 1 : luck.between(2, 5); more > 0; more--) {
      const gone = luck.pick(orders)
      if (!gone) break
      orders.splice(orders.indexOf(gone), 1)
      removed.add(Number(gone.id))
    }
  if (kind === 'bulk edit')
    for (const some of orders.filter(({ status }) => status !== 'trash')) Object.assign(some, touched(at))
  return id
}

/** An edit leaves the date of creation. */
const touched = (at: number) => {
  const { date_modified, date_modified_gmt } = dated(at)
  return { date_modified, date_modified_gmt }
}

const figuresOf = (store: Store) =>
  store.one(sql`select coalesce(sum(orders), 0) as orders, coalesce(sum(net), 0) as net from rollup_months`)

const sumsOf = (store: Store) =>
  store.one(sql`select count(*) as orders, coalesce(sum(net), 0) as net from orders where counted`)
