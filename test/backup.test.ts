// Backups through the commands of the terminal: made while the shop is written to, tried out, restored, encrypted, damaged.
import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { beforeAll, expect, test, vi } from 'vitest'
import { command as backupCommand } from '#server/commands/backup.ts'
import { command as restoreCommand } from '#server/commands/restore.ts'
import { type Config, readConfig } from '#server/config/config.ts'
import { type RestoreDeps, restoreBackup } from '#server/copies/restore.ts'
import { parseS3, s3Storage } from '#server/copies/s3-storage.ts'
import { folderStorage } from '#server/copies/storage.ts'
import type { OrderFacts } from '#server/domain/facts.ts'
import { openJobs } from '#server/ingest/jobs/jobs.ts'
import { writeOrders } from '#server/ingest/write.ts'
import { backupWriter } from '#server/start/backups.ts'
import {
  databaseFile,
  openDuckDbFile,
  openDuckDbFileReadOnly,
  openSnapshot,
  openStore,
  type StoreOptions,
} from '#server/store/open.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { openConfigured } from '#server/terminal/command.ts'
import { SMALL_SHOP } from '../fixtures/open-small-shop.ts'
import { smallShop } from '../fixtures/small-shop.ts'
import { databaseRows, fillEmptyTables } from './database-rows.ts'
import { describeEngines } from './engines.ts'
import { markAsNewer } from './newer-engine.ts'
import { NIGHTLY } from './nightly.ts'
import { startS3Server } from './s3-server.ts'
import { callCommand } from './terminal.ts'

/** Takes seconds alone, and longer while other tests run. */
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const KEY = 'una clave de copias bastante larga'
const CLI = join(import.meta.dirname, '../server/cli.ts')

