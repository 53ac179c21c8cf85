import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'
import { testEngine } from '#test/engines.ts'
import { markAsNewer } from '#test/newer-engine.ts'
import { openDuckDb } from './duckdb.ts'
import { openError } from './duckdb-file.ts'
import { openStore } from './open.ts'
import { sql } from './sql.ts'

const engine = testEngine('duckdb')

/** Another process that opens the store and holds it until it is told to exit. */
async function otherProcess(dataDir: string) {
  const program = `
    const { openStore } = await import(${JSON.stringify(new URL('./open.ts', import.meta.url).href)})
    const { sql } = await import(${JSON.stringify(new URL('./sql.ts', import.meta.url).href)})
    const store = await openStore({ dataDir: ${JSON.stringify(dataDir)} })
    await store.run(sql\`insert into settings values ('a', '1')\`)
    console.log('open')
    process.stdin.on('end', () => store.close()).resume()`
  const file = join(dataDir, 'the-first-server.mjs')
  writeFileSync(file, program)
  const child = spawn(process.execPath, [file], { stdio: ['pipe', 'pipe', 'inherit'] })
  await once(createInterface(child.stdout), 'line')
  return child
}

it('names the process that holds the file', async () => {
  const place = await engine.place()
  const other = await otherProcess(place.dataDir ?? '')
  await expect(openStore(place)).rejects.toMatchObject({
    code: 'locked',
    message: expect.stringMatching(new RegExp(`PID ${other.pid} .*the-first-server`, 's')),
  })
  other.stdin.end()
  await once(other, 'exit')
  const store = await openStore(place)
  expect(await store.all(sql`select * from settings where option <> 'buyers_salt'`)).toEqual([
    { option: 'a', value: '1' },
  ])
  await store.close()
})

it('keeps committed data when the process is killed', async () => {
  const place = await engine.place()
  const other = await otherProcess(place.dataDir ?? '')
  other.kill('SIGKILL')
  await once(other, 'exit')
  const store = await openStore(place)
  expect(await store.all(sql`select * from settings where option <> 'buyers_salt'`)).toEqual([
    { option: 'a', value: '1' },
  ])
  await store.close()
})

it('refuses a second store on the same file in one process', async () => {
  const place = await engine.place()
  const store = await openStore(place)
  await expect(openStore(place)).rejects.toMatchObject({ code: 'locked' })
  await store.close()
  await (await openStore(place)).close()
})

it('reports a file that is not a database', async () => {
  const { dataDir = '' } = await engine.place()
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(join(dataDir, 'gondola.duckdb'), 'a letter to my aunt '.repeat(1000))
  await expect(openStore({ dataDir })).rejects.toMatchObject({
    code: 'broken',
    message: expect.stringMatching(/No hay copias .*backups/s),
  })
  const backups = join(dataDir, 'backups')
  mkdirSync(backups)
  for (const name of ['gondola-20261120-063000.duckdb', 'gondola-20261121-063000.duckdb', 'notas.txt'])
    writeFileSync(join(backups, name), '')
  await expect(openStore({ dataDir })).rejects.toMatchObject({
    code: 'broken',
    message: expect.stringMatching(
      /La copia más nueva es \S+20261121-063000.duckdb.*1\. `gondola restore --force`.*2\. Iniciar/s,
    ),
  })
})

it('closes a file to other users that was open to them', async () => {
  const place = await engine.place()
  const file = join(place.dataDir ?? '', 'gondola.duckdb')
  chmodSync(file, 0o666)
  await (await openStore(place)).close()
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

it('asks for a newer Góndola for a file of a newer engine, and not to restore', async () => {
  const place = await engine.place()
  await (await openStore(place)).close()
  const file = join(place.dataDir ?? '', 'gondola.duckdb')
  markAsNewer(file)
  await expect(openStore(place)).rejects.toMatchObject({
    code: 'newer',
    message: expect.stringMatching(/^(?!.*restore).*actualizar Góndola/s),
  })
})

// As root, which runs tests in containers, no file is closed to the engine.
it('tells a file that it may not open from a damaged one', () => {
  const error = new Error('IO Error: Cannot open file "/srv/gondola.duckdb": Permission denied')
  expect(openError(error, '/srv/gondola.duckdb')).toMatchObject({
    code: 'denied',
    message: expect.stringMatching(/no hay permiso .*dueño de \/srv$/),
  })
})

it('names a damaged write-ahead log and the step that suffices', async () => {
  const place = await engine.place()
  const other = await otherProcess(place.dataDir ?? '')
  other.kill('SIGKILL')
  await once(other, 'exit')
  const log = join(place.dataDir ?? '', 'gondola.duckdb.wal')
  const bytes = readFileSync(log)
  const middle = Math.floor(bytes.length / 2)
  writeFileSync(log, bytes.fill(0x5a, middle, middle + 16))
  await expect(openStore(place)).rejects.toMatchObject({
    code: 'broken',
    message: expect.stringContaining(`Solo está dañado el registro ${log}`),
  })
})

it('serves readers while a transaction is open', async () => {
  const store = await engine.open()
  await store.transaction(async (tx) => {
    await tx.run(sql`insert into settings values ('b', '1')`)
    const counts = await Promise.all(
      Array.from({ length: 10 }, () =>
        store.one(sql`select count(*) as rows from settings where option <> 'buyers_salt'`),
      ),
    )
    expect(counts).toEqual(Array.from({ length: 10 }, () => ({ rows: 0 })))
  })
  expect(await store.one(sql`select count(*) as rows from settings where option <> 'buyers_salt'`)).toEqual({
    rows: 1,
  })
})

it('checkpoints less often during bulk writes, and restores the setting afterwards', async () => {
  const store = await openDuckDb()
  const threshold = async () =>
    (await store.one<{ it: string }>(sql`select current_setting('checkpoint_threshold') as it`))?.it ?? ''
  const before = await threshold()
  const failed = store.withBulkWriteSettings(async () => {
    expect(await threshold()).toBe('30.5 MiB')
    throw new Error('broken off')
  })
  await expect(failed).rejects.toThrow('broken off')
  expect(await threshold()).toEqual(before)
  await store.close()
})
