// A shop moved from DuckDB to PostgreSQL and back, by processes that are killed in between, is the same shop.
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { command } from '#server/commands/database.ts'
import { readConfig } from '#server/config/config.ts'
import { moveDatabase } from '#server/copies/move.ts'
import { secretKey } from '#server/shop/secret-key.ts'
import { assertClaimed, claimTarget } from '#server/store/copy-runs.ts'
import { openSnapshot, openStore, type StoreOptions } from '#server/store/open.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { openConfigured } from '#server/terminal/command.ts'
import { fillShop } from '../fixtures/open-small-shop.ts'
import { ACCOUNTS, PASSWORD, TIME_ZONE, testApp } from './app.ts'
import { databaseRows, fillEmptyTables } from './database-rows.ts'
import { testEngine } from './engines.ts'
import { type Kill, moveKilled } from './killed-move.ts'
import { monthlyAnswers } from './monthly-answers.ts'
import { NIGHTLY } from './nightly.ts'
import { SAMPLE_SHOP } from './sample-shop.ts'
import { callCommand } from './terminal.ts'

const engines = { duckdb: testEngine('duckdb'), postgres: testEngine('postgres') }
const now = () => new Date('2026-06-10T12:00:00Z')

let origin: StoreOptions
let rows: Record<string, string[]>

beforeAll(async () => {
  origin = await engines.duckdb.place(SAMPLE_SHOP)
  const store = await openStore(origin)
  const app = await testApp(store, { now })
  await app.get('/api/me', 'scoped')
  await app.close()
  await store.run(sql`insert into audit
    select nextval('audit_ids'), timestamp '2026-06-01 10:00:00', 1, 'ana', 'config.set', '{"a"', 'x' from range(7)`)
  expect(await fillEmptyTables(store)).toContain('forgotten_people')
  rows = await databaseRows(store)
  await store.close()
}, 120_000)

async function rowsAt(place: StoreOptions): Promise<Record<string, string[]>> {
  const snapshot = await openSnapshot(place)
  const found = await databaseRows(snapshot)
  await snapshot.close()
  return found
}

const KILLS: readonly Kill[] = [
  ['copy', 2],
  ['copy', 5],
  ['copy', 8],
  ['verify', 1],
  ['read', 1],
]
/** Nightly runs kill at all points on both ways. */
const [ON_THE_WAY, ON_THE_WAY_BACK] = NIGHTLY ? [KILLS, KILLS] : [KILLS.slice(1, 2), KILLS.slice(3)]

const answersAt = (place: StoreOptions) =>
  monthlyAnswers(
    place,
    ['2026-05'],
    { email: ACCOUNTS.superAdmin, password: PASSWORD },
    { timeZone: TIME_ZONE, now },
  )

const nextIds = async (place: StoreOptions, sequences: readonly string[]) => {
  const store = await openStore(place)
  const ids = await store.transaction((tx) =>
    tx.one(
      sql`select ${sql.join(sequences.map((name) => sql`nextval(${name}) as ${sql.identifier(name)}`))}`,
    ),
  )
  await store.close()
  return ids
}

async function sequencesAt(place: StoreOptions): Promise<string[]> {
  const snapshot = await openSnapshot(place)
  const rows = await snapshot.all<{ name: string }>(
    sql`select sequence_name as name from duckdb_sequences() order by name`,
  )
  await snapshot.close()
  return rows.map(({ name }) => name)
}

describe('a shop that moves', () => {
  test('to PostgreSQL, another PostgreSQL and back, killed on the way, has the same rows, sequences and answers', async () => {
    expect(Object.entries(rows).filter(([, found]) => found.length === 0)).toEqual([])
    const [postgres, other] = [await engines.postgres.place(), await engines.postgres.place()]
    const back = await engines.duckdb.place()
    expect(await moveKilled(origin, postgres, 300, ON_THE_WAY)).toBe(ON_THE_WAY.length)
    expect(await rowsAt(postgres)).toEqual(rows)
    await moveDatabase(postgres, other)
    expect(await rowsAt(other)).toEqual(rows)
    expect(await moveKilled(other, back, 300, ON_THE_WAY_BACK)).toBe(ON_THE_WAY_BACK.length)
    expect(await rowsAt(back)).toEqual(rows)
    expect(await rowsAt(origin)).toEqual(rows)
    const answers = await answersAt(origin)
    expect([...answers].filter(([, answer]) => !answer.startsWith('200 '))).toEqual([])
    expect(await answersAt(postgres)).toEqual(answers)
    // Equal rows on one engine are answered alike.
    if (NIGHTLY) expect(await answersAt(back)).toEqual(answers)
    const sequences = await sequencesAt(origin)
    expect(sequences).toContain('user_ids')
    const ids = await nextIds(origin, sequences)
    expect(await nextIds(postgres, sequences)).toEqual(ids)
    expect(await nextIds(back, sequences)).toEqual(ids)
  }, 300_000)
})

const fresh = (engine: 'duckdb' | 'postgres') => engines[engine].place()

/** The small shop reduced to two orders, one in each of two months. */
const TINY_SHOP = {
  name: 'tiny_shop',
  async fill(store: Store) {
    await fillShop(store)
    await store.run(sql`delete from orders where order_id not in (1, 2)`)
    await store.run(
      sql`update orders set month = '2026-05', status = 'wc-completed', net = 1500.50 where order_id = 1`,
    )
    await store.run(
      sql`update orders set month = '2026-06', status = 'wc-completed', net = 99.99 where order_id = 2`,
    )
  },
}
const tinyShop = (engine: 'duckdb' | 'postgres') => engines[engine].place(TINY_SHOP)

