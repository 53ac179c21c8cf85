// The commands that work on the store: alone on the data folder, and passed to the server that has it open.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect as connectSocket, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { SOCKET_NAME } from '#server/command-ipc/protocol.ts'
import { command as demo } from '#server/commands/demo.ts'
import { command as whole } from '#server/commands/import.ts'
import { command as job } from '#server/commands/job.ts'
import { command as person } from '#server/commands/person.ts'
import { command as reconcile } from '#server/commands/reconcile.ts'
import { command as sync } from '#server/commands/sync.ts'
import { command as user } from '#server/commands/user.ts'
import { command as woocommerce } from '#server/commands/woocommerce.ts'
import { readConfig } from '#server/config/config.ts'
import { DATA_SOURCE, DEMO_USERS } from '#server/ingest/data-source.ts'
import { importShop } from '#server/ingest/import.ts'
import { silentProgress } from '#server/ingest/progress.ts'
import { restShop } from '#server/sources/woocommerce/rest.ts'
import { wooCommerceSource } from '#server/sources/woocommerce/source.ts'
import { start } from '#server/start.ts'
import { readSetting, writeSetting } from '#server/store/settings.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import type { Command } from '#server/terminal/command.ts'
import { signIn } from './app.ts'
import { testEngine } from './engines.ts'
import { KEY, SECRET } from './shop-server/keys.ts'
import { recordings } from './shop-server/recordings.ts'
import { chance } from './shop-server/seeded.ts'
import { type StoreServer, startStoreServer } from './shop-server/server.ts'
import { storeRows } from './store-rows.ts'
import { callCommand, type Said, withStoreIn } from './terminal.ts'

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

/** A person whose data is deleted in between. */
let forgotten = ''

/** For the terminal and the server: with the store, unless a test is about one that was connected in another way. */
let names: 'a store' | 'no store' = 'a store'
const config = () =>
  readConfig({
    PORT: '0',
    GONDOLA_LOG_LEVEL: 'silent',
    GONDOLA_DATA_DIR: dataDir,
    GONDOLA_ADMIN_EMAIL: 'ana@example.com',
    GONDOLA_ADMIN_PASSWORD: 'una clave bien larga',
    ...(names === 'a store' && {
      GONDOLA_WOOCOMMERCE_URL: server.url,
      GONDOLA_WOOCOMMERCE_KEY: KEY,
      GONDOLA_WOOCOMMERCE_SECRET: SECRET,
    }),
  })

async function gondola(command: Command, ...argv: string[]): Promise<Said> {
  const told = await callCommand(command, argv, config())
  for (const secret of [KEY, SECRET]) expect(told.said).not.toContain(secret)
  return told
}

/** Runs a command in a separate process, which a test can kill. */
const elsewhere = (...argv: string[]) =>
  spawn(process.execPath, [join(import.meta.dirname, '../server/cli.ts'), ...argv], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      GONDOLA_DATA_DIR: dataDir,
      GONDOLA_WOOCOMMERCE_URL: server.url,
      GONDOLA_WOOCOMMERCE_KEY: KEY,
      GONDOLA_WOOCOMMERCE_SECRET: SECRET,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })

const withStore = <T>(work: (store: Store) => Promise<T>): Promise<T> => withStoreIn(dataDir, work)

/** Keys are never arguments of a command. */
async function connect(...argv: string[]) {
  vi.stubEnv('GONDOLA_DATA_DIR', dataDir)
  vi.stubEnv('GONDOLA_WOOCOMMERCE_KEY', KEY)
  vi.stubEnv('GONDOLA_WOOCOMMERCE_SECRET', SECRET)
  try {
    return await gondola(woocommerce, 'connect', ...argv)
  } finally {
    vi.unstubAllEnvs()
  }
}

const statusOf = (store: Store, id: number) =>
  store.one(sql`select status from orders where order_id = ${id}`)

const modified = () => {
  const now = new Date().toISOString().slice(0, 19)
  return { date_modified: now, date_modified_gmt: now }
}

const HIDDEN = ['trash', 'checkout-draft']

/** An order that is completed now, in the form of the real store. */
function complete(): number {
  const order = server.store.orders.find(({ status }) => !['completed', ...HIDDEN].includes(String(status)))
  Object.assign(order ?? {}, { status: 'completed', ...modified() })
  return Number(order?.id)
}

