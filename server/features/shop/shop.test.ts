// Connecting a shop, from the test of its keys to its webhooks, against the recorded store over HTTP.
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { CronEntry } from '#contract/crons.ts'
import type { OrderDetail } from '#contract/order.ts'
import type { MappingPreview, ShopConnection, ShopTest, ShopWebhooks } from '#contract/shop.ts'
import { logTo } from '#server/http/logging.ts'
import { openJobs } from '#server/ingest/jobs/jobs.ts'
import { type Connection, openConnection } from '#server/shop/connection.ts'
import { webhookRestarter } from '#server/shop/webhook-service.ts'
import { testConnection } from '#server/sources/woocommerce/connection-test.ts'
import { restShop } from '#server/sources/woocommerce/rest.ts'
import { wooCommerceSource } from '#server/sources/woocommerce/source.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { PASSWORD, type TestApp, testApp } from '#test/app.ts'
import { describeOneEngine } from '#test/engines.ts'
import { selfSigned } from '#test/shop-server/certificate.ts'
import { KEY, SECRET } from '#test/shop-server/keys.ts'
import { FIXTURES, type Json } from '#test/shop-server/recordings.ts'
import { type StoreServer, startSampleServer, startStoreServer } from '#test/shop-server/server.ts'
import { freePort } from '../../../scripts/free-port.ts'

const PATH = '/api/config/store'

