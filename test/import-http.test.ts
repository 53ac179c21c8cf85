// The same shop over HTTP, with all the trouble that networks and shops cause: the result equals the import from files.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { importShop } from '#server/ingest/import.ts'
import { type Progress, silentProgress } from '#server/ingest/progress.ts'
import { SourceError } from '#server/ingest/source.ts'
import { filesShop } from '#server/sources/woocommerce/json-lines.ts'
import { DEFAULT_MAPPING, type Mapping } from '#server/sources/woocommerce/mapping.ts'
import type { Shop } from '#server/sources/woocommerce/records.ts'
import { restShop } from '#server/sources/woocommerce/rest.ts'
import { wooCommerceSource } from '#server/sources/woocommerce/source.ts'
import { readSetting } from '#server/store/settings.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { describeOneEngine, testEngine } from './engines.ts'
import { KEY, SECRET } from './shop-server/keys.ts'
import { type Json, SAMPLE_ORDERS, sampleFolder } from './shop-server/recordings.ts'
import { type Asked, type StoreServer, startSampleServer, type Trouble } from './shop-server/server.ts'
import { storeRows } from './store-rows.ts'

let server: StoreServer
let fromFiles: Record<string, string[]>
const pauses: number[] = []

const shopOf = (keys = { key: KEY, secret: SECRET }, url = server.url) =>
  restShop({
    url,
    ...keys,
    timeoutMs: 5_000,
    attempts: 4,
    pause: async (ms) => {
      pauses.push(ms)
    },
  })

const importInto = (
  store: Store,
  shop: Shop = shopOf(),
  {
    mapping = DEFAULT_MAPPING,
    timeZone = 'America/Argentina/Buenos_Aires',
    progress = silentProgress,
  }: { mapping?: Mapping; timeZone?: string; progress?: Progress } = {},
) =>
  importShop({
    store,
    source: wooCommerceSource(shop, async () => mapping),
    timeZone,
    progress,
  })

const reference = testEngine('postgres')
beforeAll(async () => {
  const store = await reference.open()
  await importInto(store, await filesShop(sampleFolder()))
  fromFiles = await storeRows(store)
}, 60_000)

beforeEach(async () => {
  server = await startSampleServer()
  pauses.length = 0
  return () => server.close()
})

interface Page {
  readonly records: readonly unknown[]
}
async function* none(): AsyncGenerator<Page> {}

/** Every third address fails the first time, each in a different way; the shop's name, which is asked for once, is none of them. */
const flaky = ({ before, count }: Asked): Trouble | undefined => {
  const troubles: Trouble[] = [
    { kind: 'status', status: 500 },
    { kind: 'cut' },
    { kind: 'status', status: 503, retryAfter: 7 },
    { kind: 'truncated' },
    { kind: 'status', status: 429, retryAfter: 2 },
    { kind: 'html' },
    { kind: 'status', status: 502 },
  ]
  return before === 0 && count % 3 === 1 ? troubles[((count - 1) / 3) % troubles.length] : undefined
}

describeOneEngine('a shop over HTTP', (engine) => {
  test('gives the same rows as its files, even over a failing network', async () => {
    server.trouble = flaky
    const store = await engine.open()
    const report = await importInto(store)
    expect(await storeRows(store)).toEqual(fromFiles)
    expect(report.collections.orders).toMatchObject({
      read: SAMPLE_ORDERS,
      written: SAMPLE_ORDERS,
      rejected: 0,
    })
    expect(await readSetting(store, 'store_name')).toBe('Dulces & Cía.')
    expect(await readSetting(store, 'show_max_month')).toBe('2026-11')
    expect(pauses).toContain(7_000)
    expect(pauses).toContain(2_000)
    // Every page was requested by its own address, never by a link in a response.
    expect(server.asked.every(({ query }) => !query.has('oauth_signature') && !query.has('page'))).toBe(true)
  }, 60_000)
})

