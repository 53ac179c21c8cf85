// An import that is cancelled while it writes, or undone: what it wrote is taken back, also after the server was killed.
import { mkdtempSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ListedImport } from '#contract/imports.ts'
import { handOver } from '#server/file-imports/handed-over.ts'
import { DATA_SOURCE } from '#server/ingest/data-source.ts'
import { openStore } from '#server/store/open.ts'
import { writeSetting } from '#server/store/settings.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { ACCOUNTS, testApp } from './app.ts'
import { describeEngines, describeOneEngine } from './engines.ts'
import { callsOf } from './import-calls.ts'
import { NIGHTLY } from './nightly.ts'
import { callsTo, expireLeases, serve } from './own-process.ts'
import { everyRow } from './store-rows.ts'

const TITLES = 'Pedido;Fecha;Estado;Producto;Cantidad;Importe;Distribuidor'
const COLUMNS = {
  ...{ order: 'Pedido', date: 'Fecha', status: 'Estado', dist_id: 'Distribuidor' },
  ...{ product: 'Producto', quantity: 'Cantidad', line_total: 'Importe' },
}
const recipe = JSON.stringify({ columns: { 'v.csv': COLUMNS }, currency: 'ARS' })

/** Orders over five months; each 700th has a quantity that is none. */
const sales = (count: number, price: string): string =>
  [
    TITLES,
    ...Array.from(
      { length: count },
      (_, at) =>
        `P-${at};2026-0${1 + (at % 5)}-03;Entregado;Alfajor ${price};${at % 700 === 5 ? 's/d' : 2};${price};D${price}${at % 9}`,
    ),
  ].join('\n')

