// Exports that break off never look whole, and leave a log line, a count and an entry of the audit trail.
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { column } from '#contract/columns.ts'
import { openStore } from '#server/store/open.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { ACCOUNTS, type TestApp, testApp } from '#test/app.ts'
import { connect as connectTo } from '#test/connect.ts'
import { testEngine } from '#test/engines.ts'
import { guard } from '../access.ts'
import { logTo } from '../logging.ts'
import { disposition, sendFile } from './send.ts'

const ROWS = 104_168
const METRICS_TOKEN = 'a-token-for-prometheus'
const engine = testEngine('postgres')

let store: Store
let app: TestApp
let databaseUrl: string
/** What happens to the database after the first rows. */
let accident = async () => {}
/** Seconds that a row after them takes. */
let sleep = 0
const log: string[] = []

beforeAll(async () => {
  const place = await engine.place()
  databaseUrl = place.databaseUrl ?? ''
  store = await openStore(place)
  app = await testApp(store, {
    metricsToken: METRICS_TOKEN,
    logger: logTo({ write: (line) => log.push(line) }, 'info'),
    extend(server, own) {
      async function* rows() {
        const query = sql`select n, repeat('x', 200) as filler, case when n = 24500 then pg_sleep(${sleep}) end as slept
          from generate_series(1, ${ROWS}) as t (n)`
        let read = 0
        for await (const batch of own.store.stream<{ n: number }>(query)) {
          yield batch
          read += batch.length
          if (read === 24_000) await accident()
        }
      }
      const columns = [column('n', 'Número', 'integer'), column('filler', 'Relleno')]
      const onRequest = guard(own, { access: 'export', method: 'GET' })
      for (const format of ['csv', 'xlsx'] as const)
        server.get(`/api/numbers.${format}`, { onRequest }, async (request, reply) =>
          sendFile(own, request, reply, async () => ({ columns, batches: rows(), name: 'números', format })),
        )
      // A file system without a free byte.
      const full = { ...own, exports: { ...own.exports, folder: '/proc' } }
      server.get('/api/no-room.csv', { onRequest }, async (request, reply) =>
        sendFile(full, request, reply, async () => ({
          columns,
          batches: rows(),
          name: 'números',
          format: 'csv',
        })),
      )
    },
  })
  await app.server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  await store.close()
})

/** As nginx asks by default: the end of the connection ends the answer. */
async function asked(path: string) {
  const address = app.server.server.address()
  const socket = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1')
  socket.write(`GET ${path} HTTP/1.0\r\nauthorization: Bearer ${await app.tokenOf('admin')}\r\n\r\n`)
  return socket
}

async function answerTo(path: string) {
  const [head = '', body = ''] = (await text(await asked(path))).split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body }
}

async function onServer(statement: string) {
  const client = await connectTo(databaseUrl)
  await client.query(statement).finally(() => client.end())
}

const cuts = () =>
  store.all<{ who: string; subject: string; changes: string }>(
    sql`select who, subject, changes from audit where action = 'export.cut' order by audit_id`,
  )

