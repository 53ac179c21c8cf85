// An absence is never a deletion: a shop with any fault loses no record, and what the shop really removed leaves within a day.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { contentsOf } from '#server/ingest/data-source.ts'
import { importShop } from '#server/ingest/import.ts'
import { importVerdict, verdict } from '#server/ingest/import-report.ts'
import { silentProgress } from '#server/ingest/progress.ts'
import { type Source, SourceError } from '#server/ingest/source.ts'
import { filesShop } from '#server/sources/woocommerce/json-lines.ts'
import { wooCommerceSource } from '#server/sources/woocommerce/source.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { TIME_ZONE } from './app.ts'
import { describeOneEngine } from './engines.ts'
import { DAY, dated, FaultyShop, living, NOW, order, shopRecords, stored, upTo } from './faulty-shop.ts'
import { everyNth } from './nightly.ts'
import { ownFilesSource } from './own-files.ts'
import { FAULTS } from './shop-server/faults.ts'
import { type StoreServer, startStoreServer } from './shop-server/server.ts'

/** Faults with which a listing cannot be read whole, or not at all. */
const UNREADABLE = /repeats|any order|asked order|without headers|cuts|object/

/** Each test reads a shop several times. */
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

describeOneEngine('a shop with faults', (engine) => {
  let server: StoreServer
  let setting: FaultyShop
  beforeEach(async () => {
    server = await startStoreServer(undefined, shopRecords(110))
    setting = new FaultyShop(await engine.open(), server)
    expect(await setting.importAll()).toMatchObject({ collections: { orders: { written: 110 } } })
  })
  afterEach(() => server.close())

  test.each(everyNth(Object.entries(FAULTS), 3))('%s: nothing is lost', async (_, fault) => {
    const { store } = setting
    const before = await stored(store)
    server.fault = fault(60)
    await setting.importAll()
    expect(await stored(store), 'after an import').toEqual(before)
    setting.at += DAY / 2
    Object.assign(server.store.orders[59] ?? {}, { total: '11.00', ...dated(setting.at) })
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

  test.each(everyNth(Object.entries(FAULTS), 3, 1))(
    '%s: a first import brings all, names what is missing, or fails with the reason',
    async (name, fault) => {
      const fresh = new FaultyShop(await engine.open(), server)
      server.fault = fault(60)
      const report = await fresh.importAll()
      if (report instanceof SourceError) {
        expect(name).toMatch(UNREADABLE)
        return
      }
      expect(name).not.toMatch(UNREADABLE)
      const found = (await stored(fresh.store)).orders?.length ?? 0
      const isHonest = importVerdict(report) === (found === 0 ? 'failed' : 'warning')
      expect(found === 110 || isHonest, `${name}: ${found} orders, ${importVerdict(report)}`).toBe(true)
      const broken = {
        'fails on one record': 1,
        'fails on one record, whatever is asked of it': 1,
        'fails on thirty records in a row': 30,
      }[name]
      if (broken) {
        expect(found).toBe(110 - broken)
        expect(report.rejects).toMatchObject([{ source: 'orders', count: broken }])
      }
      if (/^caps|ignores (dates|asked ids)|twice/.test(name)) expect(found).toBe(110)
    },
  )

  test('a change that the shop cannot show stops neither polling nor comparison, and arrives later', async () => {
    const { store } = setting
    const totals = () =>
      store.all(sql`select order_id as id, total from orders where order_id in (${[3, 60]}) order by id`)
    const change = (ids: readonly number[], total: string) => {
      for (const one of server.store.orders)
        if (ids.includes(Number(one.id))) Object.assign(one, { total, ...dated(setting.at) })
    }
    server.fault = FAULTS['fails on one record']!(60)
    setting.at += DAY / 2
    change([60], '11.00')
    // The second time no other change is near.
    for (const key of ['orders', 'orders', 'reconciliation']) {
      expect(await setting.job(key)).toMatchObject({ state: 'warning' })
      setting.at += 7200_000
    }
    const report = await setting.importAll()
    expect(report instanceof SourceError ? report : verdict(report)).toBe('warning')
    expect(await store.all(sql`select source, record_id from rejects`)).toEqual([
      { source: 'orders', record_id: '60' },
    ])
    setting.at += DAY / 2
    change([3], '12.00')
    await setting.job('orders')
    expect(await totals()).toEqual([
      { id: 3, total: 12 },
      { id: 60, total: 10 },
    ])
    server.fault = {}
    await setting.job('reconciliation')
    expect(await totals()).toEqual([
      { id: 3, total: 12 },
      { id: 60, total: 11 },
    ])
    expect(await store.all(sql`select * from rejects`)).toEqual([])
  })

  test.each([
    ['byte order marks of two files', (body: string) => `\n\uFEFF\uFEFF${body}`],
    ['comments of a cache', (body: string) => `${body}\n<!-- Cached ["page"] in 0.3 s -->\n<!-- [{}] -->`],
    [
      'a warning at the end of the script',
      (body: string) =>
        `${body}<br />\n<b>Warning</b>:  Unknown: open(/tmp/[x]) failed in <b>Unknown</b><br />`,
    ],
  ])('%s around the data hide none of it', async (_, print) => {
    server.fault = { answer: (answer) => ({ ...answer, body: print(answer.body) }) }
    const fresh = new FaultyShop(await engine.open(), server)
    expect(await fresh.importAll()).toMatchObject({ collections: { orders: { written: 110 } } })
  })

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
    for (const table of ['orders', 'order_lines'])
      await store.run(sql`delete from ${sql.identifier(table)} where order_id = 700`)
    await setting.job('reconciliation')
    expect((await stored(store)).orders).toContain(700)
  })

  test('a record whose own address is denied stays and stops no comparison; a shop that denies all does', async () => {
    const { store } = setting
    const { products } = await stored(store)
    server.store.products.splice(2, 1)
    server.store.orders.splice(4, 1)
    server.trouble = ({ path }) => (path === 'products/3' ? { kind: 'status', status: 403 } : undefined)
    setting.at += DAY / 2
    expect(await setting.job('reconciliation')).toMatchObject({
      state: 'warning',
      message: expect.stringMatching(/un registro .* niega .*403/),
    })
    expect(await stored(store)).toEqual({ ...living(server.store), products })
    // From now on the shop denies everything but whole pages.
    server.trouble = ({ path, query }) =>
      /^products(\/\d+)?$/.test(path) && query.get('per_page') !== '100'
        ? { kind: 'status', status: 403 }
        : undefined
    setting.at += DAY / 2
    expect(await setting.job('reconciliation')).toMatchObject({
      state: 'warning',
      message: expect.stringContaining('No se pudo comparar con la tienda: La tienda niega el acceso (403)'),
    })
    server.trouble = () => undefined
    setting.at += DAY / 2
    await setting.job('reconciliation')
    expect(await stored(store)).toEqual(living(server.store))
  })

  test('answers of a cache are told', async () => {
    server.fault = FAULTS['answers from a cache']!(0)
    await setting.job('orders')
    expect(await setting.job('orders')).toMatchObject({
      state: 'warning',
      message: expect.stringContaining('caché'),
    })
  })
})

