// Requests that following a shop makes, and what it does not write: requests are counted, versions compared.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { importShop } from '#server/ingest/import.ts'
import { openJobs } from '#server/ingest/jobs/jobs.ts'
import { silentProgress } from '#server/ingest/progress.ts'
import { acceptRemovals, keepRecords, waitingCount } from '#server/ingest/removal/removals.ts'
import type { Source } from '#server/ingest/source.ts'
import {
  listCoupons,
  listCustomers,
  syncCoupons,
  syncCustomers,
  syncProducts,
} from '#server/ingest/sync/catalogue.ts'
import { followOrders } from '#server/ingest/sync/follow.ts'
import { reconcileMonth } from '#server/ingest/sync/reconcile.ts'
import { reconcileShop } from '#server/ingest/sync/reconcile-shop.ts'
import { refresh } from '#server/ingest/sync/refresh.ts'
import { settle } from '#server/ingest/sync/settle.ts'
import { openSync, openSyncJob, type Sync } from '#server/ingest/sync/sync.ts'
import type { SyncResult } from '#server/ingest/sync/upsert.ts'
import { restShop } from '#server/sources/woocommerce/rest.ts'
import { wooCommerceSource } from '#server/sources/woocommerce/source.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { describeOneEngine } from '#test/engines.ts'
import { KEY, SECRET } from '#test/shop-server/keys.ts'
import { type Json, recordings } from '#test/shop-server/recordings.ts'
import { type StoreServer, startStoreServer } from '#test/shop-server/server.ts'

const TIME_ZONE = 'America/Argentina/Buenos_Aires'
const START = Date.parse('2026-12-01T12:00:00Z')

