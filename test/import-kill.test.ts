// The command is killed at random points of an import and started again: the result equals that of an uninterrupted import.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
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
import { callsTo, expireLeases, serve, shopEnv } from './own-process.ts'
import { SAMPLE_SHOP } from './sample-shop.ts'
import { SECRET } from './shop-server/keys.ts'
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

describeOneEngine('an import that is killed', (engine) => {
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

// By day, the three servers below show that an import is taken over.
if (NIGHTLY)
  describeEngines('a server that is killed during the first import', (engine) => {
    test('finishes it after one restart and prints the report', () => killAndRestart(engine), 120_000)
  })

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