describeOneEngine('files that lose records', (engine) => {
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

  const putOrders = (ids: readonly (number | string)[]) => {
    put('ordenes.csv', ['orden;fecha', ...ids.map((id) => `${id};20/10/2026`)])
    put('lineas.csv', ['orden;nombre;cantidad;importe', ...ids.map((id) => `${id};Yerba;1;100`)])
  }

  test('CSV whose ids are texts brings new orders beside the old ones', async () => {
    const csv = join(import.meta.dirname, '../fixtures/csv')
    cpSync(join(csv, 'csv-ids-good'), folder, { recursive: true })
    await importFrom(await ownFilesSource(folder))
    cpSync(join(csv, 'csv-ids-unreadable'), folder, { recursive: true })
    expect(verdict(await importFrom(await ownFilesSource(folder)))).toBe('success')
    const names = await store.all<{ name: string }>(
      sql`select case number when '' then cast(order_id as text) else number end as name from orders order by 1`,
    )
    expect(names.map(({ name }) => name)).toEqual(['#1001', '#1002', '1001', '1002'])
  })

  test('CSV whose ids cannot be read removes nothing, fails, and makes room for no demo', async () => {
    putOrders([1001, 1002])
    await importFrom(await ownFilesSource(folder))
    putOrders(['1,00E+15', '2,00E+15'])
    for (const complete of [false, true]) {
      const report = await importFrom(await ownFilesSource(folder, { complete }))
      expect(verdict(report)).toBe('failed')
      expect(report.rejects[0]?.reason).toContain('1,00E+15')
      expect((await stored(store)).orders).toEqual([1001, 1002])
    }
    await store.run(sql`delete from orders`)
    expect(await contentsOf(store)).toBe('shop')
  })

  test('rows without an id at the end remove nothing', async () => {
    putOrders(upTo(12))
    await importFrom(await ownFilesSource(folder))
    putOrders([...upTo(11), '1,20E+15'])
    const report = await importFrom(await ownFilesSource(folder, { complete: true, pageSize: 5 }))
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
})
