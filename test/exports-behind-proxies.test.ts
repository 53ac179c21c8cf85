// Exports that break off behind the real proxies of Debian: none looks whole, and a whole one arrives.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { column } from '#contract/columns.ts'
import { guard } from '#server/http/access.ts'
import { sendFile } from '#server/http/export/send.ts'
import { StoreError } from '#server/store/errors.ts'
import { type TestApp, testApp } from './app.ts'
import { testEngine } from './engines.ts'
import { NIGHTLY } from './nightly.ts'
import { selfSigned } from './shop-server/certificate.ts'

const BATCHES = 100
const ROWS_PER_BATCH = 1000
/** Of the database, by batch; of the transfer, by its part. */
const CUTS = [
  ...[0, 1, 12, 60, BATCHES - 1].map((batch) => `rows=${batch}`),
  ...[0.01, 0.25, 0.5, 0.75, 0.99].map((part) => `sent=${part}`),
]

let app: TestApp
let backend: number
let folder: string
const undo: (() => unknown)[] = []

async function* rows(cut: number) {
  for (let batch = 0; batch < BATCHES; batch++) {
    if (batch === cut) throw new StoreError('unreachable', 'the database went away')
    yield Array.from({ length: ROWS_PER_BATCH }, (_, row) => ({
      n: batch * ROWS_PER_BATCH + row,
      filler: 'x'.repeat(90),
    }))
  }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gondola-proxies-'))
  // Varnish compiles as another user.
  chmodSync(folder, 0o755)
  undo.push(() => rmSync(folder, { recursive: true, force: true }))
  const columns = [column('n', 'Número', 'integer'), column('filler', 'Relleno')]
  app = await testApp(await testEngine('duckdb').open(), {
    extend(server, own) {
      const onRequest = guard(own, { access: 'export', method: 'GET' })
      server.get('/api/file', { onRequest }, async (request, reply) => {
        const { rows: batch = '-1', sent } = Object(request.query) as { rows?: string; sent?: string }
        if (sent !== undefined) cutAt(reply.raw, Number(sent))
        const file = {
          columns,
          batches: rows(Number(batch)),
          name: 'números',
          format: 'csv-standard',
        } as const
        return sendFile(own, request, reply, async () => file)
      })
    },
  })
  undo.push(app.close)
  const address = await app.server.listen({ port: 0, host: '127.0.0.1' })
  backend = Number(new URL(address).port)
})
afterAll(async () => {
  for (const step of undo.reverse()) await step()
})

const WHOLE = BATCHES * ROWS_PER_BATCH * 97

/** Ends the connection when about this part of the file has been written to it. */
function cutAt(response: import('node:http').ServerResponse, part: number): void {
  const write = response.write.bind(response)
  let sent = 0
  response.write = ((piece: Buffer, ...more: never[]) => {
    sent += piece.length
    if (sent >= part * WHOLE) response.socket?.destroy()
    return write(piece, ...more)
  }) as typeof response.write
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

const isUp = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const done = (up: boolean) => () => {
      socket.destroy()
      resolve(up)
    }
    socket.once('connect', done(true)).once('error', done(false))
  })

interface Started {
  readonly url: string
  readonly words?: readonly string[]
}

/** Starts a proxy with this configuration; returns its address. */
async function started(
  name: string,
  program: string,
  setUp: (port: number, own: string) => readonly string[],
  url = (port: number) => `http://127.0.0.1:${port}`,
): Promise<Started> {
  if (!existsSync(program))
    throw new Error(`The nightly test of exports needs ${program}: apt-get install ${name}`)
  const own = join(folder, `${name}-${undo.length}`)
  mkdirSync(own)
  const port = await freePort()
  const proxy = spawn(program, setUp(port, own), { stdio: 'ignore' })
  undo.push(async () => {
    if (proxy.exitCode !== null) return
    proxy.kill()
    await once(proxy, 'exit')
  })
  await expect.poll(() => isUp(port), { timeout: 30_000 }).toBe(true)
  return { url: url(port) }
}