test('the first round imports the whole shop, the next one what changed', async () => {
  expect(await gondola(sync)).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^bien: \d+ registros leídos/),
  })
  expect(await withStore((store) => store.one(sql`select count(*) as orders from orders`))).toEqual({
    orders: server.store.orders.filter(({ status }) => !HIDDEN.includes(String(status))).length,
  })
  const id = complete()
  const before = server.asked.length
  const { code, said } = await gondola(sync)
  expect([code, said.split('\n').map((line) => line.split(',')[0])], said).toEqual([
    0,
    ['Productos', 'Cupones', 'Clientes', 'Órdenes'],
  ])
  expect(await withStore((store) => statusOf(store, id))).toEqual({ status: 'wc-completed' })
  const orders = server.asked.slice(before).filter(({ path }) => path === 'orders')
  expect(orders.length).toBeLessThan(6)
}, 240_000)

test('the next round makes up for a killed one', async () => {
  const luck = chance(11)
  const killedAt: number[] = []
  // A round sends at least seven requests.
  for (const most of [3, 6]) {
    for (let more = 3; more > 0; more--) complete()
    Object.assign(server.store.products[0] ?? {}, { price: String(luck.between(10, 99)), ...modified() })
    Object.assign(server.store.coupons[0] ?? {}, { description: `Vale ${most}`, ...modified() })
    const child = elsewhere('sync')
    const ended = once(child, 'close')
    const last = server.asked.length + luck.between(most - 3, most)
    killedAt.push(last - server.asked.length)
    server.trouble = ({ count }) => {
      if (count >= last) child.kill('SIGKILL')
      return undefined
    }
    expect((await ended)[1]).toBe('SIGKILL')
    server.trouble = () => undefined
  }
  expect(await gondola(sync)).toMatchObject({ code: 0 })

  const fresh = await engine.open()
  const source = wooCommerceSource(restShop({ url: server.url, key: KEY, secret: SECRET }))
  const { timeZone } = config()
  await importShop({ store: fresh, source, timeZone, progress: silentProgress })
  source.close()
  expect(await withStore(storeRows), `killed at requests ${killedAt}`).toEqual(await storeRows(fresh))
}, 240_000)

