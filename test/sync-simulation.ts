// Weeks of a simulated store beside Góndola, which loses webhooks, meets outages and is killed; then a quiet moment, at
// which Góndola's data is compared with an import into an empty database.
import { importShop } from '#server/ingest/import.ts'
import type { RunResult } from '#server/ingest/jobs/job-runs.ts'
import { openJobs } from '#server/ingest/jobs/jobs.ts'
import { silentProgress } from '#server/ingest/progress.ts'
import { acceptRemovals } from '#server/ingest/removal/removals.ts'
import type { Source } from '#server/ingest/source.ts'
import { refresh } from '#server/ingest/sync/refresh.ts'
import { rebuildDirtyMonths } from '#server/rollups/rebuild.ts'
import { restShop } from '#server/sources/woocommerce/rest.ts'
import { wooCommerceSource } from '#server/sources/woocommerce/source.ts'
import { openStore } from '#server/store/open.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import type { Row, Store } from '#server/store/store.ts'
import { KEY, SECRET } from './shop-server/keys.ts'
import { livingStore } from './shop-server/living.ts'
import type { Recordings } from './shop-server/recordings.ts'
import { type Chance, chance } from './shop-server/seeded.ts'
import { startStoreServer, type Trouble } from './shop-server/server.ts'

const TIME_ZONE = 'America/Argentina/Buenos_Aires'
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Days between quiet moments. */
const QUIET_DAYS = 3.5
/** The clocks of Góndola and the store always differ. */
const SKEW = -7 * MINUTE

/** During trouble, some requests never end. */
const TIMEOUT_MS = 700

export interface Quiet {
  readonly day: number
  /** Requests since the last quiet moment, and those of this quiet moment. */
  readonly requests: number
  readonly quietRequests: number
  readonly orders: number
  /** Tables whose rows differ from a fresh import's, with the first rows of each side. */
  readonly differences: Readonly<Record<string, { ours: string[]; theirs: string[] }>>
  readonly reconciliation: RunResult | undefined
}

export interface Simulation {
  readonly store: Store
  readonly recorded: Recordings
  readonly seed: number
  readonly days: number
  readonly quietDays?: number
}

class Died extends Error {}

/** A process that uses the store and can die at any write: nothing of it reaches the database afterwards. */
function mortal(store: Store, luck: Chance): { store: Store; doom(): void; isDead(): boolean } {
  let left = Number.POSITIVE_INFINITY
  let dead = false
  const alive = () => {
    if (dead) throw new Died('the process is dead')
  }
  const die = () => {
    dead = true
    throw new Died('the process died')
  }
  const mine: Store = {
    ...store,
    async all<T>(query: Sql) {
      alive()
      return store.all<T>(query)
    },
    async one<T>(query: Sql) {
      alive()
      return store.one<T>(query)
    },
    async run(query) {
      alive()
      return store.run(query)
    },
    async transaction(work) {
      alive()
      const isLast = --left <= 0
      const before = isLast && luck.happens(0.5)
      const done = await store.transaction(async (tx) => {
        const result = await work(tx)
        return before ? die() : result
      })
      return isLast ? die() : done
    },
  }
  return {
    store: mine,
    doom: () => {
      left = luck.between(1, 6)
    },
    isDead: () => dead,
  }
}

