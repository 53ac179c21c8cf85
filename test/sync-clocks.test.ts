// Clocks of a shop that go wrong: after every poll the store holds what the shop holds, whatever the dates of changes say.
import { expect, onTestFinished, test } from 'vitest'
import { importShop } from '#server/ingest/import.ts'
import { openJobs } from '#server/ingest/jobs/jobs.ts'
import { silentProgress } from '#server/ingest/progress.ts'
import { restShop } from '#server/sources/woocommerce/rest.ts'
import { wooCommerceSource } from '#server/sources/woocommerce/source.ts'
import { openStore } from '#server/store/open.ts'
import { sql } from '#server/store/sql.ts'
import { NIGHTLY } from './nightly.ts'
import { KEY, SECRET } from './shop-server/keys.ts'
import { type Json, recordings } from './shop-server/recordings.ts'
import { chance } from './shop-server/seeded.ts'
import { startStoreServer } from './shop-server/server.ts'

const MINUTE = 60_000
const TIME_ZONE = 'America/Argentina/Buenos_Aires'
const whole = recordings()

async function openShop() {
  const listed = whole.orders.filter(({ status }) => !['trash', 'checkout-draft'].includes(String(status)))
  const records = { ...whole, orders: structuredClone(listed.slice(-20)), refunds: [], customers: [] }
  for (const order of records.orders) Object.assign(order, { refunds: [], customer_id: 0 })
  const server = await startStoreServer(undefined, records)
  onTestFinished(() => server.close())
  const store = await openStore({ threads: 1 })
  onTestFinished(() => store.close())
  let ours = Date.parse('2026-12-20T12:00:00Z')
  /** How far the shop's clock and that of its web server are ahead of ours. */
  const ahead = { shop: 0, web: 0 }
  server.clock = () => new Date(ours + ahead.web)
  const deps = {
    store,
    timeZone: TIME_ZONE,
    now: () => new Date(ours),
    openSource: () => wooCommerceSource(restShop({ url: server.url, key: KEY, secret: SECRET, attempts: 1 })),
  }
  const importAgain = () => importShop({ ...deps, source: deps.openSource(), progress: silentProgress })
  await importAgain()
  return {
    importAgain,
    orders: records.orders,
    ahead,
    pass: (ms: number) => {
      ours += ms
    },
    /** `later`: how far after the shop's present a change is dated. */
    edit(order: Json | undefined, status: string, later = 0) {
      const at = ours + ahead.shop + later
      const iso = (ms: number) => new Date(ms).toISOString().slice(0, 19)
      const dates = { date_modified: iso(at - 180 * MINUTE), date_modified_gmt: iso(at) }
      Object.assign(order ?? {}, { status, ...dates })
    },
    async poll() {
      const jobs = await openJobs(deps)
      await jobs.start('orders', { due: deps.now() })
      expect((await jobs.settled()).get('orders')?.state).toBe('success')
    },
    async wrong(): Promise<unknown[]> {
      const rows = await store.all<{ order_id: number; status: string }>(
        sql`select order_id, status from orders`,
      )
      const stored = new Map(rows.map((row) => [row.order_id, row.status]))
      return records.orders
        .filter(({ id, status }) => stored.get(Number(id)) !== `wc-${status}`)
        .map(({ id, status }) => ({ id, shop: status, stored: stored.get(Number(id)) }))
    },
  }
}

test('an order dated half an hour ahead hides no change, its own included', async () => {
  const shop = await openShop()
  const [ahead, other] = shop.orders
  shop.edit(ahead, 'on-hold', 30 * MINUTE)
  await shop.poll()
  shop.pass(MINUTE)
  shop.edit(other, 'returned')
  shop.edit(ahead, 'completed')
  await shop.poll()
  expect(await shop.wrong()).toEqual([])
})

test('a full import that meets an order dated ahead follows the changes before that date', async () => {
  const shop = await openShop()
  const [ahead, other] = shop.orders
  shop.edit(ahead, 'on-hold', 30 * MINUTE)
  await shop.importAgain()
  shop.pass(MINUTE)
  shop.edit(other, 'returned')
  await shop.poll()
  expect(await shop.wrong()).toEqual([])
})

test('a shop whose clock goes ten minutes ahead and back loses no change', async () => {
  const shop = await openShop()
  const [first, second, third] = shop.orders
  shop.ahead.shop = shop.ahead.web = 10 * MINUTE
  shop.edit(first, 'returned')
  await shop.poll()
  shop.ahead.shop = shop.ahead.web = 0
  for (const [order, status] of [
    [second, 'on-hold'],
    [third, 'cancelled'],
    [first, 'completed'],
  ] as const) {
    shop.pass(MINUTE)
    shop.edit(order, status)
    await shop.poll()
    expect(await shop.wrong()).toEqual([])
  }
})

const STATUSES = ['pending', 'processing', 'on-hold', 'completed', 'cancelled', 'returned']
const seeds = Array.from({ length: NIGHTLY ? 100 : 1 }, (_, index) => index + 1)

test.each(seeds)('clocks that move both ways lose no change (seed %i)', async (seed) => {
  const shop = await openShop()
  const luck = chance(seed)
  for (let round = 0; round < 15; round++) {
    shop.pass(luck.between(5, 300) * 1000)
    if (luck.happens(0.2)) shop.ahead.shop = shop.ahead.web = luck.between(-25, 25) * MINUTE
    // The web server of the shop may run on another machine.
    if (luck.happens(0.05)) shop.ahead.shop = luck.between(-25, 25) * MINUTE
    for (let edits = luck.between(0, 3); edits > 0; edits--)
      shop.edit(
        luck.pick(shop.orders),
        luck.pick(STATUSES) ?? 'pending',
        luck.happens(0.1) ? luck.between(1, 60 * 24) * MINUTE : 0,
      )
    await shop.poll()
    if (shop.ahead.shop === shop.ahead.web) expect(await shop.wrong(), `round ${round}`).toEqual([])
  }
  // Without a clock to compare with, changes dated back are found within the time between two wide readings.
  shop.pass(11 * MINUTE)
  await shop.poll()
  expect(await shop.wrong()).toEqual([])
})
