// The command is killed at random points of an import and started again: the result equals that of an uninterrupted import.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { DATA_SOURCE } from '#server/ingest/data-source.ts'
import { silentProgress } from '#server/ingest/progress.ts'
import { start } from '#server/start.ts'
import { openStore, type StoreOptions } from '#server/store/open.ts'
import { writeSetting } from '#server/store/settings.ts'
import { sql } from '#server/store/sql.ts'
import { describeEngines, describeOneEngine, type TestEngine, testEngine } from './engines.ts'
import { NIGHTLY } from './nightly.ts'
import { SAMPLE_SHOP } from './sample-shop.ts'
import { KEY, SECRET } from './shop-server/keys.ts'
import { SAMPLE_ORDERS } from './shop-server/recordings.ts'
import { type StoreServer, startSampleServer } from './shop-server/server.ts'
import { storeRows } from './store-rows.ts'

const reference = testEngine('duckdb')
const testServers = testEngine('postgres')
let leftAlone: Record<string, string[]>

beforeAll(async () => {
  leftAlone = await storeRows(await reference.open(SAMPLE_SHOP))
}, 60_000)

const CLI = join(import.meta.dirname, '../server/cli.ts')

const shopEnv = ({ url }: StoreServer) => ({
  GONDOLA_WOOCOMMERCE_URL: url,
  GONDOLA_WOOCOMMERCE_KEY: KEY,
  GONDOLA_WOOCOMMERCE_SECRET: SECRET,
})

function command(place: StoreOptions, server: StoreServer) {
  const child = spawn(process.execPath, [CLI, 'import', 'woocommerce'], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      GONDOLA_DATA_DIR: place.dataDir ?? '/nonexistent',
      ...(place.databaseUrl === undefined ? {} : { GONDOLA_DATABASE_URL: place.databaseUrl }),
      ...shopEnv(server),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  return { child, ended: once(child, 'close'), output: () => output }
}

test('records of a killed import are in the figures after the next start', async () => {
  const server = await startSampleServer()
  const place = await reference.place()
  const killed = command(place, server)
  server.trouble = ({ path, query }) => {
    if (path === 'orders' && Number(query.get('offset')) > SAMPLE_ORDERS / 3) killed.child.kill('SIGKILL')
    return undefined
  }
  await killed.ended
  await server.close()
  const config = readConfig({
    PORT: '0',
    GONDOLA_LOG_LEVEL: 'silent',
    GONDOLA_DATA_DIR: place.dataDir,
    GONDOLA_ADMIN_EMAIL: 'ana@example.com',
    GONDOLA_ADMIN_PASSWORD: 'una clave bien larga',
  })
  const running = await start(config, () => {}, silentProgress)
  try {
    const { store } = running.app
    const rows = await store.one<{ orders: number }>(sql`select count(*) as orders from orders where counted`)
    expect(rows?.orders).toBeGreaterThan(0)
    expect(await store.one(sql`select sum(orders) as orders from rollup_months`)).toEqual(rows)
  } finally {
    await running.stop()
  }
}, 120_000)

describeEngines('an import that is killed', (engine) => {
  test('resumes and ends with the same rows', async () => {
    const server = await startSampleServer()
    const place = await engine.place()
    // While the shop answers this request, the previous page is being written.
    const at = Array.from(
      { length: NIGHTLY ? 4 : 1 },
      () => 9 + Math.floor((Math.random() * SAMPLE_ORDERS) / 100),
    )
    try {
      for (const request of at) {
        const killed = command(place, server)
        const last = server.asked.length + request
        server.trouble = ({ count }) => {
          if (count >= last) killed.child.kill('SIGKILL')
          return undefined
        }
        const [, signal] = await killed.ended
        if (signal === null) expect(killed.output()).toContain('Importación terminada')
        if (engine.name === 'postgres') await expireLeases(place)
      }
      server.trouble = () => undefined
      const whole = command(place, server)
      const [code] = await whole.ended
      expect(whole.output(), `killed at requests ${at}`).toContain('Importación terminada')
      expect(whole.output()).not.toContain(SECRET)
      expect(code).toBe(0)
      const store = await openStore(place)
      try {
        expect(await storeRows(store), `killed at requests ${at}`).toEqual(leftAlone)
      } finally {
        await store.close()
      }
    } finally {
      await server.close()
    }
  }, 120_000)
})

function serve(place: StoreOptions, shop?: StoreServer) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../server/main.ts')], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: '0',
      GONDOLA_LOG_LEVEL: 'error',
      GONDOLA_DATA_DIR: place.dataDir ?? tmpdir(),
      ...(place.databaseUrl === undefined ? {} : { GONDOLA_DATABASE_URL: place.databaseUrl }),
      GONDOLA_SECRET_KEY: 'a key that all servers of one database share',
      GONDOLA_ADMIN_EMAIL: 'ana@example.com',
      GONDOLA_ADMIN_PASSWORD: 'una clave bien larga',
      ...(shop && shopEnv(shop)),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  const stop = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'close')
    child.kill(signal)
    await ended
  }
  return { child, stop, output: () => output }
}

