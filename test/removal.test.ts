// An absence is never a deletion: a shop with any fault loses no record, and what the shop really removed leaves within a day.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { contentsOf } from '#server/ingest/data-source.ts'
import { importShop } from '#server/ingest/import.ts'
import { verdict } from '#server/ingest/import-report.ts'
import { openJobs } from '#server/ingest/jobs/jobs.ts'
import { silentProgress } from '#server/ingest/progress.ts'
import { type Source, SourceError } from '#server/ingest/source.ts'
import { refresh } from '#server/ingest/sync/refresh.ts'
import { csvSource } from '#server/sources/csv/source.ts'
import { filesShop } from '#server/sources/woocommerce/json-lines.ts'
import { restShop } from '#server/sources/woocommerce/rest.ts'
import { wooCommerceSource } from '#server/sources/woocommerce/source.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { ACCOUNTS, signIn, TIME_ZONE, testApp } from './app.ts'
import { describeOneEngine } from './engines.ts'
import { NIGHTLY } from './nightly.ts'
import { FAULTS } from './shop-server/faults.ts'
import { KEY, SECRET } from './shop-server/keys.ts'
import type { Json, Recordings } from './shop-server/recordings.ts'
import { chance } from './shop-server/seeded.ts'
import { type StoreServer, startStoreServer } from './shop-server/server.ts'

/** Each test reads a shop several times. */
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const NOW = Date.parse('2026-11-20T15:00:00Z')
const DAY = 24 * 3600_000
const iso = (ms: number) => new Date(ms).toISOString().slice(0, 19)

const dated = (ms: number) => ({
  date_created: iso(ms - 3 * 3600_000),
  date_created_gmt: iso(ms),
  date_modified: iso(ms - 3 * 3600_000),
  date_modified_gmt: iso(ms),
})

const order = (id: number, at: number): Json => ({
  ...{ id, status: 'completed', currency: 'ARS', prices_include_tax: true, total: '10.00', customer_id: 0 },
  ...dated(at),
  ...{ billing: {}, meta_data: [], coupon_lines: [], fee_lines: [], shipping_lines: [], refunds: [] },
  line_items: [
    {
      ...{ id: id * 10, name: 'Yerba', product_id: 1, variation_id: 0, quantity: 1 },
      ...{ subtotal: '10.00', subtotal_tax: '0.00', total: '10.00', total_tax: '0.00', meta_data: [] },
    },
  ],
})

const account = (id: number): Json => ({
  ...{ id, email: `cuenta${id}@example.com`, first_name: 'Ana', last_name: 'Paz', role: 'customer' },
  ...dated(NOW - 40 * DAY),
  ...{ billing: {}, meta_data: [] },
})

const product = (id: number): Json => ({
  ...{ id, name: `Producto ${id}`, sku: `P${id}`, status: 'publish', type: 'simple', price: '10' },
  ...dated(NOW - 40 * DAY),
  ...{ permalink: '', stock_status: 'instock', stock_quantity: null, parent_id: 0 },
  ...{ categories: [{ id: 1 }], attributes: [], meta_data: [] },
})

const coupon = (id: number): Json => ({
  ...{ id, code: `cupon${id}`, amount: '5.00', discount_type: 'percent', description: '' },
  ...dated(NOW - 40 * DAY),
})

const upTo = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index)

/** Orders of two months, more than a page of a capped shop and than a page of a hundred. */
const shopRecords = (orders: number): Recordings => ({
  orders: upTo(orders).map((id) => order(id, NOW - ((id * 7) % 45) * DAY)),
  refunds: [],
  products: upTo(15).map(product),
  variations: new Map(),
  customers: upTo(25).map(account),
  categories: upTo(12).map((id) => ({ id, name: `Rubro ${id}`, slug: `r${id}`, parent: 0 })),
  coupons: upTo(14).map(coupon),
})

const TABLES = {
  orders: sql`select order_id as id from orders order by id`,
  customers: sql`select customer_id as id from customers order by id`,
  products: sql`select product_id as id from products where status <> 'deleted' order by id`,
  coupons: sql`select coupon_id as id from coupons order by id`,
  categories: sql`select category_id as id from categories order by id`,
}

async function stored(store: Store): Promise<Record<string, number[]>> {
  const found: Record<string, number[]> = {}
  for (const [table, query] of Object.entries(TABLES))
    found[table] = (await store.all<{ id: number }>(query)).map(({ id }) => id)
  return found
}

const idsOf = (records: readonly Json[]) =>
  records.map(({ id }) => Number(id)).sort((one, other) => one - other)

