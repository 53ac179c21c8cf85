// A watched folder: what lands in it is imported once, and what has to be asked waits for a superAdmin.
import { createHash } from 'node:crypto'
import { appendFileSync, mkdtempSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ListedImport } from '#contract/imports.ts'
import { claimImport, holdImport } from '#server/ingest/jobs/hold-import.ts'
import { silentProgress } from '#server/ingest/progress.ts'
import { sql, utc } from '#server/store/sql.ts'
import { bumpVersions } from '#server/store/versions.ts'
import { type TestApp, testApp } from './app.ts'
import { describeOneEngine } from './engines.ts'
import { callsOf, MAPPED, SALES } from './import-calls.ts'

const TITLES = 'Nro. de orden;Fecha;Estado;Producto;Cantidad;Importe'
const week = (row: string) => `${TITLES}\n${row}\n`

const folder = () => mkdtempSync(join(tmpdir(), 'gondola-inbox-'))

describeOneEngine('the watched folder', (engine) => {
  test('waits for a file that is still copied', async () => {
    const store = await engine.open()
    const [inbox, importFolder] = [folder(), folder()]
    const path = join(inbox, 'ventas.csv')
    writeFileSync(path, SALES)
    // It grows between any two looks, also the first: timers of one process keep their order.
    let rows = 1
    const copying = setInterval(() => {
      appendFileSync(path, `${++rows};2026-05-02;Entregado;Alfajor;1;5,25\n`)
      if (rows === 40) clearInterval(copying)
    }, 10)
    const app = await testApp(store, { importFolder, inbox: { folder: inbox, every: 100 } })
    const { id } = await becomesIn(app, 'ventas.csv', 'asking')
    const { data } = (await app.get(`/api/imports/${id}`, 'superAdmin')).json()
    expect(data.files[0].rows).toBe(40)
    await app.close()
  })

  test('imports each file once, by the recipe that a person made', async () => {
    const store = await engine.open()
    const [inbox, importFolder] = [folder(), folder()]
    const open = () => testApp(store, { importFolder, inbox: { folder: inbox, every: 20 } })
    let app = await open()
    await app.server.ready()
    const imports = () => importsIn(app)
    const becomes = (name: string, wanted: ListedImport['state']) => becomesIn(app, name, wanted)
    const drop = (name: string, text: string) => dropInto(inbox, name, text)

    drop('mayo.csv', week('7;2026-05-01;Entregado;Alfajor;2;10,50'))
    const asked = await becomes('mayo.csv', 'asking')
    expect(asked).toMatchObject({ by: null })
    await notice(app, 'mayo.csv espera respuestas')
    const { data } = (await app.get(`/api/imports/${asked.id}`, 'superAdmin')).json()
    const recipe = { columns: data.recipe.columns, currency: 'ARS' }
    const path = `/api/imports/${asked.id}`
    const ready = (await app.post(`${path}/answers`, { recipe }, 'superAdmin')).json().data
    await app.post(`${path}/confirm`, { version: ready.version }, 'superAdmin')
    await becomes('mayo.csv', 'done')

    drop('junio.csv', week('8;2026-06-01;Entregado;Alfajor;1;5,25'))
    expect(await becomes('junio.csv', 'done')).toMatchObject({ by: null, changes: { added: 1 } })

    drop('junio otra vez.csv', week('8;2026-06-01;Entregado;Alfajor;1;5,25'))
    drop('leeme.pdf', '%PDF-1.7 …')
    await becomes('leeme.pdf', 'failed')
    await notice(app, 'leeme.pdf no se pudo importar')
    await app.close()
    // As a server leaves it that ends while it reads a file.
    const july = week('9;2026-07-01;Entregado;Alfajor;1;5,25')
    const digest = createHash('sha256').update(july).digest('hex')
    await store.transaction((tx) =>
      tx.run(
        sql`insert into inbox_files (digest, claimed_at, import_id) values (${digest}, ${utc(new Date())}, null)`,
      ),
    )
    app = await open()
    await app.server.ready()
    drop('julio.csv', july)
    await becomes('julio.csv', 'done')
    expect((await imports()).map(({ files, state: found }) => `${files} ${found}`).sort()).toEqual([
      'julio.csv done',
      'junio.csv done',
      'leeme.pdf failed',
      'mayo.csv done',
    ])
    expect(readdirSync(inbox).sort()).toEqual([
      ...['julio.csv', 'junio otra vez.csv', 'junio.csv', 'leeme.pdf', 'mayo.csv'],
    ])
    expect(await store.all(sql`select order_id from orders order by order_id`)).toEqual([
      ...[{ order_id: 7 }, { order_id: 8 }, { order_id: 9 }],
    ])
    const audit = await store.all<{ who: string }>(
      sql`select who from audit where action = 'files.import' order by audit_id`,
    )
    expect(audit.map(({ who }) => who)).toEqual([expect.stringContaining('@'), 'gondola', 'gondola'])
    await app.close()
  })
})