const nginx = (settings: string) =>
  started('nginx-light', '/usr/sbin/nginx', (port, own) => {
    const file = join(own, 'nginx.conf')
    const user = process.getuid?.() === 0 ? 'user root;' : ''
    writeFileSync(
      file,
      `${user} daemon off; pid ${own}/pid; error_log ${own}/error.log; events {}
http { access_log off; client_body_temp_path ${own}/b; proxy_temp_path ${own}/p; fastcgi_temp_path ${own}/f; uwsgi_temp_path ${own}/u; scgi_temp_path ${own}/s;
 server { listen 127.0.0.1:${port}; location / { proxy_pass http://127.0.0.1:${backend}; ${settings} } } }`,
    )
    return ['-p', own, '-c', file, '-e', `${own}/error.log`]
  })

const haproxy = (version: 'http1.1' | 'http2', settings = '') =>
  started(
    'haproxy',
    '/usr/sbin/haproxy',
    (port, own) => {
      const { cert, key } = selfSigned()
      writeFileSync(`${own}/both.pem`, `${cert}\n${key}`)
      writeFileSync(
        `${own}/haproxy.cfg`,
        `defaults\n mode http\n timeout connect 5s\n timeout client 50s\n timeout server 50s\n${settings}
listen one\n bind 127.0.0.1:${port} ssl crt ${own}/both.pem alpn h2,http/1.1\n server s 127.0.0.1:${backend}\n`,
      )
      return ['-f', `${own}/haproxy.cfg`, '-db']
    },
    (port) => `https://127.0.0.1:${port}`,
  ).then((proxy) => ({ ...proxy, words: [`--${version}`] }))

const caddy = (settings = '') =>
  started('caddy', '/usr/bin/caddy', (port, own) => {
    writeFileSync(
      `${own}/Caddyfile`,
      `{\n admin off\n auto_https off\n}\nhttp://127.0.0.1:${port} {\n ${settings}\n reverse_proxy 127.0.0.1:${backend}\n}\n`,
    )
    return ['run', '--config', `${own}/Caddyfile`, '--adapter', 'caddyfile']
  })

const apache = (more: readonly string[] = [], settings = '') =>
  started('apache2-bin', '/usr/sbin/apache2', (port, own) => {
    const modules = ['mpm_event', 'authz_core', 'proxy', 'proxy_http', ...more].map(
      (module) => `LoadModule ${module}_module /usr/lib/apache2/modules/mod_${module}.so`,
    )
    writeFileSync(
      `${own}/apache.conf`,
      `${modules.join('\n')}\nServerRoot ${own}\nServerName localhost\nPidFile ${own}/pid\nErrorLog ${own}/error.log\nDefaultRuntimeDir ${own}\nListen 127.0.0.1:${port}
User nobody\nGroup nogroup\nProxyPass / http://127.0.0.1:${backend}/\n${settings}\n`,
    )
    return ['-f', `${own}/apache.conf`, '-DFOREGROUND']
  })

const varnish = (settings = '') =>
  started('varnish', '/usr/sbin/varnishd', (port, own) => {
    const backendOf = `backend default { .host = "127.0.0.1"; .port = "${backend}"; }`
    writeFileSync(`${own}/own.vcl`, `vcl 4.1;\n${backendOf}\nsub vcl_backend_response { ${settings} }\n`)
    return ['-F', '-a', `127.0.0.1:${port}`, '-f', `${own}/own.vcl`, '-n', own]
  })

const PROXIES: readonly (readonly [string, () => Promise<Started>])[] = [
  ['no proxy', async () => ({ url: `http://127.0.0.1:${backend}` })],
  ['nginx', () => nginx('')],
  ['nginx with HTTP/1.1', () => nginx('proxy_http_version 1.1;')],
  ['haproxy over HTTP/1.1', () => haproxy('http1.1')],
  ['haproxy over HTTP/2', () => haproxy('http2')],
  ['Caddy', () => caddy()],
  ['apache', () => apache()],
  ['Varnish', () => varnish()],
]