/** What the product should hold of this shop. */
const living = (shop: Recordings): Record<string, number[]> => ({
  orders: idsOf(shop.orders.filter(({ status }) => status !== 'trash')),
  customers: idsOf(shop.customers),
  products: idsOf(shop.products),
  coupons: idsOf(shop.coupons),
  categories: idsOf(shop.categories),
})

/** Errors of the shop are told; what matters here is what stays. */
async function tried<T>(work: Promise<T>): Promise<T | SourceError> {
  return work.catch((error) => {
    if (error instanceof SourceError) return error
    throw error
  })
}

class Setting {
  at = NOW
  readonly store: Store
  readonly server: StoreServer
  constructor(store: Store, server: StoreServer) {
    this.store = store
    this.server = server
  }
  now = () => new Date(this.at)
  openSource = (): Source =>
    wooCommerceSource(
      restShop({ url: this.server.url, key: KEY, secret: SECRET, attempts: 2, pause: async () => {} }),
    )
  async importAll() {
    const source = this.openSource()
    const { store, now } = this
    return tried(importShop({ store, source, timeZone: TIME_ZONE, progress: silentProgress, now }))
  }
  async job(key: string) {
    const { store, now, openSource } = this
    const jobs = await openJobs({ store, timeZone: TIME_ZONE, now, openSource })
    await jobs.start(key, { all: true })
    return (await jobs.settled()).get(key)
  }
  async hint(ids: readonly number[]) {
    const { store, now, openSource } = this
    await tried(refresh({ store, timeZone: TIME_ZONE, now, openSource }, 'order', ids))
  }
}

