// Two real server processes on one PostgreSQL, started at the same moment: a change by one of them, or by a third process,
// reaches the other within milliseconds, and at once if it is asked for current data; if one denies access, the other does too.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { removeOrders, writeOrders } from '#server/ingest/write.ts'
import { writeProducts } from '#server/ingest/write-catalog.ts'
import { writeCustomers } from '#server/ingest/write-customers.ts'
import { rebuildDirtyMonths } from '#server/rollups/rebuild.ts'
import { openStore } from '#server/store/open.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { smallShop } from '../fixtures/small-shop.ts'
import { PASSWORD, TIME_ZONE } from './app.ts'
import { testEngine } from './engines.ts'
import { ROOT } from './rooms.ts'

/** Takes seconds alone, and longer while other tests run. */
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const ADMIN = { email: 'ana@example.com', password: PASSWORD }
const DEMO_ORDERS = 300
const SCORECARD = '/api/summary/main-page?start_date=2026-05'

interface RunningServer {
  readonly child: ChildProcess
  readonly address: string
}

function spawnServer(databaseUrl: string, dataDir: string, program = ['server/main.ts']) {
  const child = spawn(process.execPath, program, {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: '0',
      GONDOLA_DATABASE_URL: databaseUrl,
      GONDOLA_DATA_DIR: dataDir,
      GONDOLA_TIME_ZONE: TIME_ZONE,
      GONDOLA_ADMIN_EMAIL: ADMIN.email,
      GONDOLA_ADMIN_PASSWORD: ADMIN.password,
      GONDOLA_LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let words = ''
  const ready = new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      words += chunk.toString()
      const told = /http:\/\/127\.0\.0\.1:\d+(?=\s)/.exec(words)?.[0]
      if (told) resolve(told)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${words}`)))
  })
  // Not every test waits for it, so a failed start must not be an unhandled rejection.
  ready.catch(() => {})
  return { child, ready, words: () => words }
}

async function startServer(databaseUrl: string, dataDir: string): Promise<RunningServer> {
  const { child, ready } = spawnServer(databaseUrl, dataDir)
  return { child, address: await ready }
}

async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

const engine = testEngine('postgres')
const folder = mkdtempSync(join(tmpdir(), 'gondola-two-'))
let store: Store
let one: RunningServer
let other: RunningServer

beforeAll(async () => {
  const { databaseUrl = '' } = await engine.place()
  store = await openStore({ databaseUrl })
  await store.transaction(async (tx) => {
    await writeProducts(tx, smallShop.products)
    await writeCustomers(tx, smallShop.customers)
    await writeOrders(tx, smallShop.orders)
  })
  const both = await Promise.all([startServer(databaseUrl, folder), startServer(databaseUrl, folder)])
  one = both[0]
  other = both[1]
}, 120_000)

afterAll(async () => {
  for (const { child } of [one, other]) await stop(child)
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

interface Asked {
  readonly method?: string
  readonly token?: string
  readonly body?: object
  readonly known?: string
  /** Requests current data, as the web application does after a change. */
  readonly current?: boolean
}

async function ask(
  { address }: RunningServer,
  path: string,
  { method = 'GET', token, body, known, current = false }: Asked = {},
) {
  const reply = await fetch(`${address}${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(known && { 'if-none-match': known }),
      ...(current && { 'cache-control': 'max-age=0' }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  return {
    status: reply.status,
    etag: reply.headers.get('etag') ?? '',
    data: text === '' ? undefined : JSON.parse(text).data,
  }
}

async function signIn(server: RunningServer, credentials = ADMIN): Promise<string> {
  const { status, data } = await ask(server, '/api/login', { method: 'POST', body: credentials })
  expect(status).toBe(200)
  return String(data.access_token)
}

const netOf = async (server: RunningServer, token: string, current = false) =>
  (await ask(server, SCORECARD, { token, current })).data.main_month.net_sale

test('share sessions and answer alike', async () => {
  const token = await signIn(one)
  const [here, there] = [await ask(one, SCORECARD, { token }), await ask(other, SCORECARD, { token })]
  expect(here.data.main_month.net_sale).toBe(383.42)
  expect(there).toEqual(here)
  expect((await ask(other, SCORECARD, { token, known: here.etag })).status).toBe(304)
})

test('show what a third process wrote', async () => {
  const token = await signIn(one)
  const before = await ask(one, SCORECARD, { token })
  expect(await netOf(other, token)).toBe(383.42)
  const [gone] = smallShop.orders.filter(
    ({ order }) => order.month === '2026-05' && order.status === 'wc-completed' && order.counted,
  )
  await store.transaction((tx) => removeOrders(tx, [gone?.order.order_id ?? 0]))
  await rebuildDirtyMonths(store)
  const left = Number((383.42 - Number(gone?.order.net)).toFixed(2))
  expect(await netOf(one, token, true)).toBe(left)
  await expect.poll(() => netOf(other, token), { timeout: 10_000 }).toBe(left)
  expect((await ask(other, SCORECARD, { token, known: before.etag })).status).toBe(200)
})

test('share the latest month', async () => {
  const token = await signIn(one)
  const monthOf = async (server: RunningServer) =>
    (await ask(server, '/api/orders/get-totals', { token, current: true })).data.main_month['dates-between']
      .from_date
  for (const month of ['2026-04', '2026-05']) {
    const body = { option: 'show_max_month', values: month }
    expect((await ask(one, '/api/config', { method: 'POST', token, body })).status).toBe(200)
    expect(await monthOf(other)).toBe(`${month}-01`)
  }
})

test('share revoked sessions', async () => {
  const token = await signIn(one)
  const eva = { name: 'Eva', email: 'eva@example.com', role: 'admin', password: PASSWORD }
  const made = await ask(one, '/api/users', { method: 'POST', token, body: eva })
  const given = await signIn(other, eva)
  const password = 'otra clave bien larga'
  const changed = { method: 'POST', token: given, body: { current: eva.password, password } }
  expect((await ask(other, '/api/account/password', changed)).status).toBe(200)
  const hers = await signIn(other, { ...eva, password })
  expect((await ask(other, SCORECARD, { token: hers })).status).toBe(200)
  const demoted = { ...eva, id: made.data.id, role: '', password: undefined }
  expect((await ask(one, '/api/users', { method: 'POST', token, body: demoted })).status).toBe(200)
  const statusOf = async (server: RunningServer, given: string) =>
    (await ask(server, SCORECARD, { token: given })).status
  await expect.poll(() => statusOf(other, hers), { timeout: 10_000 }).toBe(401)

  expect((await ask(other, '/api/logout', { method: 'POST', token })).status).toBe(200)
  await expect.poll(() => statusOf(one, token), { timeout: 10_000 }).toBe(401)
})

test('accept on one server what another has just permitted', async () => {
  let token = await signIn(one)
  for (const [server, next] of [
    [one, other],
    [other, one],
  ] as const) {
    expect((await ask(server, SCORECARD, { token })).status).toBe(200)
    const { status, data } = await ask(next, '/api/refresh', { method: 'POST', token, body: {} })
    expect(status).toBe(200)
    token = String(data.access_token)
  }
  expect((await ask(other, SCORECARD, { token })).status).toBe(200)
})

test('share job runs; killing one leaves the other serving', async () => {
  const token = await signIn(other)
  // The schedule of either server may have started it at this moment.
  const run = await ask(one, '/api/config/crones/run/summaries?subMonths=0', { token })
  expect(run.status).toBeOneOf([200, 409])
  const summaries = async () =>
    (await ask(other, '/api/config/crones/list', { token })).data.find(
      ({ key }: { key: string }) => key === 'summaries',
    )
  await expect.poll(async () => (await summaries()).state, { timeout: 60_000 }).toBe('success')
  const ended = once(one.child, 'exit')
  one.child.kill('SIGKILL')
  await ended
  expect((await ask(other, SCORECARD, { token })).status).toBe(200)
})

test('of servers that start at once on an empty database one generates the demo, and a killed one is replaced', async () => {
  const { databaseUrl = '' } = await engine.place()
  const empty = await openStore({ databaseUrl })
  const stopped = join(folder, 'stopped')
  const program = fileURLToPath(new URL('./demo-process.ts', import.meta.url))
  const spawnOne = () => spawnServer(databaseUrl, folder, [program, stopped, `${DEMO_ORDERS}`])
  const servers = [spawnOne(), spawnOne()]
  try {
    const generating = () => servers.find(({ words }) => words().includes('se arma un comercio'))
    await expect.poll(() => generating() && existsSync(stopped), { timeout: 60_000 }).toBe(true)
    const first = generating()
    // A stopped server sends no heartbeats; without them the other would take it for dead.
    const beat = sql`update jobs set heartbeat_at = cast(clock_timestamp() as timestamp) where holder <> ''`
    const waiting = () => servers.find(({ words }) => words().includes('se espera a que termine'))
    await expect.poll(async () => (await empty.run(beat)) > 0 && waiting(), { timeout: 60_000 }).toBeTruthy()
    expect(first).not.toBe(waiting())
    if (first) await stop(first.child, 'SIGKILL')
    await empty.run(
      sql`update jobs set heartbeat_at = heartbeat_at - interval '16 seconds' where holder <> ''`,
    )
    servers.push(spawnOne())
    const left = servers.filter((server) => server !== first)
    await Promise.all(left.map(({ ready }) => ready))
    expect(left.filter(({ words }) => words().includes('se arma un comercio'))).toHaveLength(1)
    const told = () => left.map(({ words }) => / ana@demo\.example +(\S+)\s/.exec(words())?.[1])
    // The lines after the address may arrive later.
    await expect.poll(told, { timeout: 10_000 }).not.toContain(undefined)
    const passwords = told()
    expect(passwords[0]).toMatch(/\S{8}/)
    expect(passwords[1]).toBe(passwords[0])
    expect(
      await empty.all(sql`select count(*) as orders, count(distinct order_id) as ids from orders`),
    ).toEqual([{ orders: DEMO_ORDERS, ids: DEMO_ORDERS }])
    expect(await empty.all(sql`select email from users where email like '%@demo.example'`)).toHaveLength(3)
    expect(await empty.all(sql`select state, holder from jobs where job_key = 'import'`)).toEqual([
      { state: 'success', holder: '' },
    ])
  } finally {
    // A stopped process notices no other signal.
    for (const { child } of servers) await stop(child, 'SIGKILL')
    await empty.close()
  }
})