describe('a shop over HTTP', () => {
  const engine = testEngine('postgres')
  let store: Store

  beforeAll(async () => {
    store = await engine.open()
    await importInto(store, await filesShop(sampleFolder()))
  }, 60_000)

  test('reads refunds per order from an older store without a refund list', async () => {
    server.hasRefundList = false
    const again = await importInto(store)
    expect(again.collections.orders).toMatchObject({ unchanged: SAMPLE_ORDERS, written: 0 })
    expect(await storeRows(store)).toEqual(fromFiles)
  }, 60_000)

  test('follows changed, trashed, deleted and restored records', async () => {
    const { orders, customers, products } = server.store
    const [edited, trashed, deleted, refunded] = [0.07, 0.3, 0.5, 0.7].map(
      (share) => orders[Math.floor(share * SAMPLE_ORDERS)]!,
    )
    Object.assign(edited!, { status: 'on-hold', date_modified_gmt: '2026-11-21T03:00:00' })
    trashed!.status = 'trash'
    orders.splice(orders.indexOf(deleted!), 1)
    refunded!.refunds = []
    const account = customers.splice(50, 1)[0]!
    const product = products.splice(5, 1)[0]!
    const report = await importInto(store)
    expect(report.collections.orders).toMatchObject({ removed: 2, read: SAMPLE_ORDERS - 2 })
    const gone = [trashed!.id, deleted!.id].map(Number)
    expect(await store.all(sql`select order_id from orders where order_id in (${gone})`)).toEqual([])
    expect(await store.all(sql`select order_id from order_lines where order_id in (${gone})`)).toEqual([])
    expect(await store.one(sql`select status from orders where order_id = ${Number(edited!.id)}`)).toEqual({
      status: 'wc-on-hold',
    })
    expect(await store.all(sql`select 1 from customers where customer_id = ${Number(account.id)}`)).toEqual(
      [],
    )
    expect(
      await store.one(sql`select status from products where product_id = ${Number(product.id)}`),
    ).toEqual({ status: 'deleted' })
    // Only the months of the change are affected: for the account, those of its orders.
    const email = String(Object(account.billing).email).trim().toLowerCase()
    const bought = orders.filter(
      ({ customer_id, billing }) =>
        customer_id === account.id ||
        (customer_id === 0 && String(Object(billing).email).trim().toLowerCase() === email),
    )
    const touched = [edited, trashed, deleted, refunded, account, ...bought]
    const months = touched.map((one) => String(one?.date_created).slice(0, 7))
    expect(months).toEqual(expect.arrayContaining([...report.months]))
    expect(report.months.length).toBeLessThan(20)

    const whole = await startSampleServer()
    try {
      // The edit is newer than the recording, so it stays; everything else is as before.
      for (const order of whole.store.orders)
        if (order.id === edited!.id) Object.assign(order, { date_modified_gmt: '2026-11-21T04:00:00' })
      await importInto(store, shopOf(undefined, whole.url))
    } finally {
      await whole.close()
    }
    const rows = await storeRows(store)
    expect(rows.rollup_months).toEqual(fromFiles.rollup_months)
    expect(rows.order_lines).toEqual(fromFiles.order_lines)
    expect(rows.customers).toEqual(fromFiles.customers)
    expect(rows.products).toEqual(fromFiles.products)
  }, 60_000)

  test('decodes names with HTML entities once', async () => {
    const encoded = 'Dulces &amp; C&#237;a. &#8211; &amp;amp;'
    const { orders, customers, products, categories, coupons } = server.store
    const order = orders.find(
      ({ coupon_lines, status }) =>
        Array.isArray(coupon_lines) && coupon_lines.length === 1 && status === 'completed',
    )!
    for (const list of [order.line_items, order.coupon_lines].map((all) => all as Json[]))
      Object.assign(list[0]!, { name: encoded, code: encoded })
    order.fee_lines = [{ id: 1, name: encoded, total: '-1.00', total_tax: '0.00', meta_data: [] }]
    order.meta_data = [
      { key: '_dist_id', value: 'ent' },
      { key: '_dist_name', value: encoded },
    ]
    order.billing = { first_name: encoded, last_name: encoded, city: encoded }
    for (const one of [products[0]!, categories[0]!]) one.name = encoded
    coupons[0]!.code = encoded
    Object.assign(customers[0]!, { first_name: encoded, last_name: encoded })
    const fresh = await engine.open()
    await importInto(fresh)
    const name = 'Dulces & Cía. – &amp;'
    const counted = async (table: string, column: string) => {
      const found = sql`folded(${sql.identifier(column)}) = folded(${name})`
      const row = await fresh.one<{ found: number }>(
        sql`select count(*) as found from ${sql.identifier(table)} where ${found}`,
      )
      return [`${table}.${column}`, row?.found]
    }
    const places = ['order_lines', 'products', 'categories', 'distributors'].map((table) =>
      counted(table, 'name'),
    )
    const people = ['orders', 'customers'].flatMap((table) =>
      ['first_name', 'last_name'].map((column) => counted(table, column)),
    )
    const all = await Promise.all([
      ...places,
      ...people,
      counted('coupons', 'code'),
      counted('orders', 'city'),
    ])
    expect(all.filter(([, found]) => found !== 1)).toEqual([])
    expect(await counted('order_discounts', 'name')).toEqual(['order_discounts.name', 2])
  }, 60_000)

  test('a deletion between pages hides no other order', async () => {
    const { orders } = server.store
    const fresh = await engine.open()
    const removed: number[] = []
    server.trouble = ({ path, query, before }) => {
      const offset = Number(query.get('offset'))
      if (path === 'orders' && before === 0 && [1, 3, 4].includes(Math.round(offset / 100))) {
        const at = Math.floor(offset / 4)
        removed.push(...orders.splice(at, 2).map(({ id }) => Number(id)))
      }
      return undefined
    }
    await importInto(fresh)
    expect(removed).toHaveLength(6)
    server.trouble = () => undefined
    const told = await fresh.all<{ order_id: number }>(sql`select order_id from orders`)
    const there = new Set(told.map(({ order_id }) => order_id))
    const listed = orders.filter(({ status }) => !['trash', 'checkout-draft'].includes(String(status)))
    expect(listed.filter(({ id }) => !there.has(Number(id)))).toEqual([])
    const next = await importInto(fresh)
    // Several of one month wait for a person.
    const waiting = await fresh.all(sql`select record_id from removals where state = 'waiting'`)
    expect(waiting.length).toBeGreaterThan(0)
    expect((next.collections.orders?.removed ?? 0) + waiting.length).toBe(6)
  }, 60_000)

  test('honours Retry-After', async () => {
    const retryAfter = new Date(Date.now() + 24 * 3600_000).toUTCString()
    server.trouble = ({ before }) => (before === 0 ? { kind: 'status', status: 503, retryAfter } : undefined)
    expect(await shopOf().currency()).toBe('ARS')
    expect(pauses[0]).toBe(300_000)
  })

  test('a record that the shop cannot load hides no other', async () => {
    const { orders, customers, refunds } = server.store
    const idsOf = (records: readonly unknown[]) =>
      records.map((record) => Number((Object(record).head ?? Object(record)).id))
    // One record of a page, its first and last, and all of a page except one.
    const broken = [...orders.slice(3, 5), ...orders.slice(199, 201), ...orders.slice(300, 399)]
    for (const one of [...broken, ...customers.slice(90, 110), ...refunds.slice(0, 1)]) one.cannot_load = true
    const there = (records: readonly Json[]) =>
      idsOf(records.filter(({ cannot_load }) => !cannot_load)).sort((one, other) => one - other)
    const shop = shopOf()
    const { changes } = shop
    const read = async (pages: AsyncIterable<readonly unknown[] | Page> = none()) => {
      const ids: number[] = []
      for await (const page of pages) ids.push(...idsOf('records' in page ? page.records : page))
      return ids
    }
    expect(await read(await shop.read('customers'))).toEqual(there(customers))
    expect(await read(await shop.read('refunds'))).toEqual(there(refunds))
    const listed = orders.filter(({ status }) => !['trash', 'checkout-draft'].includes(String(status)))
    const always = { after: '2020-01-01T00:00:00', before: '2030-01-01T00:00:00' }
    expect(await read(changes?.ordersCreated(always))).toEqual(there(listed))
    expect(new Set(await read(changes?.newestCustomers()))).toEqual(new Set(there(customers)))
    const since = '2026-06-01T00:00:00'
    const changed = there(listed.filter(({ date_modified_gmt: at }) => String(at) > since))
    expect(new Set(await read(changes?.since('orders', since)))).toEqual(new Set(changed))
    shop.close()
  }, 60_000)

  test('a missing page ends with a plain message, and the next import resumes there', async () => {
    const fresh = await engine.open()
    server.trouble = ({ path, query }) =>
      path === 'orders' && Number(query.get('offset')) > SAMPLE_ORDERS / 2
        ? { kind: 'status', status: 503 }
        : undefined
    await expect(importInto(fresh)).rejects.toThrow(/La tienda sigue con errores \(503/)
    const stayed = await fresh.one<{ orders: number }>(sql`select count(*) as orders from orders`)
    expect(stayed?.orders).toBeGreaterThan(SAMPLE_ORDERS / 2)
    // The imported orders are already in the figures.
    expect(await fresh.one(sql`select sum(orders) as orders from rollup_months`)).not.toEqual({
      orders: null,
    })
    server.trouble = () => undefined
    const before = server.asked.length
    const steps: string[] = []
    let total: number | undefined
    const progress: Progress = {
      start(label, of) {
        steps.push(label)
        if (label === 'Órdenes') total = of
      },
      advance(count) {
        if (steps.at(-1) === 'Órdenes') advanced.push(count)
      },
      done() {},
    }
    const advanced: number[] = []
    const report = await importInto(fresh, shopOf(), { progress })
    expect(report.resumed).toBe(true)
    // Progress continues, and the report is complete.
    expect(advanced[0]).toBe(stayed?.orders)
    expect(advanced.reduce((sum, count) => sum + count, 0)).toBe(total)
    const offsets = server.asked
      .slice(before)
      .filter(({ path }) => path === 'orders')
      .map(({ query }) => Number(query.get('offset')))
    expect(Math.min(...offsets)).toBeGreaterThan(SAMPLE_ORDERS / 2 - 100)
    expect(await storeRows(fresh)).toEqual(fromFiles)
    const { unmapped, rejects, collections } = await importInto(await engine.open())
    expect(report).toMatchObject({ unmapped, rejects, collections })
  }, 60_000)

  test('restarts if the mapping or time zone has changed', async () => {
    const fresh = await engine.open()
    const stopped = async (under: Parameters<typeof importInto>[2]) => {
      server.trouble = ({ path, query }) =>
        path === 'orders' && Number(query.get('offset')) > SAMPLE_ORDERS / 2
          ? { kind: 'status', status: 503 }
          : undefined
      await expect(importInto(fresh, shopOf(), under)).rejects.toThrow(/503/)
      server.trouble = () => undefined
    }
    for (const under of [{ mapping: { ...DEFAULT_MAPPING, discounts: [] } }, { timeZone: 'Asia/Tokyo' }]) {
      await stopped(under)
      const report = await importInto(fresh)
      expect(report.resumed).toBe(false)
      expect(await storeRows(fresh)).toEqual(fromFiles)
    }
  }, 60_000)

  const failure = async (shop: Shop): Promise<SourceError> => {
    const error = await importInto(store, shop).catch((reason: unknown) => reason)
    if (!(error instanceof SourceError)) throw error
    expect(error.message).not.toContain(SECRET)
    expect(error.message).not.toContain(KEY)
    return error
  }

  test('explains wrong keys, addresses and answers, and keeps existing data', async () => {
    const before = await storeRows(store)
    expect(await failure(shopOf({ key: 'ck_wrong', secret: SECRET }))).toMatchObject({
      kind: 'unauthorized',
      message: expect.stringMatching(/no acepta las claves(?!.*cannot list resources)/),
    })
    expect(await failure(shopOf({ key: KEY, secret: 'cs_wrong' }))).toMatchObject({
      kind: 'unauthorized',
      message: expect.stringMatching(/firma de los pedidos por http/),
    })
    expect(await failure(shopOf(undefined, `${server.url}/otra/carpeta`))).toMatchObject({
      kind: 'not-found',
    })
    server.trouble = () => ({ kind: 'html' })
    expect((await failure(shopOf())).message).toMatch(/En lugar de datos llegó una página web/)
    server.trouble = () => ({ kind: 'redirect' })
    const redirected = await failure(shopOf())
    expect(redirected.kind).toBe('redirect')
    expect(redirected.message).toContain('redirige a otra dirección')
    expect(redirected.message).not.toContain('tienda.example')
    server.trouble = () => ({ kind: 'status', status: 403 })
    expect((await failure(shopOf())).kind).toBe('forbidden')
    server.trouble = () => ({ kind: 'truncated' })
    expect((await failure(shopOf())).message).toMatch(/llegó cortada/)
    server.trouble = () => ({ kind: 'endless' })
    expect(await failure(shopOf())).toMatchObject({
      kind: 'unexpected',
      message: expect.stringContaining('pasa de 64 MiB'),
    })
    const port = new URL(server.url).port
    await server.close()
    expect((await failure(shopOf(undefined, `http://127.0.0.1:${port}`))).message).toMatch(/ECONNREFUSED/)
    expect(await storeRows(store)).toEqual(before)
  }, 60_000)

  test('gives up on a silent shop in time', async () => {
    server.trouble = () => ({ kind: 'silent' })
    const shop = restShop({
      url: server.url,
      key: KEY,
      secret: SECRET,
      timeoutMs: 50,
      attempts: 2,
      pause: async () => {},
    })
    const before = await storeRows(store)
    expect((await failure(shop)).message).toMatch(/no contestó/)
    expect(await storeRows(store)).toEqual(before)
  })

  test.each([
    ['http://tienda.example', /por http, sin cifrar/],
    ['tienda.example', /no es válida/],
    ['https://ck_me:cs_me@', /no es válida: https:\/\//],
  ])('%s is refused before anything is sent', (url, message) => {
    expect(() => shopOf(undefined, url)).toThrow(message)
    expect(() => shopOf(undefined, url)).not.toThrow(/cs_me/)
  })
})
