// The backup of the embedded database: complete, readable, seven kept, and no unfinished file under a final name.
import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeBackup } from '#server/copies/backup.ts'
import { folderStorage } from '#server/copies/storage.ts'
import { openStore } from '#server/store/open.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { testEngine } from '#test/engines.ts'
import { storeRows } from '#test/store-rows.ts'
import { SMALL_SHOP } from '../../../fixtures/open-small-shop.ts'
import { openJobs } from './jobs.ts'

const duckdb = testEngine('duckdb')
const at = (minute: number) => () => new Date(Date.UTC(2026, 5, 10, 12, minute))

function jobsOf(store: Store, dataDir: string, now = at(0)) {
  const workFolder = join(dataDir, 'backups')
  const storage = folderStorage(workFolder)
  const deps = { store, place: { dataDir }, storage, workFolder, key: undefined, now }
  return openJobs({ store, timeZone: 'UTC', now, writeBackup: () => writeBackup(deps) })
}

test('is a separate database with the same rows, and the last seven are kept', async () => {
  const { dataDir = '' } = await duckdb.place(SMALL_SHOP)
  const store = await openStore({ dataDir })
  const folder = join(dataDir, 'backups')
  mkdirSync(folder)
  for (const day of ['01', '02', '03', '04', '05', '06', '07'])
    writeFileSync(join(folder, `gondola-202606${day}-033000.duckdb`), '')
  writeFileSync(join(folder, 'gondola-20260609-033000.duckdb.partial'), 'cut off')
  writeFileSync(join(folder, 'mine.txt'), 'not ours')

  const jobs = await jobsOf(store, dataDir)
  await jobs.start('backup')
  const ending = (await jobs.settled()).get('backup')
  expect(ending).toMatchObject({
    state: 'success',
    detail: { file: 'gondola-20260610-120000.duckdb', removed: ['gondola-20260601-033000.duckdb'] },
  })
  expect(readdirSync(folder).sort()).toEqual([
    ...['02', '03', '04', '05', '06', '07'].map((day) => `gondola-202606${day}-033000.duckdb`),
    'gondola-20260610-120000.duckdb',
    'mine.txt',
  ])
  // The store keeps working, and a second copy equals the first.
  await store.run(sql`delete from coupons`)
  const later = await jobsOf(store, dataDir, at(1))
  await later.start('backup')
  expect((await later.settled()).get('backup')?.state).toBe('success')

  const rows = await storeRows(store)
  const { dataDir: elsewhere = '' } = await duckdb.place()
  renameSync(join(folder, 'gondola-20260610-120100.duckdb'), join(elsewhere, 'gondola.duckdb'))
  const copy = await openStore({ dataDir: elsewhere })
  expect(await storeRows(copy)).toEqual(rows)
  expect((rows.orders ?? []).length).toBeGreaterThan(0)
  // Sequences continue and functions exist. The copy was made while the backup's own run was in progress.
  const next = sql`select nextval('job_run_ids') as id, folded('Á') as letter`
  expect(await copy.one(next)).toEqual({ id: 3, letter: 'a' })
  expect(await copy.all(sql`select status from job_runs order by run_id`)).toEqual([
    { status: 'processed' },
    { status: 'processing' },
  ])
  await copy.close()
  await store.close()
})

test('leaves nothing behind when it fails', async () => {
  const { dataDir = '' } = await duckdb.place()
  const store = await openStore({ dataDir })
  writeFileSync(join(dataDir, 'backups'), 'a file in the way')
  const jobs = await jobsOf(store, dataDir)
  await jobs.start('backup')
  expect((await jobs.settled()).get('backup')).toMatchObject({
    state: 'failed',
    message: expect.stringMatching(
      /^la carpeta de copias \/.*backups no es una carpeta \(EEXIST\); .*GONDOLA_BACKUP_TO$/,
    ),
  })
  expect(
    await store.all(sql`select database_name from duckdb_databases() where database_name = 'gondola_copy'`),
  ).toEqual([])
  await store.close()
})

test('removes an incomplete copy', async () => {
  const { dataDir = '' } = await duckdb.place()
  const store = await openStore({ dataDir })
  const inTheWay = 'gondola-20260610-120000.duckdb'
  mkdirSync(join(dataDir, 'backups', inTheWay), { recursive: true })
  const jobs = await jobsOf(store, dataDir)
  await jobs.start('backup')
  expect((await jobs.settled()).get('backup')?.state).toBe('failed')
  expect(readdirSync(join(dataDir, 'backups'))).toEqual([inTheWay])
  await store.close()
})

test('says why another folder does not take it', async () => {
  const { dataDir = '' } = await duckdb.place()
  const store = await openStore({ dataDir })
  const storage = folderStorage(join(dataDir, 'gondola.duckdb', 'backups'))
  const deps = {
    store,
    place: { dataDir },
    storage,
    workFolder: join(dataDir, 'backups'),
    key: undefined,
    now: at(0),
  }
  await expect(writeBackup(deps)).rejects.toMatchObject({
    code: 'unreachable',
    message: expect.stringMatching(/^la carpeta de copias .* no es una carpeta \(ENOTDIR\)/),
  })
  expect(readdirSync(join(dataDir, 'backups'))).toEqual([])
  await store.close()
})

test('is skipped in memory', async () => {
  const jobs = await openJobs({ store: await duckdb.open(), timeZone: 'UTC', now: at(0) })
  await jobs.start('backup')
  expect((await jobs.settled()).get('backup')).toMatchObject({
    state: 'warning',
    message: expect.stringMatching(/en memoria/),
  })
})