describeOneEngine('following a shop', (engine) => {
  let server: StoreServer
  let store: Store
  let at = START
  const now = () => new Date(at)
  const openSource = () =>
    wooCommerceSource(restShop({ url: server.url, key: KEY, secret: SECRET, attempts: 2 }))
  const openRound = async (source: Source): Promise<Sync> => {
    const deps = { store, timeZone: TIME_ZONE, now }
    const sync = openSync(await openSyncJob(deps, source, await source.rules(), silentProgress))
    if (!sync) throw new Error('the shop reports no changes')
    return sync
  }

  beforeAll(async () => {
    // Answers of a shop whose clock is late pass for those of a cache.
    vi.useFakeTimers({ toFake: ['Date'], now: START })
    const whole = recordings()
    const orders = whole.orders.filter(({ status }, index) => index % 12 === 0 && status !== 'trash')
    const products = whole.products.filter(({ type }) => type === 'simple').slice(0, 5)
    server = await startStoreServer(undefined, {
      ...whole,
      orders,
      products,
      customers: whole.customers.slice(0, 20),
    })
    server.clock = now
    store = await engine.open()
    const source = openSource()
    await importShop({
      store,
      source,
      timeZone: TIME_ZONE,
      progress: silentProgress,
      now,
    })
    source.close()
  })
  afterAll(async () => {
    await server.close()
    vi.useRealTimers()
  })

  async function follow(): Promise<SyncResult & { asked: string[] }> {
    const before = server.asked.length
    const source = openSource()
    const sync = await openRound(source)
    const brought = await followOrders(sync, false)
    source.close()
    return { ...brought, asked: server.asked.slice(before).map(({ path }) => path) }
  }
  const versions = () => store.all(sql`select name, version, dirty from data_versions order by name`)
  const living = () =>
    server.store.orders.filter(({ status }) => !['trash', 'checkout-draft'].includes(String(status)))
  const touch = (order: Json | undefined) => {
    const iso = (ms: number) => new Date(ms).toISOString().slice(0, 19)
    return Object.assign(order ?? {}, { date_modified: iso(at - 3 * 3600_000), date_modified_gmt: iso(at) })
  }
  const stored = (id: unknown) =>
    store.one(sql`select status, modified_at from orders where order_id = ${Number(id)}`)

  test('does not repeat a whole import', async () => {
    const source = openSource()
    const sync = await openRound(source)
    const before = server.asked.length
    expect(await syncCustomers(sync)).toMatchObject({ written: 0, removed: 0 })
    expect(await syncProducts(sync)).toMatchObject({ written: 0, removed: 0 })
    expect(await syncCoupons(sync)).toMatchObject({ written: 0, removed: 0 })
    source.close()
    const asked = server.asked.slice(before).map(({ path }) => path)
    expect(asked.filter((path) => path !== 'customers').sort()).toEqual([
      'coupons',
      'products',
      'products',
      'products/categories',
    ])
    expect(asked.length).toBeLessThan(8)
  })

  test('asks an idle shop once', async () => {
    await follow()
    at += 3 * 60_000
    await follow()
    expect(await follow()).toMatchObject({ read: 0, written: 0, asked: ['orders'] })
  })

  test('a bulk edit that changes only dates raises no version', async () => {
    at += 60_000
    const before = await versions()
    for (const order of living()) touch(order)
    expect(living().length).toBeGreaterThan(200)
    const bulk = await follow()
    expect(bulk).toMatchObject({ written: 0, removed: 0, months: [] })
    expect(bulk.asked.filter((path) => path === 'orders').length).toBeLessThan(8)
    expect(await versions()).toEqual(before)
    const moment = new Date(at).toISOString().slice(0, 19).replace('T', ' ')
    expect(await stored(living()[7]?.id)).toMatchObject({ modified_at: moment })
    at += 3 * 60_000
    await follow()
    expect((await follow()).asked).toEqual(['orders'])
  })

  test('one change costs one more request for its refunds and touches only its month', async () => {
    at += 60_000
    const refunded = living().find(({ refunds }) => Array.isArray(refunds) && refunds.length > 0)
    const before = new Map((await versions()).map(({ name, version }) => [name, version]))
    touch(Object.assign(refunded ?? {}, { status: 'returned' }))
    const change = await follow()
    expect(change).toMatchObject({ written: 1, asked: ['orders', `orders/${refunded?.id}/refunds`] })
    const moved = (await versions()).filter(({ name, version }) => before.get(name) !== version)
    expect(moved).toEqual([{ name: change.months[0], version: expect.any(Number), dirty: false }])
  })

  test('notices a second edit within the same second', async () => {
    const [product, coupon] = [server.store.products[0], server.store.coupons[0]]
    const read = async () => {
      const source = openSource()
      const sync = await openRound(source)
      const brought = [await syncProducts(sync), await syncCoupons(sync)]
      source.close()
      return brought.map(({ written }) => written)
    }
    at += 60_000
    for (const words of ['first', 'second']) {
      touch(Object.assign(product ?? {}, { name: `${words} name` }))
      touch(Object.assign(coupon ?? {}, { description: `${words} words` }))
      expect(await read()).toEqual([1, 1])
    }
    expect(await read()).toEqual([0, 0])
    expect(await store.one(sql`select name from products where product_id = ${Number(product?.id)}`)).toEqual(
      { name: 'second name' },
    )
  })

  test('finds a deleted account by the number of accounts', async () => {
    const reconcile = async () => {
      const before = server.asked.length
      const source = openSource()
      const sync = await openRound(source)
      const check = await reconcileShop(sync, { month: undefined, all: false })
      source.close()
      expect(check.failure).toBeUndefined()
      const asked = server.asked.slice(before).filter(({ path }) => path === 'customers')
      const ofAll = asked.filter(({ query }) => query.get('role') === 'all')
      // The others are lists of companies' roles, with only the compared fields.
      const light = asked.filter(({ query }) => query.get('_fields') === 'id,role')
      expect(ofAll.length + light.length).toBe(asked.length)
      return { others: check.others, asked: ofAll.length, companies: light.length }
    }
    const companies = async () =>
      (await store.all(sql`select distinct role from customers where company <> ''`)).length
    // The first time everything is due.
    await reconcile()
    expect(await reconcile()).toEqual({ others: 0, asked: 2, companies: await companies() })
    const [gone] = server.store.customers.splice(3, 1)
    expect(await reconcile()).toEqual({ others: 1, asked: 3, companies: 0 })
    const id = Number(gone?.id)
    expect(await store.all(sql`select 1 as found from customers where customer_id = ${id}`)).toEqual([])
    expect(await reconcile()).toEqual({ others: 0, asked: 2, companies: await companies() })
    // So many of a month wait for a person, who keeps them.
    const people = server.store.customers.filter(({ role }) => role === 'customer')
    const months = Map.groupBy(people, (one) => String(one.date_created).slice(0, 7))
    const several = [...months.values()].find((some) => some.length > 1) ?? []
    const whole = server.store.customers.splice(0)
    server.store.customers.push(...whole.filter((one) => !several.includes(one)))
    expect(await reconcile()).toEqual({ others: 0, asked: 3, companies: 0 })
    expect(await waitingCount(store, 'customers')).toBe(several.length)
    expect(await reconcile()).toEqual({ others: 0, asked: 2, companies: await companies() })
    const by = { userId: 0, email: 'prueba' }
    await store.transaction((tx) => keepRecords(tx, {}, { by, now: now() }))
    expect(await reconcile()).toEqual({ others: 0, asked: 2, companies: await companies() })
    server.store.customers.splice(0, whole.length, ...whole)
    await reconcile()
  })

  test('categories whose removal waits for a person, or that a person keeps, list the products once', async () => {
    const read = async () => {
      const before = server.asked.length
      const source = openSource()
      const sync = await openRound(source)
      await syncProducts(sync)
      await settle(sync)
      source.close()
      return server.asked.slice(before).filter(({ path }) => path !== 'products/categories').length
    }
    await read()
    const idle = await read()
    const gone = server.store.categories.splice(-3)
    expect(await read()).toBeGreaterThan(idle)
    expect(await waitingCount(store, 'categories')).toBe(3)
    expect(await read()).toBe(idle)
    const by = { userId: 0, email: 'prueba' }
    await store.transaction((tx) => keepRecords(tx, {}, { by, now: now() }))
    expect(await read()).toBe(idle)
    Object.assign(gone[0] ?? {}, { name: 'Con otro nombre' })
    server.store.categories.push(...gone)
    expect(await read()).toBeGreaterThan(idle)
    expect(await read()).toBe(idle)
    expect(await waitingCount(store, 'categories')).toBe(0)
  })

  /** An embedded database has one writer. */
  test.runIf(engine.name === 'postgres')('two servers may write a changed record at once', async () => {
    const setting = (own: Store) => ({ store: own, timeZone: TIME_ZONE, now, openSource })
    const listing =
      (list: (sync: Sync) => Promise<SyncResult>) =>
      async (own: Store): Promise<SyncResult> => {
        const source = openSource()
        const sync = openSync(await openSyncJob(setting(own), source, await source.rules(), silentProgress))
        return list(sync!).finally(() => source.close())
      }
    const distributors = async (own: Store) => {
      const jobs = await openJobs(setting(own))
      await jobs.start('distributors')
      const ended = (await jobs.settled()).get('distributors')
      return ended?.state === 'success' ? { written: 0 } : Promise.reject(ended?.message)
    }
    const hint = (kind: 'order' | 'coupon' | 'customer', record: Json | undefined) => (own: Store) =>
      refresh(setting(own), kind, [Number(record?.id)])
    const [coupon] = server.store.coupons
    const [person] = server.store.customers
    const order = living().find(({ date_created }) => String(date_created).startsWith('2026-11'))
    const named = (key: string, value: string) => ({ key, value })
    const meta_data = [named('_dist_id', '77'), named('_dist_name', 'Norte'), named('_dist_email', 'n@x.ar')]
    touch(Object.assign(order ?? {}, { meta_data }))
    await follow()
    meta_data.splice(1, 2, named('_dist_name', 'Sur'), named('_invoice_number', 'A-1'))
    for (const [name, record, first, second] of [
      ['coupon and hint', coupon, hint('coupon', coupon), listing(listCoupons)],
      ['coupon', coupon, listing(listCoupons), listing(listCoupons)],
      ['person and hint', person, hint('customer', person), listing(listCustomers)],
      ['person', person, listing(listCustomers), listing(listCustomers)],
      ['order and hint', order, hint('order', order), distributors],
    ] as const) {
      at += 60_000
      touch(Object.assign(record ?? {}, { description: name, first_name: name }))
      const held = Promise.withResolvers<void>()
      const written = Promise.withResolvers<void>()
      const transaction: Store['transaction'] = (work) =>
        store.transaction(async (tx) => {
          const done = await work(tx)
          written.resolve()
          await held.promise
          return done
        })
      const one = first({ ...store, transaction })
      await written.promise
      const other = second(store)
      const waiting = sql`select 1 as found from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`
      while ((await store.one(waiting)) === undefined);
      held.resolve()
      const ended = (await Promise.allSettled([one, other])).map((end) =>
        end.status === 'fulfilled' ? end.value.written : String(end.reason),
      )
      expect(ended, name).toEqual([1, 0])
    }
    // The e-mail is that of its last order with one.
    expect(await store.all(sql`select name, email from distributors where dist_id = '77'`)).toEqual([
      { name: 'Sur', email: 'n@x.ar' },
    ])
  })

  test('does not reread known accounts without a modification date', async () => {
    for (const account of server.store.customers) account.date_modified_gmt = null
    const source = openSource()
    const sync = await openRound(source)
    expect(await syncCustomers(sync)).toMatchObject({ written: 0 })
    source.close()
  })

  test('finds changed e-mails of recent buyers within a round, whose cost does not grow with the number of accounts', async () => {
    const [model] = server.store.customers
    const account = (id: number) => ({ ...structuredClone(model), id, email: `cuenta${id}@example.com` })
    const round = async () => {
      const before = server.asked.length
      const source = openSource()
      const { written } = await syncCustomers(await openRound(source))
      source.close()
      return { written, requests: server.asked.length - before }
    }
    const emailOf = async (id: number) =>
      (await store.one<{ email: string }>(sql`select email from customers where customer_id = ${id}`))?.email
    const ids = Array.from({ length: 900 }, (_, index) => 50_000 + index)
    const added = ids.map(account)
    server.store.customers.push(...added)
    await round()
    expect((await round()).requests).toBeLessThan(8)
    const [buyer, other] = [Number(ids[700]), Number(ids[100])]
    const order = living().find(({ date_created }) => String(date_created).startsWith('2026-11'))
    touch(Object.assign(order ?? {}, { customer_id: buyer }))
    await follow()
    for (const [index, id] of [buyer, other].entries())
      Object.assign(added.find((one) => one.id === id) ?? {}, { email: `nueva${index}@example.com` })
    // No date shows this change.
    const { requests } = await round()
    expect(requests).toBeLessThan(8)
    expect(await emailOf(buyer)).toBe('nueva0@example.com')
    for (let more = 10; more > 0; more--) await round()
    expect(await emailOf(other)).toBe('nueva1@example.com')
    server.store.customers.splice(server.store.customers.indexOf(added[0] ?? {}), added.length)
    const source = openSource()
    const sync = await openRound(source)
    await listCustomers(sync)
    await settle(sync)
    // So many wait for a person.
    const by = { userId: 0, email: 'prueba' }
    const accept = () => store.transaction((tx) => acceptRemovals(tx, {}, { by, now: now() }))
    expect(await accept()).toBe(added.length)
    source.close()
  })

  test('rejects a record with an invalid id and continues', async () => {
    at += 60_000
    const [changed] = living()
    const odd = ['ninguno', 1e300].map((id) => touch({ ...structuredClone(changed), id, refunds: [] }))
    touch(Object.assign(changed ?? {}, { status: 'in-progress' }))
    server.store.orders.push(...odd)
    const account = { ...structuredClone(server.store.customers[0]), id: 'nadie' }
    server.store.customers.push(account)
    try {
      expect(await follow()).toMatchObject({ written: 1, rejected: 2 })
      const source = openSource()
      const sync = await openRound(source)
      expect(await syncCustomers(sync)).toMatchObject({ rejected: 1 })
      expect(await reconcileMonth(sync, String(changed?.date_created).slice(0, 7))).toMatchObject({
        differed: 0,
      })
      source.close()
    } finally {
      for (const one of odd) server.store.orders.splice(server.store.orders.indexOf(one), 1)
      server.store.customers.splice(server.store.customers.indexOf(account), 1)
    }
  })

  test('a shop that goes back to a copy of itself is followed back', async () => {
    const records = [server.store.products[0], server.store.coupons[0], server.store.customers[0]]
    const copies = records.map((record) => structuredClone(record))
    const names = () =>
      store.all(sql`
        select name as name from products where product_id = ${Number(records[0]?.id)}
        union all select description from coupons where coupon_id = ${Number(records[1]?.id)}
        union all select first_name from customers where customer_id = ${Number(records[2]?.id)}`)
    const reconcile = async () => {
      const source = openSource()
      const sync = await openRound(source)
      await reconcileShop(sync, { month: undefined, all: true })
      await syncCustomers(sync)
      source.close()
    }
    await reconcile()
    const before = await names()
    at += 60_000
    for (const record of records)
      touch(Object.assign(record ?? {}, { name: 'Otro', description: 'Otro', first_name: 'Otro' }))
    await reconcile()
    expect(await names()).toEqual([{ name: 'Otro' }, { name: 'Otro' }, { name: 'Otro' }])
    for (const [index, record] of records.entries()) Object.assign(record ?? {}, copies[index])
    await reconcile()
    expect(await names()).toEqual(before)
  })

  test('a rejected order that leaves the shop is no longer listed as rejected', async () => {
    at += 60_000
    const [model] = living()
    const ids = [880_001, 880_002]
    const odd = ids.map((id) => touch({ ...structuredClone(model), id, total: 'mucho', refunds: [] }))
    server.store.orders.push(...odd)
    const rejected = async () =>
      (
        await store.all<{ id: string }>(sql`
        select record_id as id from rejects where source = 'orders' order by record_id`)
      ).map(({ id }) => id)
    await follow()
    expect(await rejected()).toEqual(expect.arrayContaining(ids.map(String)))
    Object.assign(odd[0] ?? {}, { status: 'trash' })
    server.store.orders.splice(server.store.orders.indexOf(odd[1] ?? {}), 1)
    const source = openSource()
    await reconcileShop(await openRound(source), { month: undefined, all: false })
    source.close()
    for (const id of ids) expect(await rejected()).not.toContain(String(id))
    server.store.orders.splice(server.store.orders.indexOf(odd[0] ?? {}), 1)
  })

  test('a change dated in the future hides no other change', async () => {
    const [wrong, changed] = living()
    const today = at
    at += 400 * 24 * 3600_000
    touch(Object.assign(wrong ?? {}, { status: 'on-hold' }))
    at = today + 60_000
    expect(await follow()).toMatchObject({ written: 1 })
    at += 3 * 60_000
    await follow()
    touch(Object.assign(changed ?? {}, { status: 'returned' }))
    expect(await follow()).toMatchObject({ written: 1 })
    expect(await stored(changed?.id)).toMatchObject({ status: 'wc-returned' })
    server.store.orders.splice(server.store.orders.indexOf(wrong ?? {}), 1)
  })

  test('leaves an order with an invalid total out of the sums of a comparison', async () => {
    const [odd, gone] = living().filter(({ date_created }) => String(date_created).startsWith('2026-03'))
    Object.assign(odd ?? {}, { total: 'mucho' })
    server.store.orders.splice(server.store.orders.indexOf(gone ?? {}), 1)
    const source = openSource()
    const sync = await openRound(source)
    const { differed, statuses } = await reconcileMonth(sync, '2026-03')
    source.close()
    expect(differed).toBe(2)
    for (const { shop_total } of statuses) expect(shop_total).toMatch(/^\d+\.\d\d$/)
  })

  test('a comparison finds any field that differs, on either side, without a change of date', async () => {
    const ofMonth = living().filter(
      ({ date_created: at, refunds }) => String(at).startsWith('2026-05') && String(refunds) === '',
    )
    const [quantity, distributor, discount, province, other] = ofMonth.map(({ id }) => Number(id))
    const ids = [quantity, distributor, discount, province].map(Number)
    const compare = async () => {
      const before = server.asked.length
      const source = openSource()
      const { differed, repaired } = await reconcileMonth(await openRound(source), '2026-05')
      source.close()
      return { differed, repaired, asked: server.asked.slice(before).map(({ path }) => path) }
    }
    expect(await compare()).toMatchObject({ differed: 0 })
    const rows = async () => [
      await store.all(sql`select * from orders where order_id in (${ids}) order by order_id`),
      await store.all(sql`select * from order_lines where order_id in (${ids}) order by order_id, line_id`),
      await store.all(sql`select * from order_discounts where order_id in (${ids}) order by discount_id`),
    ]
    const right = await rows()
    await store.run(sql`update order_lines set quantity = quantity + 1 where order_id = ${Number(quantity)}`)
    await store.run(sql`update orders set dist_id = 'x' where order_id = ${Number(distributor)}`)
    await store.run(sql`update orders set discount = discount + 1 where order_id = ${Number(discount)}`)
    await store.run(sql`update orders set province = 'CHACO' where order_id = ${Number(province)}`)
    const edited = living().find(({ id }) => id === other)
    for (const line of [edited?.line_items].flat().slice(0, 1)) Object.assign(line ?? {}, { quantity: 77 })
    expect(await compare()).toMatchObject({ differed: 5, repaired: 5 })
    expect(await rows()).toEqual(right)
    expect(await store.one(sql`select quantity from order_lines where quantity = 77`)).toEqual({
      quantity: 77,
    })
    const { asked, ...again } = await compare()
    expect(again).toEqual({ differed: 0, repaired: 0 })
    // One request for the orders, and one for all of their refunds.
    expect(asked).toEqual(['orders', 'refunds'])
  })

  test('a hint reads the current order; an older answer changes nothing', async () => {
    at += 60_000
    const [changed, binned, gone] = living()
    const setting = { store, timeZone: TIME_ZONE, now, openSource }
    touch(Object.assign(changed ?? {}, { status: 'return-request' }))
    touch(Object.assign(binned ?? {}, { status: 'trash' }))
    server.store.orders.splice(server.store.orders.indexOf(gone ?? {}), 1)
    const ids = [changed, binned, gone].map((order) => Number(order?.id))
    expect(await refresh(setting, 'order', [...ids, 999_999])).toMatchObject({
      state: 'done',
      written: 1,
      removed: 2,
    })
    expect(await refresh(setting, 'order', ids)).toMatchObject({ written: 0, removed: 0, months: [] })
    expect(await stored(ids[0])).toMatchObject({ status: 'wc-return-request' })
    // As a cache in front of the shop would return it.
    Object.assign(changed ?? {}, { status: 'completed', date_modified_gmt: '2026-11-01T00:00:00' })
    expect(await refresh(setting, 'order', ids)).toMatchObject({ written: 0 })
    expect(await stored(ids[0])).toMatchObject({ status: 'wc-return-request' })
    expect(await store.all(sql`select order_id from orders where order_id in (${ids.slice(1)})`)).toEqual([])
  })
})
