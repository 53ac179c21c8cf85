// Readiness and metrics through the front door: who may read them, what they count, and faults of single parts.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AppOptions } from '#server/app.ts'
import { noLimits } from '#server/http/load-limits.ts'
import { enqueueMail } from '#server/outbox/enqueue.ts'
import { restShop } from '#server/sources/woocommerce/rest.ts'
import { wooCommerceSource } from '#server/sources/woocommerce/source.ts'
import { openDuckDb } from '#server/store/duckdb.ts'
import { migrate } from '#server/store/migrate.ts'
import { openStore } from '#server/store/open.ts'
import { writeSetting } from '#server/store/settings.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { ACCOUNTS, type TestApp, testApp } from '#test/app.ts'
import { describeOneEngine, testEngine } from '#test/engines.ts'
import { openSmallShop } from '../../../fixtures/open-small-shop.ts'
import { KEY, SECRET } from '../../../test/shop-server/keys.ts'
import { startSampleServer } from '../../../test/shop-server/server.ts'

const TOKEN = 'a-token-for-prometheus'
const READY = '/api/health/ready'
const SCORECARD = '/api/summary/main-page?start_date=2026-05'

const scrape = (app: TestApp, token = TOKEN) =>
  app.get({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })

/** Value of each series, as in 'gondola_lane_running{lane="calls"}'. */
async function metricsOf(app: TestApp): Promise<Map<string, number>> {
  const { statusCode, body } = await scrape(app)
  expect(statusCode).toBe(200)
  const lines = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(' ')
      return [line.slice(0, end), Number(line.slice(end + 1))]
    }),
  )
}

const callsOf = (route: string, status: number) =>
  `gondola_http_request_duration_seconds_count{method="GET",route="${route}",status="${status}"}`