/** Stops an import once it has kept the orders of `pages` pages, until `go` is called. */
function pausing(store: Store, pages: number) {
  const [paused, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let seen = 0
  const transaction: Store['transaction'] = async (work) => {
    let isPage = false
    const count = sql`select count(*) as kept from file_import_orders`
    const result = await store.transaction(async (tx) => {
      const before = await tx.one<{ kept: number }>(count)
      const worked = await work(tx)
      isPage = Number((await tx.one<{ kept: number }>(count))!.kept) > Number(before!.kept)
      return worked
    })
    if (isPage && ++seen === pages) {
      paused.resolve()
      await gone.promise
    }
    return result
  }
  const slow = new Proxy(store, {
    get: (target, key) => (key === 'transaction' ? transaction : Reflect.get(target, key)),
  })
  return { store: slow, reached: paused.promise, go: () => gone.resolve() }
}

const folder = () => mkdtempSync(join(tmpdir(), 'gondola-cancel-'))

describeOneEngine('an import that is cancelled while it writes', (engine) => {
  test('is taken back whole, says so, and leaves earlier ones as they were', async () => {
    const store = await engine.open()
    const empty = await everyRow(store)
    const earlier = await testApp(store, { importFolder: folder() })
    const first = callsOf(earlier)
    const sent = await first.send([{ name: 'v.csv', bytes: sales(1500, '10,50') }], { recipe })
    expect((await first.ended(sent.body.data.id)).state).toBe('warning')
    await earlier.close()
    const before = await everyRow(store)
    expect(before.orders).toHaveLength(1497)
    expect(before.rejects).toHaveLength(3)

    const pause = pausing(store, 3)
    const app = await testApp(pause.store, { importFolder: folder() })
    const { send, post, cancel, ended } = callsOf(app)
    const seen = await send([{ name: 'v.csv', bytes: sales(4500, '12,25') }], { recipe, dry_run: '1' })
    const { id } = seen.body.data
    expect((await ended(id)).changes).toMatchObject({ added: 2996, changed: 1497 })
    const { version } = await ended(id)
    expect((await post(`/api/imports/${id}/confirm`, { version })).status).toBe(202)
    await pause.reached
    expect(await everyRow(store)).not.toEqual(before)
    const answer = cancel(id)
    const seenNow = async () => (await app.get(`/api/imports/${id}`, 'superAdmin')).json().data
    await expect.poll(seenNow).toMatchObject({ state: 'importing', cancelling: true })
    const refused = { status: 409, body: { code: 'import-cancelling', message: expect.any(String) } }
    expect(await cancel(id)).toMatchObject(refused)
    expect(await post(`/api/imports/${id}/confirm`, { version })).toMatchObject(refused)
    expect(await post(`/api/imports/${id}/answers`, { recipe: {} })).toMatchObject(refused)
    pause.go()
    expect([200, 202]).toContain((await answer).status)
    expect(await ended(id)).toMatchObject({
      state: 'cancelled',
      message: expect.stringContaining('todo quedó como antes'),
    })
    expect(await everyRow(store)).toEqual(before)
    expect(await cancel(id)).toMatchObject({ status: 409, body: { code: 'import-already-started' } })
    const trail = await store.all<{ action: string; who: string }>(
      sql`select action, who from audit order by audit_id`,
    )
    expect(trail.at(-1)).toEqual({ action: 'files.cancel', who: ACCOUNTS.superAdmin })
    expect(trail.map(({ action }) => action)).toEqual(['files.import', 'files.cancel'])
    expect(await store.one(sql`select state, message from jobs where job_key = 'import'`)).toEqual({
      state: 'waiting',
      message: expect.stringContaining('se canceló'),
    })
    expect((await post(`/api/imports/${sent.body.data.id}/undo`)).status).toBe(200)
    expect((await everyRow(store)).orders).toEqual(empty.orders)
    await app.close()
  }, 120_000)
})

describeEngines('a server that is killed', (engine) => {
  /** By day one on each engine. */
  const moments = (['importing', 'cancelling', 'undoing'] as const).filter(
    (moment) => NIGHTLY || (moment === 'cancelling') === (engine.name === 'postgres'),
  )
  test.each(moments)(
    'while %s ends with what was there before',
    async (during) => {
      const place = await engine.place()
      const store = await openStore(place)
      // With a shop of its own the server makes no demo.
      await store.transaction((tx) => writeSetting(tx, DATA_SOURCE, { kind: 'csv', origin: 'files' }))
      await store.close()
      const form = new FormData()
      form.append('file', new File([sales(8000, '10,50')], 'v.csv'))
      form.append('recipe', recipe)
      const killed = serve(place)
      const first = await callsTo(killed)
      const known = await openStoreOf(place, engine.name === 'postgres', everyRow)
      const { id } = (await first.post('/api/imports?dry_run=1', form)).data
      const seen = async () => (await first.get(`/api/imports/${id}`)).data
      await expect.poll(async () => (await seen()).state, { timeout: 60_000 }).toBe('ready')
      await first.post(`/api/imports/${id}/confirm`, { version: (await seen()).version })
      const written = async () => (await seen()).progress.rows
      await expect.poll(written, { interval: 5, timeout: 60_000 }).toBeLessThan(8000)
      await expect
        .poll(written, { interval: 5, timeout: 60_000 })
        .toBeGreaterThan(during === 'importing' ? 0 : 4500)
      if (during === 'undoing') {
        await expect.poll(async () => (await seen()).state, { timeout: 60_000 }).toBe('warning')
        void first.post(`/api/imports/${id}/undo`, {}).catch(() => {})
        await expect.poll(async () => (await seen()).undoing, { interval: 5, timeout: 60_000 }).toBe(true)
      }
      if (during === 'cancelling') {
        void first.remove(`/api/imports/${id}`).catch(() => {})
        await expect.poll(async () => (await seen()).cancelling, { interval: 5, timeout: 60_000 }).toBe(true)
      }
      await killed.stop('SIGKILL')
      await openStoreOf(place, true, async (left) => {
        expect(await left.one(sql`select state from file_imports`)).toEqual({ state: during })
        const rows = await left.one<{ orders: number }>(sql`select count(*) as orders from orders`)
        expect(Number(rows!.orders)).toBeGreaterThan(0)
      })
      if (engine.name === 'postgres') await expireLeases(place)
      const restarted = serve(place)
      const { get, remove } = await callsTo(restarted)
      if (during === 'importing') expect((await remove(`/api/imports/${id}`)).status).toBeLessThan(300)
      const state = async () => (await get(`/api/imports/${id}`)).data.state
      await expect.poll(state, { timeout: 60_000 }).toBe(during === 'undoing' ? 'undone' : 'cancelled')
      await restarted.stop('SIGTERM')
      const after = await openStoreOf(place, true, everyRow)
      expect(after).toEqual(known ?? { ...after, ...NOTHING })
    },
    180_000,
  )
})

/** Tables of a shop without orders; the embedded database cannot be read beside its server. */
const NOTHING = Object.fromEntries(
  ['orders', 'order_lines', 'order_discounts', 'distributors', 'products', 'rejects', 'rollup_months']
    .concat(['file_import_orders', 'file_import_records', 'import_cursors', 'import_recipes'])
    .map((table) => [table, []]),
)

async function openStoreOf<T>(
  place: Parameters<typeof openStore>[0],
  isOpenable: boolean,
  work: (store: Store) => Promise<T>,
): Promise<T | undefined> {
  if (!isOpenable) return undefined
  const store = await openStore(place)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

describeOneEngine('an import that nobody confirmed', (engine) => {
  test.each(['the watched folder', 'a command'] as const)(
    'from %s ends clearly when it is cancelled',
    async (from) => {
      const store = await engine.open()
      const [inbox, handed, importFolder] = [folder(), folder(), folder()]
      const pause = pausing(store, 3)
      const options = {
        importFolder,
        inbox: { folder: inbox, every: 20 },
        handedOver: { folder: handed, every: 20 },
      }
      const app = await testApp(pause.store, options)
      await app.server.ready()
      const { send, cancel, ended } = callsOf(app)
      const known = await send([{ name: 'v.csv', bytes: sales(20, '10,50') }], { recipe })
      await ended(known.body.data.id)
      const before = await everyRow(store)
      const path = join(folder(), 'junio.csv')
      writeFileSync(path, sales(4000, '11,00'))
      const told = from === 'a command' ? handOver(handed, [{ path, name: 'junio.csv' }], {}) : undefined
      if (!told) renameSync(path, join(inbox, 'junio.csv'))
      await pause.reached
      const list = async (): Promise<ListedImport[]> =>
        (await app.get('/api/imports', 'superAdmin')).json().data
      const { id } = (await list()).find(({ state }) => state === 'importing')!
      const cancelled = cancel(id)
      await expect.poll(async () => (await list()).find((one) => one.id === id)?.cancelling).toBe(true)
      pause.go()
      await cancelled
      expect((await ended(id)).state).toBe('cancelled')
      expect(await everyRow(store)).toEqual(before)
      const why = expect.stringContaining('La importación se canceló')
      if (told) expect(await told).toMatchObject({ state: 'cancelled', message: why })
      else {
        const notices = async () => (await app.get('/api/notices', 'superAdmin')).json().data.notices
        await expect
          .poll(notices, { timeout: 20_000 })
          .toContainEqual(
            expect.objectContaining({ title: 'junio.csv: su importación se canceló', body: why }),
          )
        const claims = sql`select import_id from inbox_files`
        expect(await store.all(claims)).toEqual([{ import_id: id }])
      }
      await app.close()
    },
    120_000,
  )
})