describeOneEngine(
  'a shop with faults',
  (engine) => {
    let server: StoreServer
    let setting: Setting
    beforeEach(async () => {
      server = await startStoreServer(undefined, shopRecords(110))
      setting = new Setting(await engine.open(), server)
      expect(await setting.importAll()).toMatchObject({ collections: { orders: { written: 110 } } })
    })
    afterEach(() => server.close())

    test.each(Object.entries(FAULTS))('%s: nothing is lost', async (_, fault) => {
      const { store } = setting
      const before = await stored(store)
      server.fault = fault(60)
      await setting.importAll()
      expect(await stored(store), 'after an import').toEqual(before)
      setting.at += DAY / 2
      // The comparison also lists products, coupons and accounts.
      for (const key of ['orders', 'reconciliation']) {
        await setting.job(key)
        expect(await stored(store), `after ${key}`).toEqual(before)
      }
      await setting.hint([3, 60, 109])
      expect(await stored(store), 'after a webhook').toEqual(before)
      expect(await store.all(sql`select * from removals`)).toEqual([])

      // Back to health: what happened meanwhile arrives.
      server.fault = {}
      setting.at += DAY / 2
      server.store.orders.push(order(500, setting.at))
      server.store.orders.splice(4, 1)
      Object.assign(server.store.orders[9] ?? {}, { status: 'trash', ...dated(setting.at) })
      await setting.job('orders')
      await setting.job('reconciliation')
      expect(await stored(store), 'in health').toEqual(living(server.store))
    })

    test.each(Object.entries(FAULTS).filter(([name]) => !/repeats|any order|\[\]/.test(name)))(
      '%s: a first import brings all or says what is missing',
      async (name, fault) => {
        const fresh = new Setting(await engine.open(), server)
        server.fault = fault(60)
        const report = await fresh.importAll()
        if (report instanceof SourceError) throw report
        const found = (await stored(fresh.store)).orders?.length ?? 0
        const isHonest = verdict(report) === 'warning'
        expect(found === 110 || isHonest, `${name}: ${found} orders, ${verdict(report)}`).toBe(true)
        if (name === 'fails on one record') {
          expect(found).toBe(109)
          expect(report.rejects).toMatchObject([{ source: 'orders', count: 1 }])
        }
        if (name.startsWith('caps')) expect(found).toBe(110)
      },
    )

    test('an import with a fault that hides the order of pages fails with a plain message', async () => {
      server.fault = FAULTS['repeats the first page']!(0)
      const asked = server.asked.length
      expect(await setting.importAll()).toMatchObject({ message: expect.stringContaining('ignora «offset»') })
      expect(server.asked.length - asked).toBeLessThan(40)
      server.fault = FAULTS['answers [] without headers']!(0)
      expect(await setting.importAll()).toMatchObject({ message: expect.stringContaining('X-WP-Total') })
    })

    test('an order of a month to come is compared and returns', async () => {
      const { store } = setting
      server.store.orders.push(order(700, NOW + 75 * DAY))
      await setting.job('orders')
      expect((await stored(store)).orders).toContain(700)
      await store.run(sql`delete from orders where order_id = 700`)
      await setting.job('reconciliation')
      expect((await stored(store)).orders).toContain(700)
    })

    test('answers of a cache are told', async () => {
      server.fault = FAULTS['answers from a cache']!(0)
      await setting.job('orders')
      expect(await setting.job('orders')).toMatchObject({
        state: 'warning',
        message: expect.stringContaining('caché'),
      })
    })

    test('many trashed at once leave; many deleted wait for a person, who decides and restores', async () => {
      const { store } = setting
      for (const one of server.store.orders.slice(0, 30))
        Object.assign(one, { status: 'trash', ...dated(NOW) })
      await setting.job('orders')
      expect((await stored(store)).orders).toEqual(idsOf(server.store.orders.slice(30)))
      setting.at += DAY
      const deleted = server.store.orders.splice(40, 25)
      const ending = await setting.job('reconciliation')
      expect(ending).toMatchObject({ state: 'warning', message: expect.stringContaining('25 registros') })
      expect((await stored(store)).orders).toContain(Number(deleted[0]?.id))

      const app = await testApp(store, { now: setting.now })
      try {
        const token = await signIn(app, ACCOUNTS.superAdmin)
        const inject = (method: 'GET' | 'POST', url: string, payload?: object) =>
          app.server.inject({
            method,
            url,
            headers: { authorization: `Bearer ${token}` },
            ...(payload && { payload }),
          })
        const waiting = (await inject('GET', '/api/config/removals')).json()
        expect(waiting.meta.total).toBe(25)
        expect(waiting.data[0]).toMatchObject({
          collection: 'orders',
          evidence: 'gone',
          label: 'wc-completed',
        })
        const sums = async () =>
          store.one(sql`select sum(net) as net, sum(orders) as orders from rollup_months`)
        const before = await sums()
        const ids = idsOf(deleted)
        await inject('POST', '/api/config/removals', { action: 'keep', ids: [ids[0]] })
        expect((await inject('POST', '/api/config/removals', { action: 'accept' })).json().data.count).toBe(
          24,
        )
        expect((await stored(store)).orders).not.toContain(ids[1])
        expect(await sums()).toEqual({ net: Number(before?.net) - 240, orders: Number(before?.orders) - 24 })
        const rows = await store.all(sql`select * from order_lines where order_id = ${Number(ids[1])}`)
        expect(rows).toEqual([])
        await inject('POST', '/api/config/removals', { action: 'restore', ids: ids.slice(1) })
        expect(await sums()).toEqual(before)
        // The same evidence removes neither the kept nor the restored ones again.
        setting.at += DAY
        await setting.job('reconciliation')
        expect((await stored(store)).orders).toEqual(expect.arrayContaining(ids))
        const audit = await store.all<{ action: string; who: string }>(
          sql`select action, who from audit where action like 'records.%' order by audit_id`,
        )
        expect(audit.map(({ action }) => action)).toEqual([
          'records.remove',
          'records.keep',
          'records.remove',
          'records.restore',
        ])
        const admin = await signIn(app, ACCOUNTS.admin)
        const refused = await app.server.inject({
          ...{ method: 'POST', url: '/api/config/removals', payload: { action: 'accept' } },
          headers: { authorization: `Bearer ${admin}` },
        })
        expect(refused.statusCode).toBe(403)
      } finally {
        await app.jobs.stop()
        await app.close()
      }
    })
  },
  'duckdb',
)