describe.each(['duckdb', 'postgres'] as const)('a move from %s', (engine) => {
  const other = engine === 'duckdb' ? 'postgres' : 'duckdb'

  test('keeps others away from the target until its end, copies what changed meanwhile, and is not repeated', async () => {
    const [from, to] = [await tinyShop(engine), await fresh(other)]
    const cut = moveDatabase(from, to, { rowsPerTransaction: 1, onStep: failAt('verify') })
    await expect(cut).rejects.toThrow('cut')
    const config = readConfig({
      GONDOLA_DATA_DIR: to.dataDir ?? tmpdir(),
      ...(to.databaseUrl && { GONDOLA_DATABASE_URL: to.databaseUrl }),
    })
    await expect(openConfigured(config)).rejects.toMatchObject({ code: 'incomplete' })
    await expect(moveDatabase(await tinyShop(engine), to)).rejects.toMatchObject({ code: 'incomplete' })

    const store = await openStore(from)
    await store.run(sql`delete from orders where month = '2026-06'`)
    await store.run(sql`update orders set net = 1.25 where month = '2026-05'`)
    await store.close()
    const { figures, isNew } = await moveDatabase(from, to)
    expect({ figures, isNew }).toMatchObject({
      figures: [{ month: '2026-05', orders: 1, net: '1.25' }],
      isNew: true,
    })
    expect(await rowsAt(to)).toEqual(await rowsAt(from))

    const moved = await openStore(to)
    await moved.run(sql`delete from orders`)
    await moved.close()
    expect(await moveDatabase(from, to)).toMatchObject({ isNew: false })
    expect((await rowsAt(to)).orders).toEqual([])
  })

  test('refuses a source in use or of an older version, and a target with other data', async () => {
    const [from, to] = [await tinyShop(engine), await fresh(other)]
    const user = await openStore(from)
    await user.one(sql`select 1 as one`)
    await expect(moveDatabase(from, to)).rejects.toMatchObject({
      code: engine === 'duckdb' ? 'locked' : 'busy',
    })
    await user.close()
    const taken = await tinyShop(other)
    const before = await rowsAt(taken)
    await expect(moveDatabase(from, taken)).rejects.toMatchObject({
      code: 'occupied',
      message: expect.stringMatching(/orders 2[,)]/),
    })
    expect(await rowsAt(taken)).toEqual(before)

    const old = await openStore(from)
    await old.run(sql`delete from migrations where name = '085_copies.sql'`)
    await old.close()
    await expect(moveDatabase(from, to)).rejects.toMatchObject({ code: 'older' })
  })

  test('is one at a time', async () => {
    const target = await openStore(await fresh(other))
    for (const holder of ['first', 'second'])
      await claimTarget(target, { kind: 'move', source: 'elsewhere', holder })
    const claimed = target.transaction((tx) => assertClaimed(tx, 'first'))
    await expect(claimed).rejects.toMatchObject({ code: 'taken-over' })
    await target.close()
  })
})

function failAt(step: string) {
  return (reached: string) => {
    if (reached === step) throw new Error('cut')
  }
}

describe('gondola database move', () => {
  const move = (config: Record<string, string>, ...argv: string[]) =>
    callCommand(command, argv, readConfig(config))

  test('reports figures, and copies the key to a folder', async () => {
    const from = (await tinyShop('duckdb')).dataDir ?? ''
    const key = secretKey(undefined, from).seal('key', 'ck_1')
    const { databaseUrl = '' } = await fresh('postgres')
    const { code, said } = await move({ GONDOLA_DATA_DIR: from, GONDOLA_MOVE_TO: databaseUrl })
    expect(code, said).toBe(0)
    expect(said).toMatch(/orders +2\n/)
    expect(said).toMatch(/2026-05 +wc-completed +1 +\$ +1\.500,50\n/)
    expect(said).toContain(`el contenido de ${join(from, 'secret.key')} en GONDOLA_SECRET_KEY`)
    expect(said).not.toContain('@')
    // The content of the key file decrypts what the file encrypted.
    const content = readFileSync(join(from, 'secret.key'), 'utf8').trim()
    expect(secretKey(content, undefined).open('key', key)).toBe('ck_1')

    const again = await move({ GONDOLA_DATA_DIR: from, GONDOLA_MOVE_TO: databaseUrl })
    expect(again).toMatchObject({ code: 0, said: expect.stringContaining('ya había terminado') })

    const { dataDir: folder = '' } = await fresh('duckdb')
    const carried = await move({ GONDOLA_DATA_DIR: from }, '--to', folder)
    expect(carried).toMatchObject({ code: 0, said: expect.stringContaining('secret.key') })
    expect(secretKey(undefined, folder).open('key', key)).toBe('ck_1')
  })

  test('refuses other addresses, passwords as options and the same database', async () => {
    const { dataDir = '' } = await fresh('duckdb')
    for (const [to, words] of [
      ['mysql://localhost/x', /postgres:\/\//],
      ['postgres://gondola:clave@localhost/x', /la dirección con contraseña va en GONDOLA_MOVE_TO/],
      ['postgres://gondola:cla ve#@localhost/x', /la dirección con contraseña va en GONDOLA_MOVE_TO/],
      ['postgres://localhost/x?user=gondola&password=clave', /la dirección con contraseña va en/],
      [dataDir, /la misma base/],
    ] as const) {
      const { code, said } = await move({ GONDOLA_DATA_DIR: dataDir }, '--to', to)
      expect(code).toBe(2)
      expect(said).toMatch(words)
      expect(said).not.toMatch(/cla ?ve/)
    }
  })
})