/** Resolves when an import has requested the second half of the orders; the shop does not answer this request. */
function stuckInOrders(shop: StoreServer): Promise<void> {
  const stuck = Promise.withResolvers<void>()
  shop.trouble = ({ path, query }) => {
    if (path !== 'orders' || Number(query.get('offset')) < SAMPLE_ORDERS / 2) return undefined
    stuck.resolve()
    return { kind: 'silent' }
  }
  return stuck.promise
}

/** The lease of a dead holder lasts for seconds, which the test need not wait for. */
async function expireLeases(place: StoreOptions): Promise<void> {
  const store = await openStore(place)
  await store.run(sql`update jobs set heartbeat_at = heartbeat_at - interval '16 seconds' where holder <> ''`)
  await store.close()
}

async function killAndRestart(engine: TestEngine): Promise<void> {
  const shop = await startSampleServer()
  const place = await engine.place()
  const stuck = stuckInOrders(shop)
  const killed = serve(place, shop)
  await stuck
  await killed.stop('SIGKILL')
  shop.trouble = () => undefined
  const restarted = serve(place, shop)
  if (engine.name === 'postgres') await expireLeases(place)
  await expect.poll(restarted.output, { timeout: 60_000 }).toContain('Importación terminada')
  await restarted.stop('SIGTERM')
  await shop.close()
  const store = await openStore(place)
  expect(await storeRows(store)).toEqual(leftAlone)
  await store.close()
}

interface Answered {
  readonly access_token: string
  readonly id: string
  readonly version: number
  readonly state: string
  readonly changes: object
  readonly progress: { readonly rows: number }
}

/** Calls of the signed-in superAdmin, once the server is ready. */
async function callsTo({ output }: ReturnType<typeof serve>) {
  const address = () => /http:\/\/127\.0\.0\.1:\d+/.exec(output())?.[0]
  await expect.poll(address, { timeout: 60_000 }).toBeDefined()
  const ask = async (path: string, options: RequestInit = {}) => {
    const answer = await fetch(`${address()}${path}`, options)
    const { data } = (await answer.json()) as { data: Answered }
    return { status: answer.status, data }
  }
  const json = { 'content-type': 'application/json' }
  const body = { email: 'ana@example.com', password: 'una clave bien larga', device: 'dashboard-web' }
  const { data } = await ask('/api/login', { method: 'POST', headers: json, body: JSON.stringify(body) })
  const authorization = `Bearer ${data.access_token}`
  return {
    get: (path: string) => ask(path, { headers: { authorization } }),
    post: (path: string, sent: FormData | object) =>
      sent instanceof FormData
        ? ask(path, { method: 'POST', headers: { authorization }, body: sent })
        : ask(path, { method: 'POST', headers: { authorization, ...json }, body: JSON.stringify(sent) }),
  }
}