test.each(['csv', 'xlsx'])(
  'a %s whose database goes away midway answers 503 without a row',
  async (format) => {
    accident = () =>
      onServer(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state = 'idle in transaction'`)
    const { status, body } = await answerTo(`/api/numbers.${format}`)
    expect([status, JSON.parse(body)]).toEqual([
      503,
      { success: false, code: 'unavailable', message: 'Service Unavailable' },
    ])
    accident = async () => {}
    const whole = await answerTo(`/api/numbers.${format}`)
    expect(whole.status).toBe(200)
    expect(whole.head).toMatch(/\r\ncontent-length: \d+/)
    if (format === 'csv') expect(whole.body.split('\r\n')).toHaveLength(ROWS + 2)
  },
)

test('a file that the statement_timeout of the database cuts answers 504 without its titles', async () => {
  const name = new URL(databaseUrl).pathname.slice(1)
  const anew = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`
  await onServer(`alter database ${name} set statement_timeout = '1s'; ${anew}`)
  sleep = 30
  let answer = await answerTo('/api/numbers.csv')
  // A connection that was ended just now answers 503 once.
  if (answer.status === 503) answer = await answerTo('/api/numbers.csv')
  const { status, body } = answer
  sleep = 0
  await onServer(`alter database ${name} reset statement_timeout; ${anew}`)
  expect([status, JSON.parse(body)]).toEqual([
    504,
    { success: false, code: 'too-much-work', message: expect.any(String) },
  ])
})

test('a transfer that breaks off is short of its length, and is logged, counted and audited', async () => {
  accident = async () => {}
  const before = (await cuts()).length
  const socket = await asked('/api/numbers.csv')
  const [piece] = (await once(socket, 'data')) as [Buffer]
  expect(String(piece)).toMatch(/content-length: \d+/i)
  socket.destroy()
  await expect.poll(async () => (await cuts()).length).toBe(before + 1)
  const [cut] = (await cuts()).slice(-1)
  expect(cut).toMatchObject({ who: ACCOUNTS.admin, subject: 'números.csv' })
  expect(JSON.parse(cut?.changes ?? '')).toEqual({
    bytes: [null, expect.any(Number)],
    cause: [null, 'connection'],
  })
  expect(log.some((line) => line.includes('"export cut"') && line.includes('números.csv'))).toBe(true)
  const { body } = await app.get({ url: '/metrics', headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  expect(body).toMatch(/gondola_exports_total\{result="connection"\} 1/)
  expect(body).toMatch(/gondola_exports_total\{result="failure"\} [1-9]/)
})

test.each(['csv', 'xlsx'])(
  'a download of a %s goes on where it broke off, with the same bytes',
  async (format) => {
    const download = async (headers: Record<string, string>) => {
      const {
        statusCode,
        headers: told,
        rawPayload,
      } = await app.get({
        url: `/api/numbers.${format}`,
        headers: { authorization: `Bearer ${await app.tokenOf('admin')}`, ...headers },
      })
      return { statusCode, told, rawPayload }
    }
    const whole = await download({})
    const etag = String(whole.told.etag)
    expect(etag).toMatch(/^"[\w-]{43}"$/)
    expect(whole.told).toMatchObject({ 'accept-ranges': 'bytes', 'cache-control': 'no-store, no-transform' })
    const { length } = whole.rawPayload
    const range = 'bytes=300000-'
    const rest = await download({ range, 'if-range': etag })
    expect([rest.statusCode, rest.told['content-range'], rest.told['content-length']]).toEqual([
      206,
      `bytes 300000-${length - 1}/${length}`,
      String(length - 300_000),
    ])
    expect(rest.rawPayload.equals(whole.rawPayload.subarray(300_000))).toBe(true)
    // Part of another file, of an unknown one, or no part: the whole.
    for (const headers of [
      { range, 'if-range': '"other"' },
      { range, 'if-range': `W/${etag}` },
      { range },
      { range: `bytes=${length}-`, 'if-range': etag },
      { range: 'bytes=0-99,200-', 'if-range': etag },
    ]) {
      const again = await download(headers)
      expect([again.statusCode, again.rawPayload.equals(whole.rawPayload)]).toEqual([200, true])
    }
  },
)

test.runIf(process.platform === 'linux')('a full disk beside PostgreSQL refuses the file alone', async () => {
  const { status, body } = await answerTo('/api/no-room.csv')
  expect([status, JSON.parse(body).message]).toEqual([
    507,
    expect.stringMatching(/^No queda lugar para preparar el archivo en el disco de la carpeta de datos/),
  ])
  expect((await app.get('/api/health')).json().data.writable).toBe(true)
})

test.each([
  [`${'ventas por provincia '.repeat(12)}2026.csv`, /^ventas por .*(ventas|por|provincia)\.csv$/],
  [`${'x'.repeat(300)}.xlsx`, /^x{195}\.xlsx$/],
  ['ventas.csv', /^ventas\.csv$/],
])('the name of a file is cut after a word, with its extension: %s', (name, kept) => {
  const [, plain = ''] = /filename="(.*?)"/.exec(disposition(name)) ?? []
  expect(plain).toMatch(kept)
  expect(plain.length).toBeLessThanOrEqual(200)
})