describeOneEngine(
  'files that lose records',
  (engine) => {
    let folder: string
    let store: Store
    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), 'gondola-loss-'))
      store = await engine.open()
    })
    afterEach(() => rmSync(folder, { recursive: true }))
    const importFrom = (source: Source) =>
      importShop({ store, source, timeZone: TIME_ZONE, progress: silentProgress, currency: 'ARS' })
    const put = (name: string, lines: readonly string[]) =>
      writeFileSync(join(folder, name), lines.map((line) => `${line}\n`).join(''))

    test('CSV whose ids cannot be read removes nothing, fails, and makes room for no demo', async () => {
      const csv = join(import.meta.dirname, '../fixtures/csv')
      cpSync(join(csv, 'csv-ids-good'), folder, { recursive: true })
      await importFrom(await csvSource(folder))
      cpSync(join(csv, 'csv-ids-unreadable'), folder, { recursive: true })
      for (const complete of [false, true]) {
        const report = await importFrom(await csvSource(folder, { complete }))
        expect(verdict(report)).toBe('failed')
        expect(report.rejects[0]?.reason).toContain('#1001')
        expect((await stored(store)).orders).toEqual([1001, 1002])
      }
      await store.run(sql`delete from orders`)
      expect(await contentsOf(store)).toBe('shop')
    })

    test('rows without an id at the end, or on a later page, remove nothing', async () => {
      const csv = (ids: readonly (number | string)[]) => {
        put('ordenes.csv', ['orden;fecha', ...ids.map((id) => `${id};20/10/2026`)])
        put('lineas.csv', ['orden;nombre;cantidad;importe', ...ids.map((id) => `${id};Yerba;1;100`)])
      }
      csv(upTo(12))
      await importFrom(await csvSource(folder))
      csv([...upTo(11), '#12'])
      const report = await importFrom(await csvSource(folder, { complete: true, pageSize: 5 }))
      expect(verdict(report)).toBe('warning')
      expect((await stored(store)).orders).toEqual(upTo(12))
    })

    test('cut and shortened files of a WooCommerce shop remove nothing', async () => {
      const { orders } = shopRecords(40)
      const lines = orders.map((one) => JSON.stringify(one))
      put('orders_full.jsonl', lines)
      const source = async () => wooCommerceSource(await filesShop(folder, { pageRecords: 10 }))
      await importFrom(await source())
      for (const some of [lines.slice(0, 15), [...lines.slice(0, 20), '{"id": 2'], lines.slice(30)]) {
        put('orders_full.jsonl', some)
        await importFrom(await source())
        expect((await stored(store)).orders).toEqual(upTo(40))
      }
      put('orders_full.jsonl', [JSON.stringify({ ...orders[3], status: 'trash' })])
      await importFrom(await source())
      expect((await stored(store)).orders).toEqual(upTo(40).filter((id) => id !== 4))
    })
  },
  'duckdb',
)

describe('random histories of a shop with faults', () => {
  const HISTORIES = NIGHTLY ? 1_000 : 6
  describeOneEngine(
    `${HISTORIES} of them`,
    (engine) => {
      let store: Store
      beforeAll(async () => {
        store = await engine.open()
      })

      test('nothing leaves without evidence, and what the shop removed leaves within a day', async () => {
        for (let seed = 1; seed <= HISTORIES; seed++) await history(store, seed)
      }, 3_600_000)
    },
    'duckdb',
  )

  async function history(store: Store, seed: number): Promise<void> {
    const luck = chance(seed)
    for (const table of [
      'orders',
      'order_lines',
      'removals',
      'sync_cursors',
      'import_cursors',
      'sync_months',
    ])
      await store.run(sql`delete from ${sql.identifier(table)}`)
    const server = await startStoreServer(undefined, shopRecords(luck.between(20, 60)))
    const setting = new Setting(store, server)
    let next = 1_000
    const orders = server.store.orders
    const removed = new Set<number>()
    try {
      await setting.importAll()
      for (let step = 0; step < 8; step++) {
        server.fault = luck.happens(0.6)
          ? luck.pick(Object.values(FAULTS))!(Number(luck.pick(orders)?.id))
          : {}
        const one = luck.pick(orders)
        const kind = luck.between(0, 3)
        if (kind === 0) orders.push(order(next++, setting.at - luck.between(0, 30) * DAY))
        if (kind === 1 && one) {
          Object.assign(one, { status: 'trash', ...dated(setting.at) })
          removed.add(Number(one.id))
        }
        if (kind === 2 && one) {
          orders.splice(orders.indexOf(one), 1)
          removed.add(Number(one.id))
        }
        if (kind === 3 && one) Object.assign(one, { total: '11.00', ...dated(setting.at) })
        setting.at += luck.between(1, 12) * 3600_000
        const before = (await stored(store)).orders ?? []
        await luck.pick([
          () => setting.importAll(),
          () => setting.job('orders'),
          () => setting.job('reconciliation'),
          () => setting.hint([Number(one?.id ?? 1)]),
        ])?.()
        const after = new Set((await stored(store)).orders)
        const lost = before.filter((id) => !after.has(id) && !removed.has(id))
        expect(lost, `seed ${seed}, step ${step}`).toEqual([])
      }
      server.fault = {}
      for (let day = 0; day < 2; day++) {
        setting.at += DAY
        await setting.job('orders')
        await setting.job('reconciliation')
      }
      const waiting = await store.all<{ id: number }>(
        sql`select record_id as id from removals where state = 'waiting' order by id`,
      )
      const found = (await stored(store)).orders?.filter((id) => !waiting.some((one) => one.id === id))
      expect(found, `seed ${seed}`).toEqual(living(server.store).orders)
    } finally {
      await server.close()
    }
  }
})