describeOneEngine('a store that is connected', (engine) => {
  let shop: StoreServer
  let store: Store
  let app: TestApp
  let connection: Connection
  const log: string[] = []
  beforeAll(async () => {
    shop = await startStoreServer()
    // A small shop whose orders still have coupons, promotions, refunds, companies and distributors.
    shop.store.orders = shop.store.orders.filter(({ id }) => Number(id) % 15 === 0)
    store = await engine.open()
    const logger = logTo({ write: (line) => void log.push(line) }, 'debug')
    connection = openConnection(store)
    app = await testApp(store, { connection, logger })
    await app.server.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await app.close()
    await shop.close()
  })

  const address = () => {
    const bound = app.server.server.address()
    return `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}`
  }
  const get = async <T>(path = PATH): Promise<T> => {
    const answer = await app.get(path, 'superAdmin')
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data
  }
  const post = async <T>(path: string, body: object): Promise<T> => {
    const answer = await app.post(path, body, 'superAdmin')
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data
  }
  const keys = () => ({ url: shop.url, key: KEY, secret: SECRET })

  test('is tested before it is saved, with plain messages', async () => {
    expect(await get<ShopConnection>()).toMatchObject({ connected: false, source: null, holds: 'empty' })
    expect((await app.get(PATH, 'admin')).statusCode).toBe(403)

    const tried = (given: object) => post<ShopTest>(`${PATH}/test`, given)
    const fine = await tried(keys())
    expect(fine.checks.map(({ check, state }) => `${check} ${state}`)).toEqual([
      'address ok',
      'api ok',
      'key ok',
      'orders ok',
      'customers ok',
      'version ok',
      'permission ok',
      'reports ok',
    ])
    expect(fine).toMatchObject({
      ok: true,
      store: { name: 'Dulces & Cía.', version: '11.0.1', currency: 'ARS', can_write: true },
    })
    const lastCheck = async (given: object) => (await tried(given)).checks.at(-1)
    expect(await lastCheck({ ...keys(), secret: `cs_${'0'.repeat(40)}` })).toMatchObject({
      check: 'key',
      state: 'failed',
      message: expect.stringContaining('firma de los pedidos por http'),
    })
    expect(await lastCheck({ ...keys(), url: 'http://shop.example.com' })).toMatchObject({
      check: 'address',
      message: expect.stringContaining('https'),
    })

    // On this machine everything that is not a shop looks alike; for a public address the test reports more.
    const looked = async (given: ReturnType<typeof keys>) =>
      (await testConnection(given, async () => false)).checks.at(-1)
    const noStore = async (given: ReturnType<typeof keys>) => {
      const { checks } = await tried(given)
      const { host } = new URL(given.url)
      expect(checks).toEqual([
        {
          check: 'address',
          state: 'failed',
          message: expect.stringContaining('no contesta una tienda de WooCommerce'),
        },
      ])
      return checks[0]?.message.replace(host, 'HOST')
    }
    const closed = { ...keys(), url: 'http://127.0.0.1:9' }
    const alike = await noStore(closed)
    expect(await looked(closed)).toMatchObject({ check: 'address' })
    const elsewhere = { ...keys(), url: `${shop.url}/nada` }
    expect(await noStore(elsewhere)).toBe(alike)
    expect(await looked(elsewhere)).toMatchObject({ check: 'api' })

    for (const [trouble, check, words] of [
      [{ kind: 'html' }, 'api', 'página web'],
      [{ kind: 'redirect' }, 'address', 'lleva a otra: abrila'],
      [{ kind: 'status', status: 503 }, 'api', 'página web'],
      [{ kind: 'status', status: 403 }, 'key', 'cortafuegos'],
      [{ kind: 'status', status: 500 }, 'api', '500'],
      [{ kind: 'endless' }, 'api', 'no hay una tienda'],
    ] as const) {
      shop.trouble = ({ path }) => (path === 'data/currencies/current' ? trouble : undefined)
      expect(await looked(keys())).toMatchObject({ check, message: expect.stringContaining(words) })
      expect(await noStore(keys())).toBe(alike)
    }
    shop.trouble = () => undefined
    // A proxy that takes headers out leaves lists that cannot be read whole.
    shop.fault = { answer: (answer) => ({ ...answer, headers: {} }) }
    expect(await tried(keys())).toMatchObject({ ok: false, store: null })
    expect(await lastCheck(keys())).toMatchObject({
      ...{ check: 'orders', state: 'failed' },
      message: expect.stringContaining('X-WP-Total'),
    })
    shop.fault = {}
    shop.webhooks.canWrite = false
    shop.version = '4.9.2'
    const old = await tried(keys())
    expect(old).toMatchObject({ ok: false, store: { can_write: false } })
    expect(old.checks.find(({ check }) => check === 'version')).toMatchObject({ state: 'failed' })
    shop.version = '11.0.1'
    shop.webhooks.canWrite = true
  })

  test('is reached over https once its own certificate is given', async () => {
    const certificate = selfSigned()
    const secure = await startSampleServer(certificate)
    const given = { ...keys(), url: secure.url }
    const refused = await post<ShopTest>(`${PATH}/test`, given)
    expect(refused.checks).toEqual([
      {
        check: 'address',
        state: 'failed',
        message: expect.stringMatching(/Certificado propio.*GONDOLA_STORE_CA_FILE/),
      },
    ])
    const wrong = await app.post(`${PATH}/test`, { ...given, certificate: 'mine' }, 'superAdmin')
    expect([wrong.statusCode, wrong.json().errors]).toEqual([
      400,
      [{ path: 'certificate', message: 'must be a certificate in PEM' }],
    ])
    const trusted = await post<ShopTest>(`${PATH}/test`, { ...given, certificate: certificate.cert })
    expect(trusted.ok, JSON.stringify(trusted.checks)).toBe(true)
    await secure.close()
  })

  test('is reached through a server that drops the Authorization header, which the test says', async () => {
    const certificate = selfSigned()
    const secure = await startSampleServer(certificate)
    const given = { ...keys(), url: secure.url, certificate: certificate.cert }
    // A refused secret has arrived, so it is not repeated in an address.
    const wrong = await post<ShopTest>(`${PATH}/test`, { ...given, secret: `cs_${'0'.repeat(40)}` })
    expect(wrong.checks.at(-1)).toMatchObject({ check: 'key', state: 'failed' })
    expect(secure.asked.some(({ query }) => query.has('consumer_secret'))).toBe(false)
    secure.dropsHeader = true
    const found = await post<ShopTest>(`${PATH}/test`, given)
    expect(found.ok, JSON.stringify(found.checks)).toBe(true)
    expect(found.checks).toContainEqual({
      check: 'key',
      state: 'warning',
      message: expect.stringContaining('descarta el encabezado Authorization'),
    })
    const source = wooCommerceSource(restShop({ ...given, attempts: 1 }))
    expect(await source.currency()).toBe('ARS')
    await secure.close()
  })

  test('gets its keys in the header again after a wrong key, though a firewall refuses any in an address', async () => {
    const certificate = selfSigned()
    const secure = await startSampleServer(certificate)
    const given = { ...keys(), url: secure.url, certificate: certificate.cert }
    secure.trouble = ({ query }) =>
      query.has('consumer_secret') ? { kind: 'status', status: 403 } : undefined
    expect(await post<ShopTest>(`${PATH}/test`, { ...given, key: `ck_${'0'.repeat(40)}` })).toMatchObject({
      ok: false,
    })
    const refused = secure.asked.length
    expect(await post<ShopTest>(`${PATH}/test`, given)).toMatchObject({ ok: true })
    expect(secure.asked.slice(refused).some(({ query }) => query.has('consumer_secret'))).toBe(false)
    await secure.close()
  })

  test('is read where its server ends every address in a slash', async () => {
    const certificate = selfSigned()
    const secure = await startSampleServer(certificate)
    secure.addsSlash = true
    const given = { ...keys(), url: secure.url, certificate: certificate.cert }
    const found = await post<ShopTest>(`${PATH}/test`, given)
    expect(found, JSON.stringify(found.checks)).toMatchObject({ ok: true, store: { can_write: true } })
    const source = restShop({ ...given, attempts: 1 })
    expect(await source.refundsById?.([1])).toEqual([])
    await secure.close()
  })

  test('gets its keys in no address where WordPress has passwords of applications', async () => {
    const certificate = selfSigned()
    const secure = await startSampleServer(certificate)
    secure.settings.applicationPasswords = true
    const given = { ...keys(), url: secure.url, certificate: certificate.cert }
    const found = await post<ShopTest>(`${PATH}/test`, given)
    expect(found).toMatchObject({ ok: true, store: { name: 'Dulces & Cía.' } })
    expect(found.checks.find(({ check }) => check === 'key')).toMatchObject({ state: 'ok' })
    const source = wooCommerceSource(restShop({ ...given, attempts: 1 }))
    expect(await source.info()).toMatchObject({ name: 'Dulces & Cía.' })
    expect(await source.currency()).toBe('ARS')
    expect(secure.asked.filter(({ query }) => query.has('consumer_secret'))).toEqual([])
    await secure.close()
  })

  test('that answers in Spanish is understood, and its refusals put no key into an address', async () => {
    const certificate = selfSigned()
    const secure = await startSampleServer(certificate)
    secure.settings.inSpanish = true
    const given = { ...keys(), url: secure.url, certificate: certificate.cert }
    const wrong = await post<ShopTest>(`${PATH}/test`, { ...given, secret: `cs_${'0'.repeat(40)}` })
    expect(wrong.checks.at(-1)).toMatchObject({
      check: 'key',
      message: expect.stringContaining('el secreto no es el suyo'),
    })
    secure.webhooks.canWrite = false
    expect(await post<ShopTest>(`${PATH}/test`, given)).toMatchObject({
      ok: true,
      store: { can_write: false },
    })
    expect(secure.asked.filter(({ query }) => query.has('consumer_secret'))).toEqual([])
    await secure.close()
  })

  test('reads data behind notices of PHP, and names them where they cost the headers', async () => {
    const text =
      '<br />\n<b>Warning</b>:  Undefined variable $x in <b>/srv/x.php</b> on line <b>7</b><br />\n'
    const source = () => wooCommerceSource(restShop({ ...keys(), attempts: 1 }))
    const check = async () => (await post<ShopTest>(`${PATH}/test`, keys())).checks
    shop.notice = { text, buffered: true }
    expect(await source().currency()).toBe('ARS')
    expect(await check()).toContainEqual({
      check: 'api',
      state: 'warning',
      message: expect.stringContaining('avisos de PHP'),
    })
    for (const notice of [
      { text, buffered: false },
      { text: `${text}y nada más: `, buffered: true },
    ]) {
      shop.notice = notice
      await expect(restShop({ ...keys(), attempts: 1 }).refundsById?.([1])).rejects.toThrow('display_errors')
    }
    shop.notice = { text, buffered: false }
    expect((await check()).at(-1)).toMatchObject({
      ...{ check: 'orders', state: 'failed' },
      message: expect.stringContaining('display_errors'),
    })
    shop.notice = undefined
  })

  test('is stored encrypted and shown by its last characters', async () => {
    const missing = await app.post(PATH, { url: shop.url, key: KEY }, 'superAdmin')
    expect([missing.statusCode, missing.json().errors]).toEqual([
      400,
      [{ path: 'secret', message: 'is required' }],
    ])
    const saved = await post<ShopConnection>(PATH, keys())
    expect(saved).toMatchObject({
      connected: true,
      source: 'stored',
      key_end: KEY.slice(-4),
      secret_end: SECRET.slice(-4),
    })
    const written = JSON.stringify([
      await store.all(sql`select * from settings`),
      await store.all(sql`select * from audit`),
      saved,
    ])
    expect(written).not.toContain(SECRET)
    expect(written).not.toContain(KEY)
    expect(await store.one(sql`select action, subject from audit where action = 'store.connect'`)).toEqual({
      action: 'store.connect',
      subject: `${shop.url}/`,
    })
    // With another key the secrets exist, but nobody can read them.
    expect(await openConnection(store).read()).toEqual({ shop: undefined, unreadable: true })

    // Stored keys are used for the address that they were stored for, and for no other.
    expect((await post<ShopTest>(`${PATH}/test`, { url: shop.url })).ok).toBe(true)
    const requests = shop.asked.length
    const elsewhere = shop.url.replace('127.0.0.1', 'localhost')
    const other = await app.post(`${PATH}/test`, { url: elsewhere }, 'superAdmin')
    expect([other.statusCode, shop.asked.length]).toEqual([400, requests])
  })

  test('is imported whole by a job', async () => {
    const started = await app.post(`${PATH}/import`, {}, 'superAdmin')
    expect(started.json()).toMatchObject({ success: true, data: { key: 'import' } })
    expect((await app.jobs.settled()).get('import')?.state).not.toBe('failed')
    expect(await get<ShopConnection>()).toMatchObject({ holds: 'shop', imported: true })
    const orders = await store.one(sql`select count(*) as count from orders`)
    expect(Number(orders?.count)).toBeGreaterThan(150)
  })

  test('warns of changed settings, in the test and at each poll, and takes none over', async () => {
    const poll = async () => {
      await app.jobs.start('orders')
      const ending = await app.jobs.finished('orders')
      return { state: ending?.state, message: ending?.message }
    }
    const check = async () =>
      (await post<ShopTest>(`${PATH}/test`, keys())).checks.filter((one) => one.check === 'settings')
    expect(await poll()).toMatchObject({ state: 'success' })
    expect(await check()).toMatchObject([{ state: 'ok' }])
    shop.settings = { currency: 'USD', pricesIncludeTax: false, tables: false }
    const { state, message } = await poll()
    expect(state).toBe('warning')
    for (const words of ['pasó de ARS a USD', 'no entran en ningún total', 'sin impuestos', 'de WordPress'])
      expect(message).toContain(words)
    expect(await check()).toMatchObject([
      { state: 'warning', message: expect.stringContaining('pasó de ARS a USD') },
    ])
    // The offset of Buenos Aires is no difference.
    shop.settings = { utcOffset: '-3' }
    expect(await check()).toMatchObject([{ state: 'ok' }])
    shop.settings = { utcOffset: '0' }
    const { message: ofZone } = await poll()
    for (const told of [ofZone, (await check())[0]?.message])
      expect(told).toContain('La zona horaria de la tienda es +00:00')
    const config: { option: string; values: unknown }[] = await get('/api/config')
    expect(config.find(({ option }) => option === 'currency')?.values).toBe('ARS')
    shop.settings = {}
    expect(await poll()).toMatchObject({ state: 'success' })
  })

  test('gets its webhooks, and stopped ones are reactivated', async () => {
    shop.webhooks.canWrite = false
    for (const inSpanish of [false, true]) {
      shop.settings = { inSpanish }
      const refused = await app.post(`${PATH}/webhooks`, { delivery_url: address() }, 'superAdmin')
      expect([refused.statusCode, refused.json().message]).toEqual([
        409,
        expect.stringContaining('sólo de lectura'),
      ])
    }
    shop.settings = {}
    shop.webhooks.canWrite = true
    const made = await post<ShopWebhooks>(`${PATH}/webhooks`, { delivery_url: address() })
    expect(made).toMatchObject({
      can_receive: true,
      asked: true,
      delivery_url: `${address()}/api/webhooks/woocommerce`,
    })
    expect(made.topics.map(({ state }) => state)).toEqual(Array(15).fill('active'))
    // The job's message before said that they were missing.
    await app.jobs.settled()
    const list = await get<CronEntry[]>('/api/config/crones/list')
    expect(list.find(({ key }) => key === 'webhooks')?.message).toBe('15 webhooks activos')
    expect(new Set(shop.webhooks.kept.map(({ secret }) => secret)).size).toBe(1)

    const [first, second] = shop.webhooks.kept
    Object.assign(first ?? {}, { status: 'disabled' })
    Object.assign(second ?? {}, { delivery_url: 'https://old.example.com/api/webhooks/woocommerce' })
    const states = (await get<ShopWebhooks>(`${PATH}/webhooks`)).topics.map(({ state }) => state)
    expect(states.slice(0, 3)).toEqual(['disabled', 'missing', 'active'])
    await post(`${PATH}/webhooks`, {})
    expect(shop.webhooks.kept).toHaveLength(15)
    expect(
      (await get<ShopWebhooks>(`${PATH}/webhooks`)).topics.every(({ state }) => state === 'active'),
    ).toBe(true)
    await app.jobs.settled()
  })

  test('their panel says that the key was revoked, without blaming its owner', async () => {
    await post(PATH, { ...keys(), key: `ck_${'0'.repeat(40)}` })
    const { message } = await get<ShopWebhooks>(`${PATH}/webhooks`)
    expect(message).toContain('no la hayan revocado')
    expect(message).not.toContain('administrador')
    await post(PATH, keys())
  })

  test('restarts the webhooks that the store disabled, and says which', async () => {
    const [first, second, third] = shop.webhooks.kept
    const elsewhere = { delivery_url: 'https://other.example.com/api/webhooks/woocommerce', secret: 'theirs' }
    const other = {
      ...third,
      ...elsewhere,
      id: 99,
      name: 'Góndola',
      topic: 'order.deleted',
      status: 'disabled',
    }
    shop.webhooks.kept.push(other)
    Object.assign(first ?? {}, { status: 'disabled', secret: 'changed' })
    Object.assign(second ?? {}, { status: 'paused' })
    const run = async () => {
      await get('/api/config/crones/run/webhooks')
      await app.jobs.settled()
      const list = await get<CronEntry[]>('/api/config/crones/list')
      return list.find(({ key }) => key === 'webhooks')
    }
    shop.webhooks.canWrite = false
    expect(await run()).toMatchObject({
      state: 'warning',
      schedule: '7 * * * *',
      message: expect.stringMatching(
        /^13 webhooks activos; desactivados .*: order\.created\. .*sólo de lectura/,
      ),
    })
    shop.webhooks.canWrite = true
    expect(await run()).toMatchObject({
      state: 'warning',
      message: '14 webhooks activos; la tienda había desactivado order.created: otra vez en marcha',
    })
    // A webhook that a person paused stays, and so does one of another installation.
    expect([first?.status, second?.status, other.status]).toEqual(['active', 'paused', 'disabled'])
    expect([first?.secret, other.secret]).toEqual([third?.secret, 'theirs'])
    shop.webhooks.kept.pop()
    Object.assign(second ?? {}, { status: 'active' })
    expect(await run()).toMatchObject({ state: 'success', message: '15 webhooks activos' })
  })

  test('a failed job does not reveal whether a port is closed, but the log does', async () => {
    const saved = async (url: string) => post(PATH, { ...keys(), url })
    const message = async () => {
      await get('/api/config/crones/run/webhooks')
      await app.jobs.settled()
      const { message: asked } = await get<ShopWebhooks>(`${PATH}/webhooks`)
      const [run] = (await get<CronEntry[]>('/api/config/crones/list')).filter(
        ({ key }) => key === 'webhooks',
      )
      expect(run).toMatchObject({ state: 'failed', message: asked })
      return asked
    }
    const port = await freePort()
    await saved(`http://127.0.0.1:${port}`)
    const closed = await message()
    expect(log.filter((line) => line.includes('job failed')).at(-1)).toContain('ECONNREFUSED')
    await saved(shop.url)
    shop.trouble = () => ({ kind: 'html' })
    expect(await message()).toBe(closed)
    shop.trouble = () => undefined
    expect(closed).toContain('no contesta WooCommerce')
  })

  test('restarts them after the server starts and after an outage, too', async () => {
    const [first] = shop.webhooks.kept
    const disable = () => Object.assign(first ?? {}, { status: 'disabled' })
    const isActive = () => expect.poll(() => first?.status, { timeout: 20_000 }).toBe('active')
    const { timeZone, now } = app
    const restartWebhooks = webhookRestarter(store, connection, '')
    const jobs = await openJobs({ store, timeZone, now, ...connection, restartWebhooks })
    onTestFinished(() => jobs.stop())
    disable()
    jobs.schedule()
    await isActive()
    shop.trouble = () => ({ kind: 'status', status: 401 })
    await jobs.start('orders')
    // One that was scheduled before the trouble may still be running.
    await expect.poll(async () => (await jobs.finished('orders'))?.state, { timeout: 30_000 }).toBe('failed')
    const reason = (await jobs.finished('orders'))?.message
    expect(reason).toContain('Conectar tienda')
    expect(reason).not.toContain('GONDOLA_')
    disable()
    shop.trouble = () => undefined
    await jobs.start('orders')
    await isActive()
  }, 90_000)

  test('reads again what a webhook names, whatever its order and repetition', async () => {
    const [order, gone] = shop.store.orders.filter(({ status }) => status === 'completed')
    const [id, goneId] = [Number(order?.id), Number(gone?.id)]
    const statusOf = async (orderId: number) =>
      (await store.one<{ status: string }>(sql`select status from orders where order_id = ${orderId}`))
        ?.status
    const older = { ...order }
    const modified = { date_modified_gmt: '2026-11-21T03:00:00', date_modified: '2026-11-21T00:00:00' }
    Object.assign(order ?? {}, { status: 'cancelled', ...modified })
    shop.store.orders = shop.store.orders.filter((one) => one !== gone)
    expect(await shop.webhooks.deliver('order.updated', { ...order })).toEqual([200])
    expect(await shop.webhooks.deliver('order.deleted', { id: String(goneId) })).toEqual([200])
    // Late and repeated deliveries: the present state of the shop counts, not the one that was sent.
    expect(await shop.webhooks.deliver('order.updated', older)).toEqual([200])
    expect(await shop.webhooks.deliver('order.created', older)).toEqual([200])
    await app.receiver.settled()
    expect([await statusOf(id), await statusOf(goneId)]).toEqual(['wc-cancelled', undefined])

    const customer = shop.store.customers.find(({ role }) => role === 'customer')
    Object.assign(customer ?? {}, { first_name: 'Renombrada', ...modified })
    expect(await shop.webhooks.deliver('customer.updated', { id: customer?.id })).toEqual([200])
    await app.receiver.settled()
    const name = sql`select first_name from customers where customer_id = ${Number(customer?.id)}`
    expect(await store.one(name)).toEqual({ first_name: 'Renombrada' })

    // Deleted records, which no list of changes contains.
    const { customers, products, coupons, variations } = shop.store
    const [parent, [variation] = []] = [...variations].find(([, own]) => own.length > 0) ?? []
    Object.assign(variation ?? {}, { price: '77.50' })
    const buyer = customers.find((one) => shop.store.orders.some((two) => two.customer_id === one.id))
    const bought = shop.store.orders.filter(({ customer_id }) => customer_id === buyer?.id)
    for (const one of bought) one.customer_id = 0
    const simple = products.find(({ type, status }) => type === 'simple' && status === 'publish')
    const leave = (list: Json[], one: Json | undefined) => list.splice(list.indexOf(one ?? {}), 1)[0]?.id
    const hints = [
      ['product.updated', variation?.id],
      ['customer.deleted', leave(customers, buyer)],
      ['product.deleted', leave(products, simple)],
      ['coupon.deleted', leave(coupons, coupons[0])],
    ] as const
    for (const [topic, one] of hints) expect(await shop.webhooks.deliver(topic, { id: one })).toEqual([200])
    await app.receiver.settled()
    const [, account, product, coupon] = hints.map(([, one]) => Number(one))
    expect(
      await store.all(sql`
        select 'variation' as what, price as value from products where product_id = ${Number(variation?.id)}
        union all select 'parent', count(*) from products where product_id = ${parent ?? 0} and status <> 'deleted'
        union all select 'account', count(*) from customers where customer_id = ${account ?? 0}
        union all select 'bought', count(*) from orders where customer_id = ${account ?? 0}
        union all select 'product', count(*) from products where product_id = ${product ?? 0} and status = 'deleted'
        union all select 'coupon', count(*) from coupons where coupon_id = ${coupon ?? 0}
        order by what`),
    ).toEqual([
      { what: 'account', value: 0 },
      { what: 'bought', value: 0 },
      { what: 'coupon', value: 0 },
      { what: 'parent', value: 1 },
      { what: 'product', value: 1 },
      { what: 'variation', value: 77.5 },
    ])
    expect(bought.length).toBeGreaterThan(0)
    const topics = (await get<ShopWebhooks>(`${PATH}/webhooks`)).topics
    expect(topics.find(({ topic }) => topic === 'order.updated')).toMatchObject({
      deliveries: 2,
      last_delivery: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    })
  })

  test('refuses an unsigned delivery and accepts a ping', async () => {
    const hook = (body: string, headers: Record<string, string>) =>
      app.server.inject({ method: 'POST', url: '/api/webhooks/woocommerce', headers, payload: body })
    const json = { 'content-type': 'application/json', 'x-wc-webhook-topic': 'order.updated' }
    const requests = shop.asked.length
    const secret = shop.webhooks.kept[0]?.secret ?? ''
    const signed = (body: string, by = secret) => ({
      ...json,
      'x-wc-webhook-signature': createHmac('sha256', by).update(body).digest('base64'),
    })
    const body = '{"id":1}'
    for (const headers of [
      json,
      signed(body, 'guessed'),
      signed('{"id":2}'),
      { 'content-type': 'text/plain' },
    ])
      expect((await hook(body, headers)).statusCode).toBe(401)
    const ping = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await hook('webhook_id=7', ping)).statusCode).toBe(200)
    expect((await hook('webhook_id=7&id=1', ping)).statusCode).toBe(401)
    // Signed, but without a record to read: accepted nevertheless, or the shop would stop sending.
    for (const odd of ['[]', '{"id":"x"}', '{"id":-1}', 'no json'])
      expect((await hook(odd, signed(odd))).statusCode).toBe(200)
    await app.receiver.settled()
    expect(shop.asked.length).toBe(requests)
  })

  test('previews a mapping on recent orders, saves it and reclassifies stored data', async () => {
    const { source, mapping } = await get<{ source: string; mapping: { discounts: object[] } }>(
      `${PATH}/mapping`,
    )
    expect(source).toBe('defaults')
    const wrong = { discounts: [{ pattern: '(', group: 'NADA', sub_group: 'x' }], companias: [] }
    const refused = await app.post(`${PATH}/mapping`, { mapping: wrong }, 'superAdmin')
    expect(refused.statusCode).toBe(400)
    expect(refused.json().errors.map(({ path }: { path: string }) => path)).toEqual([
      'mapping.discounts.0.pattern',
      'mapping.discounts.0.group',
      'mapping.companias',
    ])

    const kinds = sql`select distinct name from order_discounts where kind = 'coupon' order by name`
    const [coupon] = await store.all<{ name: string }>(kinds)
    const rule = {
      kind: 'coupon',
      pattern: `^${coupon?.name.replaceAll('.', '\\.')}$`,
      group: 'BANCARIOS',
      sub_group: 'Banco de prueba',
    }
    const own = {
      discounts: [rule, ...mapping.discounts],
      companies: [{ role: '^customer$', label: 'Todos' }],
    }
    const preview = await post<MappingPreview>(`${PATH}/mapping/preview`, { mapping: own })
    expect(preview.orders).toBeGreaterThan(20)
    expect(preview.rules).toHaveLength(own.discounts.length)
    const caught = preview.discounts.filter(({ rule: index }) => index !== null)
    expect(caught.reduce((sum, { count }) => sum + count, 0)).toBe(
      preview.rules.reduce((sum, count) => sum + count, 0),
    )
    expect(preview.businesses.length).toBeGreaterThan(0)
    expect(preview.distributors.length).toBeGreaterThan(0)
    expect(preview.companies.every(({ name }) => name === 'Todos')).toBe(true)

    const saved = await post<{ sorted: Record<string, number>; needs_import: string[] }>(`${PATH}/mapping`, {
      mapping: own,
    })
    await app.jobs.settled()
    expect(saved.sorted.discounts).toBeGreaterThan(0)
    expect(saved.sorted.customers).toBeGreaterThan(0)
    expect(saved.needs_import).toEqual([])
    const moved = sql`select distinct discount_group, sub_group from order_discounts where name = ${coupon?.name ?? ''}`
    expect(await store.all(moved)).toEqual([{ discount_group: 'BANCARIOS', sub_group: 'Banco de prueba' }])
    expect(await store.all(sql`select name from data_versions where dirty`)).toEqual([])
    const business = { ...own, business: { from: 'meta', key: 'linea' } }
    const further = await post<{ needs_import: string[] }>(`${PATH}/mapping`, { mapping: business })
    expect(further.needs_import).toEqual(['business'])
    await post(`${PATH}/mapping`, { mapping: null })
    expect(await get(`${PATH}/mapping`)).toMatchObject({ source: 'defaults' })
    await app.jobs.settled()
  })

  test('of two people who save the mapping at once, the second one is told', async () => {
    const { revision, mapping } = await get<{ revision: string; mapping: object }>(`${PATH}/mapping`)
    const save = (role: string) =>
      app.post(`${PATH}/mapping`, { revision, mapping: { ...mapping, companies: [{ role }] } }, 'superAdmin')
    const answers = await Promise.all([save('^uno$'), save('^dos$')])
    const [kept, refused] = answers.toSorted((one, other) => one.statusCode - other.statusCode)
    expect([kept?.statusCode, refused?.statusCode, refused?.json().code]).toEqual([
      200,
      409,
      'mapping-changed',
    ])
    const stored = await get<{ mapping: { companies: { role: string }[] } }>(`${PATH}/mapping`)
    expect(stored.mapping.companies.map(({ role }) => role)).toEqual([
      kept === answers[0] ? '^uno$' : '^dos$',
    ])
    await post(`${PATH}/mapping`, { mapping: null })
  })

  test('applies a mapping saved during an import to the records being read', async () => {
    const everything = { pattern: '', group: 'BANCARIOS', sub_group: 'todo' }
    let saving: Promise<unknown> | undefined
    let others = 0
    shop.trouble = ({ path }) => {
      // The page is on its way, to be read by the mapping before.
      if (path === 'orders' && ++others === 2)
        saving = post(`${PATH}/mapping`, { mapping: { discounts: [everything] } })
      return undefined
    }
    await store.run(sql`delete from order_discounts where month = '2026-10'`)
    await store.run(
      sql`update orders set modified_at = timestamp '2020-01-01 00:00:00' where month = '2026-10'`,
    )
    expect((await app.get('/api/config/crones/run/import', 'superAdmin')).statusCode).toBe(200)
    expect((await app.jobs.settled()).get('import')).toMatchObject({ state: 'success' })
    shop.trouble = () => undefined
    await saving
    await app.jobs.settled()
    const groups = sql`select distinct discount_group, sub_group from order_discounts`
    expect(await store.all(groups)).toEqual([{ discount_group: 'BANCARIOS', sub_group: 'todo' }])
    expect(await store.all(sql`select name from data_versions where dirty`)).toEqual([])
    await post(`${PATH}/mapping`, { mapping: null })
    await app.jobs.settled()
  })

  test('leaves no key and no personal data in logs or the audit trail', async () => {
    shop.trouble = () => ({ kind: 'status', status: 401 })
    await app.jobs.start('orders')
    const failed = (await app.jobs.settled()).get('orders')
    expect(await shop.webhooks.deliver('customer.updated', { id: 5 })).toEqual([200])
    await app.receiver.settled()
    shop.trouble = () => undefined
    expect(failed?.state).toBe('failed')
    const written = [...log]
    expect(log.join('')).toContain('webhook not processed; the next poll reads the change')
    expect(log.join('')).toContain('/api/webhooks/woocommerce')
    for (const table of ['jobs', 'job_runs', 'audit', 'webhook_deliveries', 'sync_cursors'])
      written.push(JSON.stringify(await store.all(sql`select * from ${sql.identifier(table)}`)))
    const secrets = [KEY, SECRET, ...shop.webhooks.kept.map(({ secret }) => secret), PASSWORD]
    const people = [...shop.store.orders, ...shop.store.customers].flatMap(peopleOf)
    expect(people.length).toBeGreaterThan(500)
    const found = [...new Set([...secrets, ...people])].filter((one) => written.join('\n').includes(one))
    expect(found).toEqual([])
  })

  test('links its orders to its administration while it is connected, and loses no data when it is not', async () => {
    const order = await store.one<{ order_id: number }>(sql`select max(order_id) as order_id from orders`)
    const adminUrl = async () => (await get<OrderDetail>(`/api/orders/${order?.order_id}`)).admin_url
    expect(await adminUrl()).toBe(`${shop.url}/wp-admin/post.php?post=${order?.order_id}&action=edit`)
    const answer = await app.server.inject({
      method: 'DELETE',
      url: PATH,
      headers: { authorization: `Bearer ${await app.tokenOf('superAdmin')}` },
    })
    expect(answer.json().data).toMatchObject({ connected: false, key_end: null, holds: 'shop' })
    expect(await adminUrl()).toBeNull()
    expect((await app.post(`${PATH}/import`, {}, 'superAdmin')).statusCode).toBe(409)
    expect((await app.post(`${PATH}/mapping/preview`, { mapping: {} }, 'superAdmin')).statusCode).toBe(409)
  })
})