const HAPROXY_GZIP = ' compression algo gzip\n compression type text/csv text/event-stream'
const NGINX_GZIP = 'gzip on; gzip_proxied any; gzip_types text/csv text/event-stream;'
/** Told to compress such files, whatever the answer says. */
const COMPRESSING: typeof PROXIES = [
  ['nginx', () => nginx(NGINX_GZIP)],
  ['nginx with HTTP/1.1', () => nginx(`proxy_http_version 1.1; ${NGINX_GZIP}`)],
  ['haproxy over HTTP/1.1', () => haproxy('http1.1', HAPROXY_GZIP)],
  ['haproxy over HTTP/2', () => haproxy('http2', HAPROXY_GZIP)],
  ['Caddy', () => caddy('encode {\n gzip\n match header Content-Type text/*\n}')],
  ['apache', () => apache(['filter', 'deflate'], 'SetOutputFilter DEFLATE')],
  ['Varnish', () => varnish('set beresp.do_gzip = true;')],
]

const COMPRESSED = ['--compressed']

/** What curl tells its user. */
async function download({ url, words = [] }: Started, query = '', more: readonly string[] = []) {
  const authorization = `Authorization: Bearer ${await app.tokenOf('admin')}`
  const format = '%{http_code} %{exitcode} %{size_download}'
  const argv = [
    '-sk',
    ...words,
    ...more,
    ...['-o', join(folder, 'got'), '-w', format],
    ...['-H', authorization, `${url}/api/file?${query}`],
  ]
  const told = await new Promise<string>((resolve) => execFile('curl', argv, (_, stdout) => resolve(stdout)))
  const [status = 0, exit = 0, bytes = 0] = told.split(' ').map(Number)
  return { status, exit, bytes }
}

describe.runIf(NIGHTLY)('an export behind', () => {
  test.each(PROXIES)('%s arrives whole or not at all', { timeout: 300_000 }, async (_, start) => {
    const proxy = await start()
    const whole = await download(proxy)
    expect(whole).toMatchObject({ status: 200, exit: 0 })
    expect(whole.bytes).toBeGreaterThan(BATCHES * ROWS_PER_BATCH * 90)
    for (const cut of CUTS) {
      const { status, exit } = await download(proxy, cut)
      expect([cut, status === 200 && exit === 0]).toEqual([cut, false])
      if (cut.startsWith('rows')) expect([cut, status, exit]).toEqual([cut, 503, 0])
    }
  })

  test.each(COMPRESSING)(
    '%s, told to compress, lets events through as they come',
    { timeout: 60_000 },
    async (_, start) => {
      const { url, words = [] } = await start()
      const authorization = `Authorization: Bearer ${await app.tokenOf('admin')}`
      const listener = spawn('curl', [
        '-skN',
        ...words,
        ...COMPRESSED,
        '-H',
        authorization,
        `${url}/api/events`,
      ])
      undo.push(() => listener.kill())
      let heard = ''
      listener.stdout.on('data', (text) => {
        heard += text
      })
      // Before the next one, which would push it out.
      await expect.poll(() => heard, { timeout: 20_000 }).toContain(': listening')
    },
  )

  test.each(COMPRESSING)(
    '%s, told to compress, arrives whole or not at all',
    { timeout: 300_000 },
    async (_, start) => {
      const proxy = await start()
      expect(await download(proxy, '', COMPRESSED)).toMatchObject({ status: 200, exit: 0 })
      expect(statSync(join(folder, 'got')).size).toBeGreaterThan(BATCHES * ROWS_PER_BATCH * 90)
      for (const cut of CUTS) {
        const { status, exit } = await download(proxy, cut, COMPRESSED)
        expect([cut, status === 200 && exit === 0]).toEqual([cut, false])
      }
    },
  )
})