describeOneEngine('the watched folder while another import runs', (engine) => {
  test('waits for its turn, and does not take a file again that is cancelled meanwhile', async () => {
    const store = await engine.open()
    const inbox = folder()
    const app = await testApp(store, { importFolder: folder(), inbox: { folder: inbox, every: 20 } })
    await app.server.ready()
    const { send, cancel, ended } = callsOf(app)
    const recipe = JSON.stringify(MAPPED)
    await ended((await send([{ name: 'ventas.csv', bytes: SALES }], { recipe })).body.data.id)

    const runId = (await claimImport(store))!
    await holdImport(store, runId, { progress: silentProgress }, async () => {
      dropInto(inbox, 'junio.csv', SALES.replace('1;2026-05', '2;2026-06'))
      const waiting = async () => (await becomesIn(app, 'junio.csv', 'ready')).message
      await expect.poll(waiting, { timeout: 60_000 }).toMatch(/^Otra importación está en marcha/)
      const june = await becomesIn(app, 'junio.csv', 'ready')
      expect((await cancel(june.id)).body.data.state).toBe('cancelled')
      await notice(app, 'junio.csv: su importación se canceló')
      // Read before the other import writes.
      dropInto(inbox, 'julio.csv', SALES.replace('1;2026-05', '3;2026-07'))
      await becomesIn(app, 'julio.csv', 'ready')
      await store.transaction((tx) => bumpVersions(tx, ['2026-07']))
      return { result: undefined, ending: { state: 'waiting', message: '', processed: 0 } }
    })
    await becomesIn(app, 'julio.csv', 'done')
    expect((await importsIn(app)).map(({ files, state }) => `${files} ${state}`).sort()).toEqual([
      ...['julio.csv done', 'junio.csv cancelled', 'ventas.csv done'],
    ])
    expect(await store.all(sql`select order_id from orders order by order_id`)).toEqual([
      ...[{ order_id: 1 }, { order_id: 3 }],
    ])
    await app.close()
  })
})

const importsIn = async (app: TestApp): Promise<ListedImport[]> =>
  (await app.get('/api/imports', 'superAdmin')).json().data

async function becomesIn(app: TestApp, name: string, wanted: ListedImport['state']): Promise<ListedImport> {
  const found = async () => (await importsIn(app)).find(({ files }) => files[0] === name)
  await expect.poll(async () => (await found())?.state, { timeout: 60_000 }).toBe(wanted)
  return (await found())!
}

function dropInto(inbox: string, name: string, text: string): void {
  // As a program writes: under another name first.
  writeFileSync(join(inbox, `.${name}`), text)
  renameSync(join(inbox, `.${name}`), join(inbox, name))
}

/** A notice follows its import a moment later. */
async function notice(app: TestApp, title: string): Promise<void> {
  const titles = async (): Promise<string[]> =>
    (await app.get('/api/notices', 'superAdmin'))
      .json()
      .data.notices.map((one: { title: string }) => one.title)
  await expect.poll(titles, { timeout: 20_000 }).toContain(title)
}