describeEngines('a backup', (engine) => {
  let place: StoreOptions
  let environment: Record<string, string>

  const config = (more: Record<string, string> = {}): Config => readConfig({ ...environment, ...more })
  const backup = (more?: Record<string, string>) => callCommand(backupCommand, [], config(more))
  const restore = (argv: string[], more?: Record<string, string>) =>
    callCommand(restoreCommand, argv, config(more))
  const folder = () => join(environment.GONDOLA_DATA_DIR ?? '', 'backups')
  /** Without a key. Each test finds the backups of those before. */
  const newest = () => readdirSync(folder()).findLast((name) => /^gondola-.*\.duckdb$/.test(name)) ?? ''

  async function using<T>(work: (store: Store) => Promise<T>): Promise<T> {
    const store = await openStore(place)
    try {
      return await work(store)
    } finally {
      await store.close()
    }
  }
  const rows = () => rowsOf(place)
  /** A backup is the same file on both engines. */
  const perFile = test.runIf(NIGHTLY || engine.name === 'duckdb')

  beforeAll(async () => {
    place = await engine.place(SMALL_SHOP)
    environment = {
      GONDOLA_DATA_DIR: place.dataDir ?? mkdtempSync(join(tmpdir(), 'gondola-backup-')),
      ...(place.databaseUrl && { GONDOLA_DATABASE_URL: place.databaseUrl }),
    }
    await using((store) => fillEmptyTables(store))
  })

  test('made while the shop is written to is one consistent state', async () => {
    const store = await openStore(place)
    const jobs = await openJobs({
      store,
      timeZone: 'UTC',
      now: () => new Date(),
      writeBackup: backupWriter(store, config()),
    })
    let written = 0
    const write = async () => {
      const id = 1000 + 2 * written++
      // Two orders of 50.00 in one transaction.
      await store.transaction((tx) => writeOrders(tx, [orderOf(id, '2026-07'), orderOf(id + 1, '2026-08')]))
    }
    await write()
    let backedUp = false
    const ending = jobs.start('backup').then(async () => {
      const result = await jobs.finished('backup')
      backedUp = true
      return result
    })
    while (!backedUp) await write()
    expect(await ending).toMatchObject({ state: 'success' })
    await write()
    await jobs.stop()
    await store.close()
    const { code, said } = await restore(['--drill'])
    expect(code, said).toBe(0)
    const [july, august] = ['2026-07', '2026-08'].map((month) =>
      new RegExp(`${month} +wc-completed +(\\d+) +\\$ +([\\d.]+),00`).exec(said)?.slice(1),
    )
    expect(july).toEqual(august)
    const count = Number(july?.[0])
    expect(july?.[1]).toBe((50 * count).toLocaleString('es-AR'))
    expect(count).toBeGreaterThan(0)
    expect(count).toBeLessThan(written)
  })

  perFile('with a key is unreadable without it, and any change is found', async () => {
    const made = await backup({ GONDOLA_BACKUP_KEY: KEY })
    const name = /gondola-\S+\.duckdb\.enc/.exec(made.said)?.[0] ?? ''
    const file = join(folder(), name)
    expect(readFileSync(file).includes('ana@example.com')).toBe(false)
    expect((await restore(['--drill'], { GONDOLA_BACKUP_KEY: KEY })).said).toContain(`${name} sirve`)
    const whole = readFileSync(file)
    const changed = Buffer.from(whole)
    changed.writeUInt8(changed.readUInt8(50_000) ^ 1, 50_000)
    const chunk = (1 << 20) + 16
    const reordered = Buffer.concat([
      whole.subarray(0, 40),
      whole.subarray(40 + chunk, 40 + 2 * chunk),
      whole.subarray(40, 40 + chunk),
      whole.subarray(40 + 2 * chunk),
    ])
    for (const [content, key, words] of [
      [whole, undefined, /falta GONDOLA_BACKUP_KEY/],
      [whole, `otra ${KEY}`, /no se abre con esta GONDOLA_BACKUP_KEY/],
      [changed, KEY, /dañada/],
      [whole.subarray(0, -20), KEY, /dañada/],
      [whole.subarray(0, 40 + chunk), KEY, /dañada/],
      [reordered, KEY, /dañada/],
      [whole.subarray(0, 10), KEY, /dañada/],
    ] as const) {
      writeFileSync(file, content)
      await expect(restore([name, '--drill'], key ? { GONDOLA_BACKUP_KEY: key } : {})).rejects.toMatchObject({
        message: expect.stringMatching(words),
      })
    }
  })

  perFile('with a key is not replaced by a plain one, under either name', async () => {
    await backup()
    const plain = newest()
    const sealed = `${plain}.enc`
    copyFileSync(join(folder(), plain), join(folder(), sealed))
    const before = await rows()
    for (const wanted of [[plain], [sealed], [join(folder(), plain)], []])
      for (const how of ['--drill', '--force'])
        await expect(restore([...wanted, how], { GONDOLA_BACKUP_KEY: KEY })).rejects.toMatchObject({
          code: 'sealed',
          message: expect.stringMatching(/no está cifrada/),
        })
    expect(await rows()).toEqual(before)
    rmSync(join(folder(), sealed))
    expect((await restore([plain, '--drill'])).code).toBe(0)
  })

  perFile('is refused if it was changed, and the database stays', async () => {
    // Older than the one that is copied, which stays the newest.
    const name = 'gondola-20260101-000000.duckdb'
    copyFileSync(join(folder(), newest()), join(folder(), name))
    const copy = await openDuckDbFile(join(folder(), name))
    await copy.run(sql`update orders set net = net + 1 where order_id = 10`)
    await copy.close()
    const before = await rows()
    for (const argv of [
      [name, '--force'],
      [name, '--drill'],
      [join(folder(), name), '--force'],
    ])
      await expect(restore(argv)).rejects.toMatchObject({
        code: 'differs',
        message: expect.stringContaining('orders 2026-05'),
      })
    await expect(restore(['gondola-20200101-000000.duckdb', '--force'])).rejects.toMatchObject({
      code: 'no-database',
    })
    expect(await rows()).toEqual(before)
    expect(
      readdirSync(environment.GONDOLA_DATA_DIR ?? '').filter((file) => /restoring|drill/.test(file)),
    ).toEqual([])
  })

  test('is not restored while a server uses the database', async () => {
    const store = await openStore(place)
    await store.one(sql`select 1 as one`)
    await expect(restore([newest(), '--force'])).rejects.toMatchObject({
      code: engine.name === 'duckdb' ? 'locked' : 'busy',
    })
    await store.close()
  })

  perFile.each(['--force', ''])('is not restored over a server that starts meanwhile (%s)', async (force) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'gondola-meanwhile-'))
    if (force) copyFileSync(databaseFile(place.dataDir ?? ''), databaseFile(dataDir))
    let server: Store | undefined
    const storage = folderStorage(folder())
    const deps: RestoreDeps = {
      place: { dataDir },
      storage: {
        ...storage,
        async *read(name) {
          server = await openStore({ dataDir })
          yield* storage.read(name)
        },
      },
      workFolder: folder(),
      key: undefined,
      dataDir,
      now: () => new Date(),
    }
    const restored = restoreBackup(deps, { wanted: newest(), force: force !== '' })
    await expect(restored).rejects.toMatchObject({ code: 'locked' })
    await server?.close()
    expect(readdirSync(dataDir).filter((name) => /replaced|restoring/.test(name))).toEqual([])
  })

  perFile('of a newer version is refused, and the database stays', async () => {
    const name = 'gondola-20260102-000000.duckdb'
    copyFileSync(join(folder(), newest()), join(folder(), name))
    const copy = await openDuckDbFile(join(folder(), name))
    await copy.run(sql`insert into migrations select '999_later.sql', '', max(ran_at) from migrations`)
    await copy.close()
    const ofEngine = 'gondola-20260103-000000.duckdb'
    copyFileSync(join(folder(), newest()), join(folder(), ofEngine))
    markAsNewer(join(folder(), ofEngine))
    const before = await rows()
    for (const wanted of [name, ofEngine])
      for (const how of ['--force', '--drill'])
        await expect(restore([wanted, how])).rejects.toMatchObject({
          code: 'newer',
          message: expect.stringMatching(`${wanted} es de una versión más nueva.*actualizar Góndola`),
        })
    expect(await rows()).toEqual(before)
  })

  perFile('leaves no unfinished one of a killed process in another folder', async () => {
    const to = mkdtempSync(join(tmpdir(), 'gondola-mounted-'))
    writeFileSync(join(to, 'gondola-20260101-033000.duckdb.partial'), 'half of the rows')
    writeFileSync(join(to, 'mine.partial'), 'not ours')
    const { said } = await backup({ GONDOLA_BACKUP_TO: to })
    const made = /gondola-\S+\.duckdb/.exec(said)?.[0]
    expect(readdirSync(to)).toEqual([made, 'mine.partial'])
  })

  perFile('is made and restored beside links that lead nowhere, and a folder is none', async () => {
    const to = mkdtempSync(join(tmpdir(), 'gondola-linked-'))
    // Its target was removed as the oldest backup.
    symlinkSync('gondola-20260101-033000.duckdb', join(to, 'latest.duckdb'))
    const there = { GONDOLA_BACKUP_TO: to }
    expect((await backup(there)).said).toMatch(/^bien: /)
    expect((await callCommand(backupCommand, ['list'], config(there))).said).toMatch(/: 1\n/)
    expect((await restore(['--drill'], there)).code).toBe(0)
    await expect(restore([to, '--drill'], there)).rejects.toMatchObject({
      code: 'no-database',
      message: expect.stringMatching(/^no hay una copia .*; hay gondola-\d{8}-\d{6}\.duckdb$/),
    })
  })

  perFile.each(['--drill', '--force'])('leaves no part of it when a signal ends restore %s', async (how) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'gondola-signal-'))
    copyFileSync(databaseFile(place.dataDir ?? ''), databaseFile(dataDir))
    const pipe = join(dataDir, 'copy.pipe')
    execFileSync('mkfifo', [pipe])
    const child = spawn(process.execPath, [CLI, 'restore', pipe, how], {
      env: { PATH: process.env.PATH, GONDOLA_DATA_DIR: dataDir },
      stdio: 'ignore',
    })
    // The rest never comes.
    const writer = await open(pipe, 'w')
    await writer.write(readFileSync(join(folder(), newest())).subarray(0, 4096))
    const part = join(dataDir, how === '--drill' ? 'drill' : 'restoring')
    await vi.waitFor(() => expect(readdirSync(part)).toEqual(['gondola.duckdb']), { timeout: 20_000 })
    child.kill('SIGINT')
    expect(await once(child, 'exit')).toEqual([null, 'SIGINT'])
    await writer.close()
    expect(existsSync(part)).toBe(false)
  })

  perFile('is made in the folder of the data by another name', async () => {
    const link = join(mkdtempSync(join(tmpdir(), 'gondola-link-')), 'backups')
    symlinkSync(folder(), link)
    const { said } = await backup({ GONDOLA_BACKUP_TO: link })
    expect(said).toMatch(/^bien: /)
    expect(readdirSync(folder())).toContain(/gondola-\S+\.duckdb/.exec(said)?.[0])
  })

  perFile('is stored in S3-compatible storage and restored from it', async () => {
    const s3 = await startS3Server()
    const to = { GONDOLA_BACKUP_TO: s3.place, GONDOLA_BACKUP_KEY: KEY }
    for (let day = 1; day <= 7; day++)
      s3.objects.set(`shop/gondola-2026010${day}-033000.duckdb`, Buffer.from('old'))
    s3.objects.set('shop/mine.txt', Buffer.from('not ours'))
    const before = await rows()
    const made = await backup(to)
    expect(made.said).toMatch(/^bien: /)
    const names = [...s3.objects.keys()]
    expect(names).toHaveLength(8)
    expect(names).not.toContain('shop/gondola-20260101-033000.duckdb')
    expect((await callCommand(backupCommand, ['list'], config(to))).said).toMatch(/: 8\n/)
    const dataDir = mkdtempSync(join(tmpdir(), 'gondola-restored-'))
    const elsewhere = { GONDOLA_DATA_DIR: dataDir, ...to }
    expect(await callCommand(restoreCommand, [], readConfig(elsewhere))).toMatchObject({ code: 0 })
    expect(withoutRuns(await rowsOf({ dataDir }))).toEqual(withoutRuns(before))
    // Another secret.
    const wrong = { ...to, GONDOLA_BACKUP_TO: s3.place.replace('AKIATEST:a', 'AKIATEST:b') }
    await expect(restore(['--drill'], wrong)).rejects.toMatchObject({ code: 'unreachable' })
    const failed = await backup(wrong)
    expect(failed).toMatchObject({ code: 1, said: expect.stringMatching(/no responde como debería.*403/) })
    expect(failed.said).not.toContain('secret')
    await s3.close()
    await expect(restore(['--drill'], to)).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('no responde como debería'),
    })
  })

  perFile.each([undefined, KEY])('that its storage damages does not count as one (key: %s)', async (key) => {
    const s3 = await startS3Server()
    const store = s3.objects.set.bind(s3.objects)
    s3.objects.set = (name, bytes) => {
      bytes.writeUInt8(bytes.readUInt8(50_000) ^ 1, 50_000)
      return store(name, bytes)
    }
    const made = await backup({ GONDOLA_BACKUP_TO: s3.place, ...(key && { GONDOLA_BACKUP_KEY: key }) })
    expect(made).toMatchObject({ code: 1, said: expect.stringMatching(/no se lee como se escribió/) })
    expect([...s3.objects.keys()]).toEqual([])
    await s3.close()
  })

  test('is tried out, and restored with every row and sequence', async () => {
    await using((store) => store.run(sql`select nextval('user_ids') from generate_series(1, 4)`))
    const made = await backup()
    expect(made.said).toMatch(/^bien: gondola-\d{8}-\d{6}\.duckdb, [\d,]+ MB$/)
    const drill = await restore(['--drill'])
    expect(drill.code, drill.said).toBe(0)
    // May: 7 completed orders of 383.42.
    expect(drill.said).toMatch(/2026-05 +wc-completed +7 +\$ +383,42\n/)
    const before = await rows()
    await using(async (store) => {
      for (const table of ['orders', 'settings']) await store.run(sql`delete from ${sql.identifier(table)}`)
    })
    await expect(restore([])).rejects.toMatchObject({
      code: 'occupied',
      message: expect.stringContaining('--force'),
    })
    expect((await rows()).orders).toEqual([])
    const restored = await restore(['--force'])
    expect(restored.code, restored.said).toBe(0)
    expect(restored.said).toMatch(/2026-05 +wc-completed +7 +\$ +383,42\n/)
    expect(withoutRuns(await rows())).toEqual(withoutRuns(before))
    expect(restored.said).toMatch(/Los datos de antes quedaron en \S.*replaced-\d{8}/)
    expect(restored.said).toMatch(/sesiones, tokens y enlaces que terminaron desde entonces valen otra vez/)
    const next = await using((store) =>
      store.transaction((tx) => tx.one(sql`select nextval('user_ids') as id`)),
    )
    expect(next).toEqual({ id: 5 })
    // The replaced data is a database without orders.
    const aside = await asideOf(restored.said)
    expect(aside.orders).toEqual([])
    expect(aside.customers).toEqual(before.customers)
  })

  // DuckDB's file is renamed.
  test.runIf(engine.name === 'postgres')(
    'whose restore is interrupted is restored by the next one',
    async () => {
      const asides = () => readdirSync(folder()).filter((name) => name.startsWith('replaced-'))
      // Restored last.
      const name = newest()
      const before = await rows()
      await using((store) => store.run(sql`delete from customers`))
      const deps: RestoreDeps = {
        place,
        storage: folderStorage(folder()),
        workFolder: folder(),
        key: undefined,
        dataDir: environment.GONDOLA_DATA_DIR ?? '',
        now: () => new Date(),
        onStep: (step) => {
          if (step === 'verify') throw new Error('cut')
        },
      }
      const cut = restoreBackup(deps, { wanted: name, force: true })
      await expect(cut).rejects.toThrow('cut')
      await expect(openConfigured(config())).rejects.toMatchObject({
        code: 'incomplete',
        message: expect.stringContaining('gondola restore'),
      })
      // The first attempt put the data aside; the second one finds only a part of the copy.
      const found = asides()
      expect(await restore([name, '--force'])).toMatchObject({ code: 0 })
      expect(asides()).toEqual(found)
      expect(await rows()).toEqual(before)
    },
  )

  const asideOf = async (said: string) => {
    const path = /quedaron en (.*): se borran/.exec(said)?.[1]?.replace(': ', '/') ?? ''
    const copy = await openDuckDbFileReadOnly(path.endsWith('.duckdb') ? path : join(path, 'gondola.duckdb'))
    const found = await databaseRows(copy)
    await copy.close()
    return found
  }
})

