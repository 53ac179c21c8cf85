// A server with cached answers, compared with one that has just started on the same data: whatever changed, and whoever changed
// it, both give the same answers. On PostgreSQL the changes come from another connection, as if from another process.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { endpoints } from '#contract/api.ts'
import { type AppWithJobs, buildApp } from '#server/app.ts'
import { removeOrders, writeOrders } from '#server/ingest/write.ts'
import { writeProducts } from '#server/ingest/write-catalog.ts'
import { writeCustomers } from '#server/ingest/write-customers.ts'
import { rebuildDirtyMonths } from '#server/rollups/rebuild.ts'
import { openStore } from '#server/store/open.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { readVersions } from '#server/store/versions.ts'
import { smallShop } from '../fixtures/small-shop.ts'
import { ACCOUNTS, PASSWORD, signIn, type TestApp, TIME_ZONE, testApp } from './app.ts'
import { describeEngines } from './engines.ts'
import { NIGHTLY } from './nightly.ts'

/** Takes seconds alone, and longer while other tests run. */
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const PLACES: Record<string, string> = { dist_id: '101', role: 'customer', role_name: 'customer' }
const CALLS = endpoints
  .filter(({ monthly }) => monthly)
  .map(({ path }) => path.replace(/\{(\w+)\}/g, (_, name) => PLACES[name] ?? '1100'))

/** Lists of one status are requested with every status. */
/** Some answers grow older by the minute. */
const NOW = new Date()
const now = () => NOW
const asked = (path: string, month: string) =>
  `${path}?start_date=${month}${/\/orders(\/ranking-old-orders)?$/.test(path) ? '&status=TODOS' : ''}`

const [template] = smallShop.orders
const [ana] = smallShop.customers

const RETIRED = { role: 'jubilado_arcor', company: 'Jubilado Arcor', modified_at: '2026-08-01 00:00:00' }

/** Another account like the first one. */
function account(customer_id: number, email: string) {
  if (!ana) throw new Error('The small shop has no accounts')
  return { ...ana, customer_id, email }
}

/** Another order through Distribuidora Sur, under the given name. */
function orderOn(order_id: number, at: string, customer_id: number, name = 'Distribuidora Sur') {
  if (!template) throw new Error('The small shop has no orders')
  const of = { order_id, month: at.slice(0, 7) }
  return {
    order: {
      ...template.order,
      ...of,
      ...{ customer_id, created_at: at, order_date: at.slice(0, 10), modified_at: at, dist_id: '102' },
    },
    lines: template.lines.map((line) => ({ ...line, ...of, dist_id: '102' })),
    discounts: [],
    refunds: [],
    distributor: { dist_id: '102', name },
  }
}

describeEngines('cached answers', (engine) => {
  /** The store that changes are written to. */
  let writer: Store
  let store: Store
  let warm: TestApp
  let cold: AppWithJobs | undefined
  beforeAll(async () => {
    const place = await engine.place()
    store = await openStore(place)
    writer = engine.name === 'postgres' ? await openStore(place) : store
    await write(async (tx) => {
      await writeProducts(tx, smallShop.products)
      await writeCustomers(tx, [...smallShop.customers, account(4, 'nadie@example.com')])
      await writeOrders(tx, smallShop.orders)
    })
    warm = await testApp(store, { now })
    for (const [who] of WHO) await warm.tokenOf(who)
  })
  afterAll(async () => {
    await warm.close()
    await cold?.server.close()
    if (writer !== store) await writer.close()
    await store.close()
  })

  async function write(work: Parameters<Store['transaction']>[0]) {
    await writer.transaction(work)
    await rebuildDirtyMonths(writer)
  }

  /** A month that does not change while others do, and one that begins meanwhile. */
  const WHO = [
    ['superAdmin', '2026-05'],
    ['scoped', '2026-07'],
  ] as const
  /** Each engine takes some of the calls: together they meet every change. On the small shop PostgreSQL answers faster. */
  const calls = CALLS.filter((_, index) => NIGHTLY || (index % 4 === 0) === (engine.name === 'duckdb'))
  async function answers(server: AppWithJobs['server'], paths = calls) {
    const told = new Map<string, unknown>()
    for (const [who, month] of WHO) {
      const authorization = `Bearer ${await warm.tokenOf(who)}`
      for (const path of paths) {
        const reply = await server.inject({ url: asked(path, month), headers: { authorization } })
        const { etag } = reply.headers
        told.set(`${who} ${month} ${path}`, { status: reply.statusCode, etag, body: reply.json() })
      }
    }
    return told
  }

  const CHANGES: Record<string, () => Promise<unknown>> = {
    'the first order of a month': () =>
      write((tx) => writeOrders(tx, [orderOn(900, '2026-07-01 00:00:00', 4)])),
    'an order that renames its distributor': () =>
      write((tx) => writeOrders(tx, [orderOn(901, '2026-07-31 23:59:59', 3, 'Sur e Hijos')])),
    'an order that goes': () => write((tx) => removeOrders(tx, [901])),
    'a guest who registers': () => write((tx) => writeCustomers(tx, [account(77, 'dani@example.com')])),
    'an account of another role': () =>
      write((tx) => writeCustomers(tx, [{ ...account(4, 'nadie@example.com'), ...RETIRED }])),
    'a product in another class': () =>
      write((tx) =>
        writeProducts(
          tx,
          smallShop.products.map((product) => ({ ...product, business: 'Harinas', segment: 'Polvos' })),
        ),
      ),
    'a sign-in, another account and another latest month': async () => {
      await signIn(warm, ACCOUNTS.viewer)
      const eva = { name: 'Eva', email: 'eva@example.com', role: 'admin', password: PASSWORD }
      await warm.post('/api/users', eva, 'superAdmin')
      await warm.post('/api/config', { option: 'show_max_month', values: '2026-04' }, 'superAdmin')
    },
    'a role of other distributors': async () => {
      const role = await writer.one<{ id: number; revision: number }>(
        sql`select role_id as id, revision from roles where name = 'scoped'`,
      )
      const permissions = ['view:scorecard', 'view:orders', 'view:products', 'view:distributors']
      const body = {
        id: role?.id,
        revision: role?.revision,
        name: 'scoped',
        permissions,
        dist_ids: ['102', '0'],
      }
      return warm.post('/api/roles-permissions', body, 'superAdmin')
    },
  }

  /** By day each change meets every second call; older answers to the others stay kept until the next one. */
  let turn = 0
  test.each(Object.entries(CHANGES))('are right after %s', async (_, change) => {
    // The cached answers are older than the change.
    if (cold === undefined) await answers(warm.server)
    await change()
    // A server learns of another process's commit milliseconds later.
    const current = await readVersions(writer, true)
    await expect.poll(() => readVersions(store), { timeout: 10_000 }).toEqual(current)
    await cold?.server.close()
    cold = await buildApp({ store, timeZone: TIME_ZONE, now })
    turn++
    const paths = calls.filter((_, index) => NIGHTLY || (index + turn) % 2 === 0)
    const [kept, right] = [await answers(warm.server, paths), await answers(cold.server, paths)]
    expect(kept).toEqual(right)
    expect([...right.values()]).not.toContainEqual(expect.objectContaining({ status: 500 }))
  })
})