describeOneEngine('metrics', (engine) => {
  let store: Store
  let now: Date
  const apps: TestApp[] = []
  beforeAll(async () => {
    store = await openSmallShop(engine)
    now = new Date('2026-06-10T12:00:00Z')
  })
  afterAll(async () => {
    for (const app of apps) await app.close()
  })

  async function open(options: Partial<AppOptions> = {}): Promise<TestApp> {
    const app = await testApp(await openSmallShop(engine), { metricsToken: TOKEN, ...options })
    apps.push(app)
    return app
  }

  test('are off without a token, and refuse every other one', async () => {
    const off = await testApp(store)
    apps.push(off)
    expect((await scrape(off)).statusCode).toBe(404)
    const app = await open()
    for (const token of [`${TOKEN}.`, TOKEN.slice(1), await app.tokenOf('superAdmin')])
      expect((await scrape(app, token)).statusCode).toBe(401)
    const anonymous = await app.get('/metrics')
    expect([anonymous.statusCode, anonymous.headers['www-authenticate']]).toEqual([401, 'Bearer'])
    const { statusCode, headers } = await scrape(app)
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
  })

  test('count calls by route template, without what callers sent', async () => {
    const app = await open()
    const secretive = '/api/distributors/101/get-distributors-sells?start_date=2026-05&dist_name=SUR'
    for (const who of ['admin', 'admin', undefined] as const) await app.get(secretive, who)
    await app.get('/api/nope/ana@example.com')
    const metrics = await metricsOf(app)
    const route = '/api/distributors/:dist_id/get-distributors-sells'
    expect(metrics.get(callsOf(route, 200))).toBe(2)
    expect(metrics.get(callsOf(route, 401))).toBe(1)
    expect(metrics.get(callsOf('unknown', 404))).toBe(1)
    const labels = [...metrics.keys()].join('\n')
    for (const word of ['101', 'SUR', '@', 'nope', ACCOUNTS.admin]) expect(labels).not.toContain(word)
  })

  test('count answers from the cache', async () => {
    const app = await open()
    for (let call = 0; call < 3; call++) await app.get(SCORECARD, 'admin')
    await app.get(`${SCORECARD}&compare=year`, 'admin')
    const metrics = await metricsOf(app)
    expect(metrics.get('gondola_response_cache_requests_total{result="miss"}')).toBe(2)
    expect(metrics.get('gondola_response_cache_requests_total{result="hit"}')).toBe(2)
    expect(metrics.get('gondola_response_cache_entries')).toBe(2)
    expect(metrics.get('gondola_response_cache_bytes')).toBeGreaterThan(500)
    expect(metrics.get('gondola_response_cache_max_bytes')).toBe(64 * 1024 * 1024)
  })

  test('count refused calls, also when scraped repeatedly', async () => {
    const app = await open({ limits: { ...noLimits(), most: 0 } })
    const address = await app.server.listen({ port: 0, host: '127.0.0.1' })
    for (let call = 0; call < 3; call++) expect((await fetch(`${address}/api/config`)).status).toBe(503)
    await scrape(app)
    const metrics = await metricsOf(app)
    expect(metrics.get('gondola_lane_refused_total{lane="calls"}')).toBe(3)
    expect(metrics.get('gondola_lane_refused_total{lane="exports"}')).toBe(0)
  })

  test('show queries that hold a connection', async () => {
    const app = await open()
    const release = Promise.withResolvers<void>()
    const entered = Promise.withResolvers<void>()
    const holding = app.store.transaction(async () => {
      entered.resolve()
      await release.promise
    })
    await entered.promise
    expect((await metricsOf(app)).get('gondola_store_queries_running{kind="writes"}')).toBe(1)
    release.resolve()
    await holding
    expect((await metricsOf(app)).get('gondola_store_queries_running{kind="writes"}')).toBe(0)
  })

  test('report state and age of each job', async () => {
    const app = await open({ now: () => now })
    await app.jobs.start('summaries')
    await app.jobs.settled()
    now = new Date(now.getTime() + 90_000)
    const metrics = await metricsOf(app)
    expect(metrics.get('gondola_job_state{cron="summaries",state="success"}')).toBe(1)
    // Prometheus gives each series labels of these names, and renames those of the server.
    expect([...metrics.keys()].filter((series) => /[{,](job|instance)=/.test(series))).toEqual([])
    expect(metrics.get('gondola_job_state{cron="summaries",state="failed"}')).toBe(0)
    expect(metrics.get('gondola_job_last_success_age_seconds{cron="summaries"}')).toBe(90)
    expect(metrics.get('gondola_job_state{cron="backup",state="ready"}')).toBe(1)
    expect(metrics.has('gondola_job_last_success_age_seconds{cron="backup"}')).toBe(false)
    expect(metrics.get('gondola_job_schedule_ok')).toBe(0)
    expect(metrics.get('gondola_shop_connected')).toBe(0)
  })

  test('report how many messages wait, and since when the oldest was due', async () => {
    const app = await open({ now: () => now })
    const mail = { to: 'nora.vega@acme.example', subject: 'Venta neta', text: 'Doce pesos' }
    for (const key of ['first', 'second']) {
      await app.store.transaction((tx) => enqueueMail(tx, { key, topic: 'test', mail }, now))
      now = new Date(now.getTime() + 60_000)
    }
    const read = async () => {
      const metrics = await metricsOf(app)
      return ['mail', 'webhook'].flatMap((channel) => [
        metrics.get(`gondola_outbox_waiting{channel="${channel}"}`),
        metrics.get(`gondola_outbox_oldest_age_seconds{channel="${channel}"}`),
      ])
    }
    expect(await read()).toEqual([2, 120, 0, 0])
    await app.store.run(sql`update outbox set state = 'sent' where dedupe_key = 'first'`)
    expect(await read()).toEqual([1, 60, 0, 0])
  })

  test('report the lag behind the shop, which grows while reads fail', async () => {
    const shop = await startSampleServer()
    const openSource = () =>
      wooCommerceSource(restShop({ url: shop.url, key: KEY, secret: SECRET, attempts: 1 }))
    const app = await open({ now: () => now, jobs: { openSource } })
    const source = { kind: 'woocommerce', origin: shop.url }
    await app.store.transaction((tx) => writeSetting(tx, 'data_source', source))
    expect((await metricsOf(app)).has('gondola_shop_lag_seconds')).toBe(false)
    await app.jobs.start('orders', { monthsBack: 0 })
    expect((await app.jobs.finished('orders'))?.state).toBe('success')
    now = new Date(now.getTime() + 30_000)
    expect((await metricsOf(app)).get('gondola_shop_lag_seconds')).toBe(30)
    await shop.close()
    await app.jobs.start('orders', { monthsBack: 0 })
    expect((await app.jobs.finished('orders'))?.state).toBe('failed')
    now = new Date(now.getTime() + 30_000)
    const metrics = await metricsOf(app)
    expect(metrics.get('gondola_shop_lag_seconds')).toBe(60)
    expect(metrics.get('gondola_shop_connected')).toBe(1)
    expect(metrics.get('gondola_job_state{cron="orders",state="failed"}')).toBe(1)
  })

  test('a shop that is not read for three minutes shows in readiness, metrics, options and once under the bell', async () => {
    const shop = await startSampleServer()
    const openSource = () =>
      wooCommerceSource(restShop({ url: shop.url, key: KEY, secret: SECRET, attempts: 1 }))
    const app = await open({ now: () => now, jobs: { openSource } })
    await app.store.transaction((tx) =>
      writeSetting(tx, 'data_source', { kind: 'woocommerce', origin: shop.url }),
    )
    const poll = async () => {
      await app.jobs.start('orders', { monthsBack: 0 })
      await app.jobs.finished('orders')
    }
    const seen = async () => {
      const config = new Map<string, unknown>(
        (await app.get('/api/config', 'viewer'))
          .json()
          .data.map(({ option, values }: { option: string; values: unknown }) => [option, values]),
      )
      return {
        ready: (await app.get(READY)).json().data.shop,
        metric: (await metricsOf(app)).get('gondola_shop_late'),
        read_at: config.get('shop_read_at'),
        late: config.get('shop_late'),
      }
    }
    const bell = async (who: 'superAdmin' | 'admin') =>
      (await app.get('/api/notices', who))
        .json()
        .data.notices.filter(({ kind }: { kind: string }) => kind === 'shop-late')
    await poll()
    const read_at = now.toISOString()
    expect(await seen()).toEqual({ ready: 'ok', metric: 0, read_at, late: false })
    shop.trouble = () => ({ kind: 'status', status: 503 })
    now = new Date(now.getTime() + 170_000)
    await poll()
    expect(await seen()).toEqual({ ready: 'ok', metric: 0, read_at, late: false })
    expect(await bell('superAdmin')).toEqual([])
    for (const seconds of [20, 60]) {
      now = new Date(now.getTime() + seconds * 1000)
      await poll()
      expect(await seen()).toEqual({ ready: 'late', metric: 1, read_at, late: true })
    }
    expect(await bell('superAdmin')).toMatchObject([
      { title: 'La tienda no se puede leer', links: [{ href: '/settings/crones' }] },
    ])
    expect(await bell('admin')).toEqual([])
    // Nothing changed in the shop meanwhile, but it was looked at.
    shop.trouble = () => undefined
    await poll()
    expect(await seen()).toEqual({ ready: 'ok', metric: 0, read_at: now.toISOString(), late: false })
    await shop.close()
  })

  test('are available without the store, and readiness names it', async () => {
    const own = await openStore(await engine.place())
    const app = await testApp(own, { metricsToken: TOKEN })
    apps.push(app)
    expect((await app.get(READY)).statusCode).toBe(200)
    expect((await metricsOf(app)).get('gondola_store_up')).toBe(1)
    await own.close()
    const metrics = await metricsOf(app)
    expect(metrics.get('gondola_store_up')).toBe(0)
    expect(metrics.get('process_resident_memory_bytes')).toBeGreaterThan(0)
    expect(metrics.has('nodejs_eventloop_lag_p99_seconds')).toBe(true)
    const answer = await app.get(READY)
    expect([answer.statusCode, answer.json().errors]).toEqual([
      503,
      [{ path: 'store', message: 'does not answer' }],
    ])
  })

  test('readiness fails while the server drains, which still answers and closes connections', async () => {
    const app = await open()
    const before = await app.get(READY)
    expect(before.json().data).toEqual({
      store: 'ok',
      disk: 'ok',
      jobs: 'off',
      import: 'idle',
      shop: 'off',
      web: 'off',
    })
    expect(before.headers.connection).not.toBe('close')
    app.drain()
    const answer = await app.get(READY)
    expect([answer.statusCode, answer.json().errors]).toEqual([
      503,
      [{ path: 'server', message: 'is stopping' }],
    ])
    expect(answer.headers['retry-after']).toBe('1')
    const health = await app.get('/api/health')
    expect([health.statusCode, health.headers.connection]).toEqual([200, 'close'])
    expect((await metricsOf(app)).get('gondola_draining')).toBe(1)
  })

  test('readiness follows the schedule of jobs', async () => {
    const app = await open()
    app.jobs.schedule()
    expect((await app.get(READY)).json().data.jobs).toBe('ok')
    expect((await metricsOf(app)).get('gondola_job_schedule_ok')).toBe(1)
    await app.jobs.stop()
    expect((await app.get(READY)).json().data.jobs).toBe('off')
  })
})

describe('a full disk', () => {
  test('shows in both and leaves the server ready', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gondola-full-'))
    let free = Number.MAX_SAFE_INTEGER
    const store = await openDuckDb({ file: join(folder, 'gondola.duckdb'), freeBytes: () => free })
    await migrate(store)
    const app = await testApp(store, { metricsToken: TOKEN })
    const seen = async () => [
      (await app.get(READY)).json().data.disk,
      (await metricsOf(app)).get('gondola_store_writable'),
    ]
    expect(await seen()).toEqual(['ok', 1])
    free = 1000
    expect(await seen()).toEqual(['full', 0])
    await app.close()
    await store.close()
    rmSync(folder, { recursive: true })
  })
})

describe('readiness', () => {
  const engine = testEngine('duckdb')
  const webRoot = mkdtempSync(join(tmpdir(), 'gondola-web-'))
  afterAll(() => rmSync(webRoot, { recursive: true }))

  test('waits for the web application to be built', async () => {
    const app = await testApp(await engine.open(), { webRoot })
    const answer = await app.get(READY)
    expect([answer.statusCode, answer.json().errors]).toEqual([
      503,
      [{ path: 'web', message: 'is not built' }],
    ])
    writeFileSync(join(webRoot, 'index.html'), '<!doctype html>')
    expect((await app.get(READY)).json().data.web).toBe('ok')
    await app.close()
  })
})
