// Statuses that plug-ins register as not public, or no longer register: their orders are read and kept all the same.
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { importShop } from '#server/ingest/import.ts'
import { openJobs } from '#server/ingest/jobs/jobs.ts'
import { silentProgress } from '#server/ingest/progress.ts'
import { restShop } from '#server/sources/woocommerce/rest.ts'
import { wooCommerceSource } from '#server/sources/woocommerce/source.ts'
import { sql } from '#server/store/sql.ts'
import { TIME_ZONE } from './app.ts'
import { describeOneEngine } from './engines.ts'
import { KEY, SECRET } from './shop-server/keys.ts'
import { startStoreServer } from './shop-server/server.ts'
import { importShopOf, lineJson, NO_RECORDS, NOW, orderJson, type SmallShopApp } from './small-files.ts'

let shop: SmallShopApp | undefined
afterEach(async () => {
  await shop?.close()
  shop = undefined
})

const orderIn = (id: number, status: string) => orderJson(id, [lineJson(id, 1, '100.00')], { status })
/** Those of a month, a fifth of them in each status. */
const STATUSES = ['completed', 'processing', 'in-assembly', 'en-deposito', 'retirado']
const orders = Array.from({ length: 60 }, (_, index) => orderIn(index + 1, STATUSES[index % 5] ?? ''))

async function startShop(settings: Awaited<ReturnType<typeof startStoreServer>>['settings']) {
  const server = await startStoreServer(undefined, {
    ...NO_RECORDS,
    orders: orders.map((one) => ({ ...one })),
  })
  onTestFinished(() => server.close())
  server.settings = settings
  const openSource = () => wooCommerceSource(restShop({ url: server.url, key: KEY, secret: SECRET }))
  return { server, openSource }
}

describeOneEngine('orders in statuses of plug-ins', (engine) => {
  const countOf = async () => {
    const rows = await shop!.store.all<{ status: string; count: number }>(
      sql`select status, count(*) as count from orders group by status order by status`,
    )
    return Object.fromEntries(rows.map(({ status, count }) => [status.replace('wc-', ''), count]))
  }
  const ALL = Object.fromEntries(STATUSES.map((status) => [status, 12]))

  test('that `any` leaves out are read by name; without a description `any` is what can be asked', async () => {
    const { openSource } = await startShop({ notPublic: ['en-deposito', 'retirado'] })
    shop = await importShopOf(engine, openSource())
    expect(await countOf()).toEqual(ALL)
    await shop.close()
    const undescribed = await startShop({ notPublic: ['retirado'], undescribed: true })
    shop = await importShopOf(engine, undescribed.openSource())
    const { retirado: _, ...listed } = ALL
    expect(await countOf()).toEqual(listed)
  })

  test('that the shop no longer registers stay, with every figure, and are told', async () => {
    const { server, openSource } = await startShop({})
    shop = await importShopOf(engine, openSource())
    server.settings = { unregistered: ['in-assembly', 'en-deposito', 'retirado'] }
    const jobs = await openJobs({
      ...{ store: shop.store, timeZone: TIME_ZONE, now: () => new Date(NOW) },
      openSource: async () => openSource(),
    })
    await jobs.start('reconciliation', { all: true })
    await jobs.settled()
    expect(await countOf()).toEqual(ALL)
    expect(await shop.store.all(sql`select * from removals`)).toEqual([])
    const runs = await shop.getData<{ shop: { remarks: string[]; repaired: number } | null }[]>(
      '/api/config/reconciliation',
    )
    expect(runs[0]?.shop).toMatchObject({ repaired: 0 })
    expect(runs[0]?.shop?.remarks.join()).toMatch(/36 registros no salen en las listas/)
  })

  test('that leaving HPOS turns into pending stay and are told; an edit in a registered status is taken over', async () => {
    const { server, openSource } = await startShop({})
    shop = await importShopOf(engine, openSource())
    const { store } = shop
    // One of each stays, so that the shop knows the status once its plug-in is back.
    const moved = ['en-deposito', 'retirado'].flatMap((name) =>
      server.store.orders.filter(({ status }) => status === name).slice(1),
    )
    for (const one of moved) one.status = 'pending'
    server.settings = { unregistered: ['en-deposito', 'retirado'], tables: false }
    const jobs = await openJobs({
      ...{ store, timeZone: TIME_ZONE, now: () => new Date(NOW) },
      openSource: async () => openSource(),
    })
    const run = async (key: string) => {
      await jobs.start(key, { all: true })
      return (await jobs.settled()).get(key)
    }
    const unregistered = async () =>
      (
        await shop!.getData<{ unplaced: { unregistered_statuses: object[] } }[]>('/api/config/reconciliation')
      )[0]?.unplaced.unregistered_statuses
    await run('orders')
    expect(await countOf(), 'after a poll').toEqual(ALL)
    expect(await run('reconciliation')).toMatchObject({ state: 'warning' })
    expect(await countOf(), 'after a comparison').toEqual(ALL)
    expect(await unregistered()).toEqual([
      { name: 'wc-en-deposito', count: 12 },
      { name: 'wc-retirado', count: 12 },
    ])
    await importShop({
      ...{ store, timeZone: TIME_ZONE, progress: silentProgress, now: () => new Date(NOW) },
      source: openSource(),
    })
    expect(await countOf(), 'after an import').toEqual(ALL)

    // The plug-in is back: what it lost stays, and an order that somebody puts back to pending is pending.
    server.settings = { tables: false }
    Object.assign(moved[0] ?? {}, {
      date_modified: '2026-11-20T08:00:00',
      date_modified_gmt: '2026-11-20T11:00:00',
    })
    await run('reconciliation')
    expect(await countOf()).toEqual({ ...ALL, 'en-deposito': 11, pending: 1 })
    expect(await unregistered()).toEqual([])
  })

  test('of a shop that does not describe its statuses give way to pending only with a new date', async () => {
    const { server, openSource } = await startShop({ undescribed: true })
    shop = await importShopOf(engine, openSource())
    const [kept, edited] = server.store.orders.filter(({ status }) => status === 'retirado')
    for (const one of [kept, edited]) Object.assign(one ?? {}, { status: 'pending' })
    Object.assign(edited ?? {}, {
      date_modified: '2026-11-20T08:00:00',
      date_modified_gmt: '2026-11-20T11:00:00',
    })
    const jobs = await openJobs({
      ...{ store: shop.store, timeZone: TIME_ZONE, now: () => new Date(NOW) },
      openSource: async () => openSource(),
    })
    await jobs.start('reconciliation', { all: true })
    await jobs.settled()
    expect(await countOf()).toEqual({ ...ALL, retirado: 11, pending: 1 })
  })
})