test('an import of files that is killed goes on when it is confirmed again, and can be undone', async () => {
  const place = await reference.place()
  const store = await openStore(place)
  // With a shop of its own the server makes no demo.
  await store.transaction((tx) => writeSetting(tx, DATA_SOURCE, { kind: 'csv', origin: 'files' }))
  const before = await storeRows(store)
  await store.close()
  const rows = Array.from({ length: 6000 }, (_, at) => `P-${at};2026-05-01;Entregado;Alfajor;1;10,50`)
  const form = new FormData()
  form.append(
    'file',
    new File([['Pedido;Fecha;Estado;Producto;Cantidad;Importe', ...rows].join('\n')], 'v.csv'),
  )
  const columns = {
    ...{ order: 'Pedido', date: 'Fecha', status: 'Estado' },
    ...{ product: 'Producto', quantity: 'Cantidad', line_total: 'Importe' },
  }
  form.append('recipe', JSON.stringify({ columns: { 'v.csv': columns }, currency: 'ARS' }))

  const killed = serve(place)
  const first = await callsTo(killed)
  const { id, version } = (await first.post('/api/imports?dry_run=1', form)).data
  await first.post(`/api/imports/${id}/confirm`, { version })
  // Progress is of written orders from here on.
  const written = async () => (await first.get(`/api/imports/${id}`)).data.progress.rows
  await expect.poll(written, { interval: 5, timeout: 60_000 }).toBeLessThan(6000)
  await expect.poll(written, { interval: 5, timeout: 60_000 }).toBeGreaterThan(0)
  await killed.stop('SIGKILL')

  const restarted = serve(place)
  const { get, post } = await callsTo(restarted)
  expect((await get(`/api/imports/${id}`)).data).toMatchObject({
    state: 'ready',
    message: expect.stringContaining('sigue desde donde quedó'),
  })
  expect((await post(`/api/imports/${id}/confirm`, { version })).status).toBe(202)
  const state = async () => (await get(`/api/imports/${id}`)).data.state
  await expect.poll(state, { timeout: 60_000 }).toBe('done')
  const { data } = await get(`/api/imports/${id}`)
  expect(data.changes).toEqual({ added: 6000, changed: 0, unchanged: 0, removed: 0 })
  expect((await post(`/api/imports/${id}/undo`, {})).data.state).toBe('undone')
  await restarted.stop('SIGTERM')
  const after = await openStore(place)
  expect(await storeRows(after)).toEqual(before)
  await after.close()
}, 120_000)

// By day, the three servers below show on PostgreSQL that an import is taken over.
describeOneEngine(
  'a server that is killed during the first import',
  (engine) => {
    test('finishes it after one restart and prints the report', () => killAndRestart(engine), 120_000)
  },
  'duckdb',
)

test('of three servers on one PostgreSQL, the second and the third take the import over', async () => {
  const shop = await startSampleServer()
  const place = await testServers.place()
  const store = await openStore(place)
  let stuck = stuckInOrders(shop)
  const servers = [serve(place, shop), serve(place, shop), serve(place, shop)]
  for (const isLast of [false, true]) {
    await stuck
    const [{ holder = '' } = {}] = await store.all<{ holder: string }>(
      sql`select holder from jobs where job_key = 'import'`,
    )
    if (isLast) shop.trouble = () => undefined
    else stuck = stuckInOrders(shop)
    await servers.find(({ child }) => holder.endsWith(`:${child.pid}`))?.stop('SIGKILL')
    await expireLeases(place)
  }
  const stateOf = () => store.one(sql`select state from jobs where job_key = 'import'`)
  await expect.poll(stateOf, { timeout: 60_000 }).toEqual({ state: 'success' })
  expect(servers.filter(({ child }) => child.signalCode === 'SIGKILL')).toHaveLength(2)
  for (const { stop } of servers) await stop('SIGTERM')
  expect(await storeRows(store)).toEqual(leftAlone)
  await store.close()
  await shop.close()
}, 180_000)