/** Texts of a record that identify a person: e-mail, full name, street, telephone. */
function peopleOf(record: Json): string[] {
  const { billing = {} } = record as { billing?: Record<string, string> }
  const identifying = [
    `${billing.first_name} ${billing.last_name}`,
    ...[billing.email, billing.address_1, billing.phone, String(record.email ?? '')],
  ]
  return identifying.filter((text): text is string => text !== undefined && text.trim().length > 5)
}

test('recorded deliveries carry the signature of their secret', async () => {
  const { readDelivery, hintOf } = await import('#server/sources/woocommerce/webhooks.ts')
  const read = (name: string) => readFileSync(join(FIXTURES, 'webhooks', name))
  const { secret }: { secret: string } = JSON.parse(read('secret.json').toString())
  const headerOf = (name: string, header: string): string => {
    const { headers }: { headers: [string, string][] } = JSON.parse(read(`${name}.headers.json`).toString())
    return headers.find(([key]) => key === header)?.[1] ?? ''
  }
  const headOf = (name: string, { length }: Buffer) => ({
    contentType: headerOf(name, 'Content-Type'),
    length,
    signature: headerOf(name, 'X-WC-Webhook-Signature'),
  })
  async function* cut(body: Buffer) {
    for (let at = 0; at < body.length; at += 100) yield body.subarray(at, at + 100)
  }
  for (const name of ['order.updated_status_change', 'order.deleted_to_trash', 'customer.updated']) {
    const body = read(`${name}.body`)
    const head = headOf(name, body)
    const { kind, start } = await readDelivery(head, cut(body), secret)
    expect(kind).toBe('signed')
    for (const wrong of [Buffer.concat([body, Buffer.from(' ')]), body.subarray(1)])
      expect((await readDelivery(head, cut(wrong), secret)).kind).toBe('unsigned')
    const topic = headerOf(name, 'X-WC-Webhook-Topic')
    expect(hintOf(topic, start)).toEqual({
      topic,
      resource: topic.split('.')[0],
      id: JSON.parse(String(body)).id,
    })
  }
  const ping = read('ping_created.body')
  expect((await readDelivery(headOf('ping_created', ping), cut(ping), undefined)).kind).toBe('ping')
})
