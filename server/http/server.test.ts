// What surrounds the routes: errors without internals, headers, logs without secrets, the web application beside the API.
import { once } from 'node:events'
import fs, { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { bumpVersions } from '#server/store/versions.ts'
import { ACCOUNTS, PASSWORD, signIn, type TestApp, testApp } from '#test/app.ts'
import { testEngine } from '#test/engines.ts'
import { openSmallShop } from '../../fixtures/open-small-shop.ts'
import { logTo, safeError } from './logging.ts'
import { createServer } from './server.ts'

describe('around the routes', () => {
  const engine = testEngine('duckdb')
  const webRoot = mkdtempSync(join(tmpdir(), 'gondola-web-'))
  const lines: string[] = []
  let store: Store
  let app: TestApp
  beforeAll(async () => {
    mkdirSync(join(webRoot, 'assets'))
    writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>Góndola</title>')
    writeFileSync(join(webRoot, 'assets/app-1a2b.js'), 'console.log(1)')
    writeFileSync(join(webRoot, 'assets/app-1a2b.js.gz'), gzipSync('console.log(1)'))
    store = await openSmallShop(engine)
    app = await testApp(store, { webRoot, logger: logTo({ write: (line) => lines.push(line) }, 'debug') })
  })
  afterAll(async () => {
    await app.close()
    rmSync(webRoot, { recursive: true })
  })

  test('health reports engine, version and data time without a session', async () => {
    const { data } = (await app.get('/api/health')).json()
    expect(data).toEqual({
      ok: true,
      version: '0.1.0',
      engine: 'duckdb',
      data_updated_at: expect.stringMatching(/^20.*Z$/),
      writable: true,
    })
  })

  test('answers a JSON 404 to an unknown call and the application to an unknown page', async () => {
    for (const url of ['/api/nope', '/api', '/api/orders/a/b', '/assets/gone.js']) {
      const answer = await app.get(url)
      expect([answer.statusCode, answer.json()]).toEqual([
        404,
        { success: false, code: 'not-found', message: 'Not Found' },
      ])
    }
    for (const url of ['/', '/distributors/distributors-details/101?month=2026-05', '/auth/sign-in']) {
      const answer = await app.get(url)
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-cache'])
      expect(answer.body).toContain('<title>Góndola</title>')
    }
    expect((await app.post('/distributors', {})).statusCode).toBe(404)
  })

  test('tags files by their contents, whatever their size and date', async () => {
    for (const [path, url] of [
      ['index.html', '/'],
      ['index.html', '/orders'],
      ['assets/app-1a2b.js', '/assets/app-1a2b.js'],
    ] as const) {
      const file = join(webRoot, path)
      const before = readFileSync(file, 'utf8')
      utimesSync(file, 499_162_500, 499_162_500)
      const first = await app.get(url)
      const known = {
        'if-none-match': String(first.headers.etag),
        'if-modified-since': new Date(499_162_500_000).toUTCString(),
      }
      const again = await app.get({ url, headers: known })
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', first.headers.etag])
      // The next version, as npm packs it: of the same size and date.
      rmSync(file)
      writeFileSync(file, before.replace(/[a-z](?=[^a-z]*$)/, 'X'))
      utimesSync(file, 499_162_500, 499_162_500)
      const next = await app.get({ url, headers: known })
      expect([next.statusCode, next.body.length]).toEqual([200, first.body.length])
      expect(next.body).not.toBe(first.body)
      writeFileSync(file, before)
    }
    const packed = await app.get({ url: '/assets/app-1a2b.js', headers: { 'accept-encoding': 'gzip' } })
    const plain = await app.get('/assets/app-1a2b.js')
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(packed.headers.etag).not.toBe(plain.headers.etag)
  })

  test('a page that is removed while it answers unchanged does not end the server', async () => {
    const { etag } = (await app.get('/')).headers
    const gone = Object.assign(new Error('no such file'), { code: 'ENOENT' })
    const failed = Promise.withResolvers<void>()
    // The page is found, and gone when its contents are opened.
    const open = vi.spyOn(fs, 'open').mockImplementationOnce(((...args: unknown[]) => {
      const done = args.at(-1) as (error: Error) => void
      setImmediate(() => {
        done(gone)
        failed.resolve()
      })
    }) as never)
    const answer = await app.get({ url: '/', headers: { 'if-none-match': String(etag) } })
    await failed.promise
    expect([answer.statusCode, answer.body]).toEqual([304, ''])
    open.mockRestore()
    expect((await app.get('/')).statusCode).toBe(200)
  })

  test('closes without waiting for a connection that was never used', async () => {
    const { server } = await testApp(await engine.open())
    await server.listen({ port: 0, host: '127.0.0.1' })
    const [address] = server.addresses()
    const spare = connect(typeof address === 'object' ? address.port : 0, '127.0.0.1')
    await once(server.server, 'connection')
    const closed = once(spare, 'close')
    await server.close()
    await closed
  })

  test('serves hashed files compressed and cacheable for a year', async () => {
    const answer = await app.get({ url: '/assets/app-1a2b.js', headers: { 'accept-encoding': 'gzip' } })
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(answer.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(answer.rawPayload).toString()).toBe('console.log(1)')
    expect((await app.get('/assets/..%2f..%2fpackage.json')).statusCode).toBe(404)
  })

  test('sends security headers with every response', async () => {
    for (const url of ['/', '/api/health', '/api/nope', '/api/me']) {
      const { headers } = await app.get({ url, headers: { origin: 'https://other.example.com' } })
      expect(headers['access-control-allow-origin']).toBeUndefined()
      expect(headers['content-security-policy']).toMatch(/script-src 'self';/)
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': 'camera=(), geolocation=(), microphone=()',
      })
      expect(headers['strict-transport-security']).toBeUndefined()
    }
  })

  test('asks browsers for https only if callers use it', async () => {
    const year = 'max-age=31536000'
    const told = async (on: TestApp, from: string) => {
      const headers = { 'x-forwarded-proto': 'https' }
      const { headers: sent } = await on.get({ url: '/api/health', headers, remoteAddress: from })
      return sent['strict-transport-security']
    }
    const proxied = await testApp(await engine.open(), { trustedProxies: ['10.0.0.1'] })
    expect(await told(proxied, '10.0.0.1')).toBe(year)
    expect(await told(proxied, '10.0.0.2')).toBeUndefined()
    await proxied.close()
    const known = await testApp(await engine.open(), { publicUrl: 'https://gondola.example.com' })
    expect((await known.get('/api/health')).headers['strict-transport-security']).toBe(year)
    await known.close()
  })

  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:4711', '203.0.113.7'],
    ['[2001:db8::7]:4711', '2001:db8::7'],
    ['"[2001:db8::7]"', '2001:db8::7'],
    ['2001:db8::7', '2001:db8::7'],
    ['198.51.100.9, 203.0.113.7:1', '203.0.113.7'],
    ['198.51.100.9, unknown', '10.0.0.1'],
    ['198.51.100.9, unknown, 203.0.113.7:9', '203.0.113.7'],
    ['unknown', '10.0.0.1'],
    ['', '10.0.0.1'],
    ['203.0.113.7:port', '10.0.0.1'],
  ])('reads the address of the caller in X-Forwarded-For: %s', async (header, expected) => {
    const server = await createServer({ version: '0', logger: false, trustedProxies: ['10.0.0.1'] })
    server.get('/ip', async ({ ip }) => ({ ip }))
    const headers = { 'x-forwarded-for': header }
    const answer = await server.inject({ url: '/ip', headers, remoteAddress: '10.0.0.1' })
    expect(answer.json()).toEqual({ ip: expected })
    await server.close()
  })

  test('allows ten wrong passwords, whatever the port that a gateway adds to the address', async () => {
    const proxied = await testApp(await engine.open(), { trustedProxies: ['127.0.0.1'] })
    const statuses: number[] = []
    for (let port = 1; port <= 14; port++)
      statuses.push(
        (
          await proxied.server.inject({
            method: 'POST',
            url: '/api/login',
            remoteAddress: '127.0.0.1',
            headers: { 'x-forwarded-for': `203.0.113.7:${40_000 + port}` },
            payload: { email: ACCOUNTS.admin, password: 'una clave equivocada', device: 'dashboard-web' },
          })
        ).statusCode,
      )
    expect(statuses.filter((status) => status === 429)).toHaveLength(4)
    await proxied.close()
  })

  test('lets no proxy hold events back to compress them', async () => {
    const own = await testApp(await engine.open())
    const address = await own.server.listen({ port: 0, host: '127.0.0.1' })
    const leave = new AbortController()
    const events = await fetch(`${address}/api/events`, {
      headers: { authorization: `Bearer ${await own.tokenOf('admin')}` },
      signal: leave.signal,
    })
    expect(Object.fromEntries(events.headers)).toMatchObject({
      'cache-control': 'no-store, no-transform',
      'content-encoding': 'identity',
    })
    leave.abort()
    await own.close()
  })

  test('lets no browser keep names of customers, nor figures after signing out', async () => {
    const cacheOf = async (path: string, who: 'admin' | 'scoped' | 'superAdmin') => {
      const answer = await app.get(`${path}?start_date=2026-05`, who)
      return [answer.statusCode, answer.headers['cache-control']]
    }
    expect(await cacheOf('/api/orders', 'superAdmin')).toEqual([200, 'no-store'])
    expect(await cacheOf('/api/orders', 'scoped')).toEqual([200, 'private, no-cache'])
    expect(await cacheOf('/api/orders/ranking-orders-by-status', 'superAdmin')).toEqual([
      200,
      'private, no-cache',
    ])
    const token = await signIn(app, ACCOUNTS.viewer)
    const headers = { authorization: `Bearer ${token}` }
    const left = await app.server.inject({ method: 'POST', url: '/api/logout', headers })
    expect([left.statusCode, left.headers['clear-site-data']]).toEqual([200, '"cache"'])
  })

  test('compresses JSON over a kilobyte for clients that accept it', async () => {
    const url = '/api/orders?start_date=2026-05'
    const plain = await app.get(url, 'admin')
    const packed = await app.get({ url, headers: { 'accept-encoding': 'br, gzip' } }, 'admin')
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body)
    const refused = await app.get({ url, headers: { 'accept-encoding': 'gzip;q=0' } }, 'admin')
    expect(refused.headers['content-encoding']).toBeUndefined()
  })

  test('answers 4xx to invalid addresses and bodies', async () => {
    const post = (payload: string, type = 'application/json') =>
      app.server.inject({ method: 'POST', url: '/api/login', payload, headers: { 'content-type': type } })
    expect((await app.get('/api/%E0%A4%A')).statusCode).toBe(400)
    expect(
      (await app.get(`/api/distributors/${'9'.repeat(600)}/get-distributors-sells`, 'admin')).statusCode,
    ).toBe(404)
    expect((await post('{"email":')).json().errors).toEqual([{ path: '', message: 'must be JSON' }])
    expect((await post('{"__proto__": {"email": "x"}}')).statusCode).toBe(400)
    expect((await post('')).json().errors.map(({ path }: { path: string }) => path)).toEqual([
      'email',
      'password',
    ])
    expect((await post('email=x', 'application/x-www-form-urlencoded')).statusCode).toBe(415)
    expect((await post(JSON.stringify({ email: 'x'.repeat(16 << 10) }))).statusCode).toBe(413)
    expect((await post('[]')).statusCode).toBe(400)
    expect((await app.get({ url: '/api/me', headers: { authorization: 'Basic YTpi' } })).statusCode).toBe(401)
  })

  test('reads a call without a body as one without fields, and names those that it lacks', async () => {
    const called = (url: string, headers = {}) => app.server.inject({ method: 'POST', url, headers })
    const authorization = `Bearer ${await app.tokenOf('superAdmin')}`
    expect((await called('/api/notices/read', { authorization })).statusCode).toBe(200)
    expect((await called('/api/login')).json().errors.map(({ path }: { path: string }) => path)).toEqual([
      'email',
      'password',
    ])
  })

  test('answers an oversized address and invalid HTTP with the usual error body', async () => {
    const address = await app.server.listen({ host: '127.0.0.1', port: 0 })
    const long = await fetch(`${address}/api/me?x=${'y'.repeat(20_000)}`)
    const message = 'Request Header Fields Too Large'
    expect([long.status, await long.json()]).toEqual([
      431,
      { success: false, code: 'headers-too-large', message },
    ])
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    socket.end('nothing of the kind\r\n\r\n')
    const [head, body] = (await text(socket)).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(JSON.parse(body ?? '')).toEqual({ success: false, code: 'bad-request', message: 'Bad Request' })
  })

  test('closes a request that arrives too slowly', () => {
    const { requestTimeout, headersTimeout } = app.server.server
    for (const patience of [requestTimeout, headersTimeout]) {
      expect(patience).toBeGreaterThan(0)
      expect(patience).toBeLessThanOrEqual(120_000)
    }
  })

  test('aborts a response that nobody reads, and its source', async () => {
    expect(app.server.server.timeout).toBeGreaterThan(0)
    const server = await createServer({ version: '0', logger: false, trustedProxies: [] })
    const endless = new Readable({ read: (size) => endless.push('x'.repeat(size)) })
    server.get('/endless', async (_, reply) => reply.send(endless))
    server.server.timeout = 20
    const address = await server.listen({ host: '127.0.0.1', port: 0 })
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    socket.write('GET /endless HTTP/1.1\r\nhost: x\r\n\r\n')
    await once(endless, 'close')
    socket.destroy()
    await server.close()
  })

  test('answers a bare 500 to an internal error and logs no query and no personal data', async () => {
    lines.length = 0
    await store.run(sql`alter table orders rename to orders_away`)
    const answer = await app.get('/api/orders?start_date=2026-05&order_id=ana%40example.com', 'admin')
    await store.run(sql`alter table orders_away rename to orders`)
    expect([answer.statusCode, answer.json()]).toEqual([
      500,
      { success: false, code: 'internal-error', message: 'Internal Server Error' },
    ])
    const log = lines.join('')
    expect(log).toContain('call failed')
    expect(log).not.toContain('ana')
    expect(log).not.toMatch(/select .* from/i)
  })

  test('logs hold no token, password, e-mail or filter', async () => {
    lines.length = 0
    await app.post('/api/login', { email: ACCOUNTS.viewer, password: 'una clave secreta mala' })
    await app.post('/api/register', {
      email: 'secreta@example.com',
      password: 'otra clave secreta',
      firstName: 'Zulma',
      lastName: 'Quiroga',
    })
    await app.post('/api/login', { email: ACCOUNTS.viewer, password: PASSWORD })
    await app.get('/api/orders?order_id=busqueda-privada', 'admin')
    const log = lines.join('')
    expect(log).toContain('"path":"/api/login"')
    expect(log).toContain('"msg":"sign-in refused"')
    expect(log).toMatch(/"way":"password","msg":"signed in"/)
    for (const secret of [
      'secreta',
      'Zulma',
      '@example',
      'busqueda-privada',
      'Bearer',
      await app.tokenOf('admin'),
    ])
      expect(log).not.toContain(secret)
  })

  test('logs only the first line of errors, without addresses', () => {
    const error = Object.assign(new Error('no luck for ana@example.com\nLINE 1: select 1'), {
      detail: 'Key (email)=(x)',
    })
    const shown = JSON.stringify(safeError(error))
    expect(shown).toContain('no luck for [e-mail]')
    expect(shown).not.toMatch(/LINE 1|Key \(email\)/)
  })

  test('the description is OpenAPI 3.1 and its page loads only files of this server', async () => {
    const description = (await app.get('/api/openapi.json')).json()
    expect(description).toMatchObject({ openapi: '3.1.0', info: { title: 'Góndola', version: '0.1.0' } })
    expect(Object.keys(description.paths).every((path) => /^\/(api\/|mcp$)/.test(path))).toBe(true)
    const page = await app.get('/api/docs')
    expect(page.headers['content-type']).toContain('text/html')
    const sources = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url = '']) => url)
    expect(sources).toContain('/api/docs/static/swagger-ui-bundle.js')
    expect(sources.every((url) => url.startsWith('/api/'))).toBe(true)
    expect(page.headers['content-security-policy']).toContain("script-src 'self';")
    expect((await app.get('/api/docs/json')).json()).toEqual(description)
    for (const url of sources) expect((await app.get(url)).statusCode).toBe(200)
  })

  test('returns shop options without secrets', async () => {
    const { data } = (await app.get('/api/config', 'viewer')).json()
    const options = Object.fromEntries(
      data.map(({ option, values }: { option: string; values: unknown }) => [option, values]),
    )
    expect(options).toMatchObject({
      months: ['2026-04', '2026-05'],
      currency: 'ARS',
      demo: false,
      mail: false,
    })
    expect(JSON.stringify(data)).not.toContain('secret')
    await store.transaction(async (tx) => {
      await tx.run(sql`insert into settings values ('show_max_month', '"2026-04"')`)
      await bumpVersions(tx, ['settings'])
    })
    const after = (await app.get('/api/config', 'viewer')).json().data
    expect(after).toContainEqual({ option: 'show_max_month', values: '2026-04' })
    const told = (url: string) => app.get(url).then(({ headers }) => headers['server-timing'])
    expect(await told('/')).toBe('month;desc="2026-04"')
    expect(await told('/customers-overview?month=2026-03')).toBe('month;desc="2026-04"')
    for (const url of ['/assets/app-1a2b.js', '/api/health']) expect(await told(url)).toBeUndefined()
    expect((await app.get('/api/summary/main-page', 'viewer')).json().meta.months).toContain('2026-04')
  })
})