/** Yields at each quiet moment. */
export async function* simulate({
  store,
  recorded,
  seed,
  days,
  quietDays = QUIET_DAYS,
}: Simulation): AsyncGenerator<Quiet> {
  // Separate random numbers, so that an additional request on a slow machine changes neither the store's life nor the days.
  const luck = chance(seed)
  const fate = chance(seed + 1000)
  const sky = chance(seed + 2000)
  const start = Date.parse('2026-11-21T03:00:00Z')
  const living = livingStore(recorded, seed, start)
  const server = await startStoreServer(undefined, living.store)
  server.unsteady = true
  server.clock = () => new Date(living.now())
  const now = () => new Date(living.now() + SKEW)
  let weather = 0
  server.trouble = () => (sky.happens(weather) ? storm(sky) : undefined)
  const openSource = (attempts: number, timeoutMs = 60_000) =>
    wooCommerceSource(
      restShop({ url: server.url, key: KEY, secret: SECRET, attempts, timeoutMs, pause: async () => {} }),
    )

  let process = mortal(store, fate)
  const setting = (timeoutMs?: number) => ({
    store: process.store,
    timeZone: TIME_ZONE,
    now,
    openSource: () => openSource(3, timeoutMs),
  })
  async function run(key: string, wish: { all?: boolean; due?: Date } = {}): Promise<RunResult | undefined> {
    try {
      const jobs = await openJobs(setting(weather > 0 ? TIMEOUT_MS : undefined))
      await jobs.start(key, wish)
      return (await jobs.settled()).get(key)
    } catch (error) {
      if (!(error instanceof Died)) throw error
      return undefined
    } finally {
      if (process.isDead()) await restart()
    }
  }
  /** After a death, the simulated hours also pass for the database. */
  async function restart(): Promise<void> {
    process = mortal(store, fate)
    await store.run(sql`update jobs set heartbeat_at = heartbeat_at - interval '1 hour' where holder <> ''`)
  }

  try {
    weather = 0.03
    for (let ending: RunResult | undefined; ending?.state !== 'success' && ending?.state !== 'warning'; ) {
      if (ending === undefined && fate.happens(0.7)) process.doom()
      ending = await run('import')
      living.happen()
      living.pass(20 * MINUTE)
    }
    let asked = server.asked.length
    for (let quietAt = start + quietDays * DAY; quietAt <= start + days * DAY; ) {
      weather = luck.happens(0.2) ? 0.3 : luck.happens(0.3) ? 0.03 : 0
      for (let more = luck.between(0, 9); more > 0; more--) {
        const told = living.happen()
        if (told.length > 0 && luck.happens(0.4)) await hear(told)
      }
      if (luck.happens(0.01)) living.bulkEdit()
      if (luck.happens(0.08)) process.doom()
      if (luck.happens(0.9)) await run('orders', { due: now() })
      const other = luck.pick(['products', 'customers', 'coupons', '', '', ''])
      if (other) await run(other, { due: now() })
      if (living.now() < quietAt) {
        living.pass(luck.pick([15_000, MINUTE, 3 * HOUR, 7 * HOUR, 12 * HOUR]) ?? MINUTE)
        continue
      }
      quietAt += quietDays * DAY
      weather = 0
      process = mortal(store, fate)
      living.pass(2 * MINUTE)
      const before = server.asked.length
      for (const key of ['orders', 'products', 'coupons', 'customers']) await run(key)
      const reconciliation = await run('reconciliation', { all: true })
      const after = server.asked.length
      // A person agrees that what the store no longer has may go.
      const by = { userId: 0, email: 'prueba' }
      await store.transaction((tx) => acceptRemovals(tx, {}, { by, now: now() }))
      await rebuildDirtyMonths(store)
      yield {
        day: Math.round(((living.now() - start) / DAY) * 10) / 10,
        requests: after - asked,
        quietRequests: after - before,
        orders: living.store.orders.length,
        differences: await differences(store, () => openSource(1), now()),
        reconciliation,
      }
      asked = server.asked.length
    }
  } finally {
    await server.close()
  }

  /** A webhook: late, twice, or about a deleted order. */
  async function hear(ids: readonly number[]): Promise<void> {
    try {
      const some = luck.happens(0.2) ? [...ids, ...ids, 1] : ids
      await refresh(setting(TIMEOUT_MS), 'order', some)
    } catch {
      // The store had trouble, or the process died: polling compensates for it.
    }
    if (process.isDead()) await restart()
  }
}

function storm(luck: Chance): Trouble {
  const kinds: Trouble[] = [
    { kind: 'status', status: 429, retryAfter: 5 },
    { kind: 'status', status: 503 },
    { kind: 'status', status: 500 },
    ...(['cut', 'truncated', 'html', 'captcha'] as const).map((kind) => ({ kind })),
  ]
  return luck.happens(0.02) ? { kind: 'silent' } : (luck.pick(kinds) ?? { kind: 'cut' })
}

/** A product deleted in the shop stays known here with its lines; the shop's own orders have lost it. */
const deleted = sql`select product_id from products where status = 'deleted'`
const QUERIES: Record<string, Sql> = {
  orders: sql`select * from orders`,
  order_lines: sql`select * from order_lines`,
  order_discounts: sql`select * from order_discounts`,
  order_refunds: sql`select * from order_refunds`,
  customers: sql`select * from customers`,
  products: sql`select * from products where status <> 'deleted'`,
  product_categories: sql`select * from product_categories where product_id not in (${deleted})`,
  categories: sql`select * from categories`,
  coupons: sql`select * from coupons`,
  rejects: sql`select source, record_id, reason from rejects`,
  distributors: sql`select dist_id from distributors where dist_id in (select dist_id from orders)`,
}

async function rowsOf(store: Store): Promise<Map<string, string[]>> {
  const rows = await store.all<{ product_id: number }>(deleted)
  const gone = new Set(rows.map(({ product_id }) => product_id))
  const asTheShop = (row: Row): Row =>
    'line_id' in row && gone.has(Number(row.product_id))
      ? { ...row, product_id: 0, variation_id: 0, sku: '' }
      : row
  const all = new Map<string, string[]>()
  for (const [table, query] of Object.entries(QUERIES))
    all.set(table, (await store.all<Row>(query)).map((row) => JSON.stringify(asTheShop(row))).sort())
  return all
}

async function differences(store: Store, openSource: () => Source, now: Date) {
  const fresh = await openStore({ threads: 1 })
  try {
    const source = openSource()
    const progress = silentProgress
    await importShop({
      store: fresh,
      source,
      timeZone: TIME_ZONE,
      progress,
      now: () => now,
    })
    source.close()
    const [ours, theirs] = [await rowsOf(store), await rowsOf(fresh)]
    const found: Record<string, { ours: string[]; theirs: string[] }> = {}
    for (const [table, rows] of ours) {
      const other = theirs.get(table) ?? []
      const [mine, its] = [new Set(rows), new Set(other)]
      const extra = {
        ours: rows.filter((row) => !its.has(row)),
        theirs: other.filter((row) => !mine.has(row)),
      }
      if (extra.ours.length + extra.theirs.length > 0 || rows.length !== other.length)
        found[table] = { ours: extra.ours.slice(0, 3), theirs: extra.theirs.slice(0, 3) }
    }
    return found
  } finally {
    await fresh.close()
  }
}
