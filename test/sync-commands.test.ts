// `gondola sync`, `gondola reconcile` and `gondola job`: alone on the data folder, and handed over to the server that has it.
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CommandContext, CommandError } from '#server/command.ts'
import { command as job } from '#server/commands/job.ts'
import { command as reconcile } from '#server/commands/reconcile.ts'
import { command as sync } from '#server/commands/sync.ts'
import { readConfig } from '#server/config.ts'
import { HANDOVER_FILE } from '#server/handover/serve.ts'
import { silentProgress } from '#server/ingest/progress.ts'
import { start } from '#server/start.ts'
import { openStore } from '#server/store/open.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { signIn } from './app.ts'
import { testEngine } from './engines.ts'
import { KEY, SECRET } from './store-server/keys.ts'
import { recordings } from './store-server/recordings.ts'
import { type StoreServer, startStoreServer } from './store-server/server.ts'

const engine = testEngine('duckdb')
let server: StoreServer
let dataDir = ''
beforeAll(async () => {
  const whole = recordings()
  const orders = whole.orders.filter((_, index) => index % 40 === 0)
  server = await startStoreServer(undefined, { ...whole, orders })
  dataDir = (await engine.place()).dataDir ?? ''
})
afterAll(() => server.close())

const config = (more: Record<string, string> = {}) =>
  readConfig({
    PORT: '0',
    GONDOLA_LOG_LEVEL: 'silent',
    GONDOLA_DATA_DIR: dataDir,
    GONDOLA_WOOCOMMERCE_URL: server.url,
    GONDOLA_WOOCOMMERCE_KEY: KEY,
    GONDOLA_WOOCOMMERCE_SECRET: SECRET,
    GONDOLA_ADMIN_EMAIL: 'ana@example.com',
    GONDOLA_ADMIN_PASSWORD: 'una clave bien larga',
    ...more,
  })

/** As a terminal would call it: exit code and what it says. */
async function gondola(command: typeof sync, ...argv: string[]): Promise<{ code: number; said: string }> {
  const said: string[] = []
  const context: CommandContext = {
    config: config(),
    say: (line) => void said.push(line),
    progress: silentProgress,
    withStore: (work) => withStore(work),
  }
  const code = await command.run(argv, context).catch((error: unknown) => {
    if (!(error instanceof CommandError)) throw error
    said.push(error.message)
    return error.exitCode
  })
  return { code, said: said.join('\n') }
}

async function withStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore({ dataDir })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

const statusOf = (store: Store, id: number) =>
  store.one(sql`select status from orders where order_id = ${id}`)

/** Completed, and told as the real store tells it. */
function complete(index: number): number {
  const order = server.store.orders[index]
  const now = new Date().toISOString().slice(0, 19)
  Object.assign(order ?? {}, { status: 'completed', date_modified: now, date_modified_gmt: now })
  return Number(order?.id)
}

test('the first round brings the whole shop in, the next one what changed', async () => {
  expect(await gondola(sync)).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^bien: \d+ registros leídos/),
  })
  expect(await withStore((store) => store.one(sql`select count(*) as orders from orders`))).toEqual({
    orders: server.store.orders.filter(({ status }) => !['trash', 'checkout-draft'].includes(String(status)))
      .length,
  })
  const id = complete(3)
  const before = server.asked.length
  const { code, said } = await gondola(sync)
  expect([code, said.split('\n').length], said).toEqual([0, 4])
  expect(await withStore((store) => statusOf(store, id))).toEqual({ status: 'wc-completed' })
  const orders = server.asked.slice(before).filter(({ path }) => path === 'orders')
  expect(orders.length).toBeLessThan(6)
}, 60_000)

test('while the server has the data, commands hand their work to it', async () => {
  const running = await start(config(), () => {}, silentProgress)
  try {
    const { store } = running.app
    const file = join(dataDir, HANDOVER_FILE)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const { port } = JSON.parse(readFileSync(file, 'utf8'))
    const stranger = { method: 'POST', headers: { authorization: 'Bearer x' }, body: '{"name":"sync"}' }
    expect((await fetch(`http://127.0.0.1:${port}/`, stranger)).status).toBe(403)

    const id = complete(4)
    expect((await gondola(sync)).code).toBe(0)
    expect(await statusOf(store, id)).toEqual({ status: 'wc-completed' })

    // No change tells of this one.
    const gone = Number(server.store.orders[5]?.id)
    const month = String(server.store.orders[5]?.date_created).slice(0, 7)
    server.store.orders.splice(5, 1)
    const { code, said } = await gondola(reconcile, '--month', month)
    expect([code, said]).toEqual([0, expect.stringContaining('1 distinta, 1 reparada')])
    expect(await statusOf(store, gone)).toBeUndefined()
    const token = await signIn(running.app, 'ana@example.com', 'una clave bien larga')
    const told = await running.app.server.inject({
      url: '/api/config/reconciliation',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(told.json().data[0], told.body).toMatchObject({
      status: 'warning',
      shop: {
        months: [month],
        differed: 1,
        repaired: 1,
        statuses: [
          { month, shop_orders: expect.any(Number), shop_total: expect.stringMatching(/^\d+\.\d\d$/) },
        ],
      },
      summaries_repaired: [],
      unplaced: { currencies: expect.any(Array) },
    })
    expect((await gondola(reconcile, '--all')).said).toMatch(/órdenes de la tienda comparadas: todo coincide/)

    expect((await gondola(job, 'list')).said).toMatch(/reconciliation +Conciliación/)
    expect((await gondola(job, 'run', 'summaries')).said).toMatch(/^bien: /)
    server.trouble = () => ({ kind: 'status', status: 401 })
    expect(await gondola(sync)).toMatchObject({
      code: 1,
      said: expect.stringContaining('no acepta las claves'),
    })
    server.trouble = () => undefined
  } finally {
    await running.stop()
  }
  expect(() => statSync(join(dataDir, HANDOVER_FILE))).toThrow('ENOENT')
}, 60_000)

test('a server that was killed leaves a file behind that harms nobody', async () => {
  writeFileSync(join(dataDir, HANDOVER_FILE), JSON.stringify({ port: 1, secret: 'x' }))
  expect((await gondola(job, 'list')).code).toBe(0)
  expect((await gondola(reconcile, '--month', '2026-13')).code).toBe(2)
  expect((await gondola(reconcile, '--month', '2026-05', '--all')).code).toBe(2)
})