test('commands hand their work to a running server', async () => {
  const running = await start(config(), () => {}, silentProgress)
  try {
    const { store } = running.app
    const socketFile = join(dataDir, SOCKET_NAME)
    expect(statSync(socketFile).mode & 0o777).toBe(0o600)
    for (const line of ['{"name":"format"}\n', 'nonsense\n']) {
      const socket = connectSocket(socketFile)
      socket.end(line)
      expect(JSON.parse(await text(socket))).toMatchObject({ type: 'exit', code: 1 })
    }

    const id = complete()
    expect((await gondola(sync)).code).toBe(0)
    expect(await statusOf(store, id)).toEqual({ status: 'wc-completed' })

    // Ctrl+C ends the output in the terminal, not the work.
    const lost = Number(server.store.orders[9]?.id)
    const lostIn = String(server.store.orders[9]?.date_created).slice(0, 7)
    server.store.orders.splice(9, 1)
    const child = elsewhere('reconcile', '--month', lostIn)
    const told = text(child.stderr)
    // The server also follows the shop by itself: only a comparison asks for orders before a given day.
    server.trouble = ({ query }) => void (query.has('before') && child.kill('SIGINT'))
    expect((await once(child, 'close'))[0]).toBe(130)
    expect(await told).toContain('el servidor sigue con el trabajo: se mira con `gondola job list`')
    server.trouble = () => undefined
    await expect.poll(() => statusOf(store, lost), { timeout: 60_000 }).toBeUndefined()

    // No listing of changes contains this one.
    const monthOf = (order?: { date_created?: unknown }) => String(order?.date_created).slice(0, 7)
    // Another month: a second deletion of the same one would wait for a person.
    const at = server.store.orders.findIndex(
      (order) => order.status === 'completed' && monthOf(order) !== lostIn,
    )
    const gone = Number(server.store.orders[at]?.id)
    const month = monthOf(server.store.orders[at])
    server.store.orders.splice(at, 1)
    const { code, said } = await gondola(reconcile, '--month', month)
    expect([code, said]).toEqual([0, expect.stringContaining('1 distinta, 1 reparada')])
    expect(await statusOf(store, gone)).toBeUndefined()
    const token = await signIn(running.app, 'ana@example.com', 'una clave bien larga')
    const found = await running.app.server.inject({
      url: '/api/config/reconciliation',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(found.json().data[0], found.body).toMatchObject({
      status: 'warning',
      shop: {
        months: [month],
        differed: 1,
        repaired: 1,
        statuses: expect.any(Array),
      },
      summaries_repaired: [],
      unplaced: { currencies: expect.any(Array) },
    })
    // A full import counts unclassified records, so that they show before the first comparison.
    expect(found.json().data.at(-1)).toMatchObject({
      job: 'import',
      shop: null,
      unplaced: { products_without_business: expect.any(Number), discounts: expect.any(Array) },
    })
    const inShop = server.store.orders.map(({ id }) => Number(id))
    const buyer = await store.one<{ email: string }>(sql`
      select email from orders where email in (select email from customers) and order_id in (${inShop})
      order by order_id limit 1`)
    const email = buyer?.email ?? ''
    expect((await gondola(person, '--email', email)).said).toMatch(/^Hay 1 cuenta y .*\nNada se borró/)
    expect((await gondola(person, '--email', email, '--yes')).said).toContain('las cifras son las mismas')
    expect(await store.all(sql`select 1 as found from orders where email = ${email}`)).toEqual([])
    forgotten = email

    // A changed role changes neither an account's dates nor the number of accounts.
    const withRole = (role: string) => server.store.customers.filter((one) => one.role === role)
    const [left, joined] = [withRole('empleado_arcor')[0], withRole('customer')[0]]
    Object.assign(left ?? {}, { role: 'customer' })
    Object.assign(joined ?? {}, { role: 'empleado_arcor' })
    const before = server.asked.length
    expect((await gondola(reconcile)).code).toBe(0)
    expect(
      await store.all(sql`
        select customer_id, role from customers
        where customer_id in (${[Number(left?.id), Number(joined?.id)]}) order by role`),
    ).toEqual([
      { customer_id: left?.id, role: 'customer' },
      { customer_id: joined?.id, role: 'empleado_arcor' },
    ])
    expect(server.asked.slice(before).filter(({ path }) => path === 'customers').length).toBeLessThan(20)

    expect((await gondola(reconcile, '--all')).said).toMatch(
      /órdenes de la tienda comparadas campo por campo: todo coincide/,
    )

    expect((await gondola(job, 'list')).said).toMatch(/reconciliation +Conciliación/)
    expect((await gondola(job, 'run', 'summaries')).said).toMatch(/^bien: /)
    server.trouble = () => ({ kind: 'status', status: 401 })
    expect(await gondola(sync)).toMatchObject({
      code: 1,
      said: expect.stringContaining('no acepta las claves'),
    })
    server.trouble = () => undefined

    const made = await gondola(user, 'nueva@example.com', '--name', 'Nueva')
    expect(made).toMatchObject({ code: 0, said: expect.stringContaining('nueva@example.com está creada') })
    const password = made.said.split('Contraseña: ')[1] ?? ''
    const first = await signIn(running.app, 'nueva@example.com', password)
    const renewed = await gondola(user, 'nueva@example.com', '--reset-second-factor')
    expect(renewed.said).toContain('tiene una contraseña nueva')
    const out = await running.app.server.inject({
      url: '/api/me',
      headers: { authorization: `Bearer ${first}` },
    })
    expect(out.statusCode).toBe(401)
    const again = await signIn(running.app, 'nueva@example.com', renewed.said.split('Contraseña: ')[1] ?? '')
    const trail = await running.app.server.inject({
      url: '/api/config/audit?subject=nueva@example.com',
      headers: { authorization: `Bearer ${again}` },
    })
    expect(
      trail.json().data.map(({ who, action }: { who: string; action: string }) => [who, action]),
    ).toEqual([
      ['gondola', 'second-factor.reset'],
      ['gondola', 'user.update'],
      ['gondola', 'user.create'],
    ])

    const { said: refused } = await connect('--url', 'https://otra.example.com')
    expect(refused).toContain('el servidor toma la tienda de GONDOLA_WOOCOMMERCE_*')
    const same = await connect('--delivery-url', 'https://gondola.example.com/')
    expect(same.said).toMatch(/las claves son las del entorno[\s\S]*order\.created +activo/)
    expect(await store.all(sql`select 1 as found from settings where option = 'shop_connection'`)).toEqual([])
    expect((await gondola(woocommerce, 'status')).said).toContain(`clave …${KEY.slice(-4)} (del entorno)`)
    // A command that replaces the whole database needs it alone.
    await expect(gondola(demo)).rejects.toThrow(/ya está abierta|already open|usa la base/)
  } finally {
    await running.stop()
  }
  expect(() => statSync(join(dataDir, SOCKET_NAME))).toThrow('ENOENT')
}, 240_000)

test('connects and imports a store from the terminal, with and without a running server', async () => {
  names = 'no store'
  onTestFinished(() => {
    names = 'a store'
  })
  const running = await start(config(), () => {}, silentProgress)
  try {
    for (const command of [sync, reconcile, whole])
      expect(await gondola(command)).toEqual({
        code: 1,
        said: expect.stringMatching(/^no hay una tienda conectada: `gondola woocommerce connect/),
      })
    expect((await gondola(woocommerce, 'status')).said).toContain('No hay una tienda conectada')
    expect(await connect()).toMatchObject({ code: 2, said: expect.stringContaining('--url') })
    expect(await connect('--url', server.url, '--delivery-url', 'nada')).toMatchObject({ code: 2 })

    const done = await connect('--url', server.url, '--delivery-url', 'https://gondola.example.com')
    expect([done.code, done.said.match(/activo/g)?.length], done.said).toEqual([0, 15])
    expect(server.webhooks.kept[0]?.delivery_url).toBe('https://gondola.example.com/api/webhooks/woocommerce')
    const { store } = running.app
    expect(await store.one(sql`select who from audit where action = 'store.connect'`)).toEqual({
      who: 'gondola',
    })
    // With another key, the address and the delivery address are already known.
    expect((await connect()).said).toContain('activo')
    server.trouble = () => ({ kind: 'status', status: 401 })
    expect(await connect()).toMatchObject({ code: 1, said: expect.stringContaining('no quedó conectada') })
    expect(await gondola(woocommerce, 'status')).toMatchObject({ code: 1 })
    server.trouble = () => undefined
    const state = await gondola(woocommerce, 'status')
    expect(state).toMatchObject({ code: 0, said: expect.stringContaining('(guardada)') })

    // As for a demonstration whose users are about to lose access.
    const source = await readSetting(store, DATA_SOURCE)
    const users = await store.all<{ email: string }>(sql`select email from users`)
    const hold = (kind: unknown, passing: unknown) =>
      store.transaction(async (tx) => {
        await writeSetting(tx, DATA_SOURCE, kind)
        await writeSetting(tx, DEMO_USERS, passing)
      })
    await hold({ kind: 'demo', complete: true }, users)
    for (const command of [whole, sync])
      expect(await gondola(command)).toMatchObject({
        code: 1,
        said: expect.stringContaining('nadie podría entrar'),
      })
    await hold(source, undefined)

    const id = complete()
    // The server's own polling may have read the order before.
    expect(await gondola(whole)).toMatchObject({
      code: 0,
      said: expect.stringMatching(/Importación terminada[\s\S]* Órdenes .* leídas/),
    })
    expect(await statusOf(store, id)).toEqual({ status: 'wc-completed' })
    // The store's records do not restore a deleted person.
    expect(
      server.store.orders.some(({ billing }) => JSON.stringify(billing).toLowerCase().includes(forgotten)),
    ).toBe(true)
    expect(await store.all(sql`select 1 as found from orders where email = ${forgotten}`)).toEqual([])
  } finally {
    await running.stop()
  }
  const id = complete()
  const alone = await gondola(whole)
  expect(alone).toMatchObject({ code: 0, said: expect.stringContaining('Importación terminada') })
  expect(await withStore((store) => statusOf(store, id))).toEqual({ status: 'wc-completed' })
  expect((await gondola(sync)).code).toBe(0)
  // Encrypted with a key that no longer exists.
  renameSync(join(dataDir, 'secret.key'), join(dataDir, 'lost.key'))
  for (const command of [sync, whole, woocommerce])
    expect(await gondola(command, ...(command === woocommerce ? ['status'] : []))).toEqual({
      code: 1,
      said: expect.stringContaining('cifradas con otra clave secreta'),
    })
  renameSync(join(dataDir, 'lost.key'), join(dataDir, 'secret.key'))
}, 240_000)

test('the socket of a killed server does not stop a command', async () => {
  const file = join(dataDir, SOCKET_NAME)
  writeFileSync(file, '')
  expect((await gondola(job, 'list')).code).toBe(0)
  rmSync(file)
  const dying = createServer((socket) => {
    socket.once('data', () =>
      socket.write('{"type":"line","text":"Órdenes"}\n{"type":"li', () => socket.destroy()),
    )
  })
  await new Promise<void>((resolve) => dying.listen(file, resolve))
  expect(await gondola(sync)).toEqual({
    code: 1,
    said: 'Órdenes\nel servidor se detuvo; lo hecho hasta ahí queda',
  })
  await new Promise((resolve) => dying.close(resolve))
  expect((await gondola(reconcile, '--month', '2026-13')).code).toBe(2)
  expect((await gondola(reconcile, '--month', '2026-05', '--all')).code).toBe(2)
})