async function rowsOf(place: StoreOptions) {
  const snapshot = await openSnapshot(place)
  const found = await databaseRows(snapshot)
  await snapshot.close()
  return found
}

test('a large file goes to S3-compatible storage in parts', async () => {
  const s3 = await startS3Server()
  const address = parseS3(s3.place)
  if (!address) throw new Error(s3.place)
  const storage = s3Storage(address)
  const content = randomBytes(20 * 1024 * 1024 + 7)
  const file = join(mkdtempSync(join(tmpdir(), 'gondola-large-')), 'large')
  writeFileSync(file, content)
  await storage.write('large file', file)
  expect(s3.parts()).toBe(3)
  expect((await buffer(storage.read('large file'))).equals(content)).toBe(true)
  expect(await storage.list()).toEqual([{ name: 'large file', bytes: content.length }])
  await storage.remove('large file')
  expect(await storage.list()).toEqual([])
  await s3.close()
})

test('folders of the bucket may have any name', async () => {
  const s3 = await startS3Server()
  const address = parseS3(s3.place.replace('/shop?', '/copias%20del%20a%C3%B1o/tienda%26cia?'))
  if (!address) throw new Error(s3.place)
  const storage = s3Storage(address)
  const file = join(mkdtempSync(join(tmpdir(), 'gondola-named-')), 'copy')
  writeFileSync(file, 'rows')
  await storage.write('gondola-1.duckdb', file)
  expect([...s3.objects.keys()]).toEqual(['copias del año/tienda&cia/gondola-1.duckdb'])
  expect((await storage.list()).map(({ name }) => name)).toEqual(['gondola-1.duckdb'])
  expect(String(await buffer(storage.read('gondola-1.duckdb')))).toBe('rows')
  await s3.close()
})

/** The backup's own run shows as running in the copy. */
const withoutRuns = ({ jobs, job_runs, data_versions, ...others }: Record<string, string[]>) => others

/** The first order of the small shop, with one line of 50.00, in another month. */
function orderOf(id: number, month: string): OrderFacts {
  const [first] = smallShop.orders
  if (!first) throw new Error('The small shop has no orders')
  const of = { order_id: id, month }
  return {
    ...first,
    order: { ...first.order, ...of, created_at: `${month}-05 10:00:00`, order_date: `${month}-05` },
    lines: first.lines.map((line) => ({ ...line, ...of, line_id: id * 10 })),
  }
}
