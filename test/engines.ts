// Runs a suite on both engines: DuckDB in memory and a real PostgreSQL, each with a fresh, migrated database.
import { copyFileSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, describe, inject, onTestFinished, TestRunner } from 'vitest'
import { openDuckDb } from '#server/store/duckdb.ts'
import { migrationsOf } from '#server/store/migrate.ts'
import { databaseFile, openStore, type StoreOptions } from '#server/store/open.ts'
import { type Engine, sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { addressIn, createDatabases, joinNodes, onNode } from './citus-databases.ts'
import { connect } from './connect.ts'
import { NIGHTLY } from './nightly.ts'

/** Rows that many suites start with: written once per run and copied. */
export interface Filling {
  readonly name: string
  fill(store: Store): Promise<unknown>
}

export interface TestEngine {
  readonly name: Engine
  /** A migrated store, empty or with a filling, that is closed after the test that opens it, or after the suite. */
  open(filling?: Filling): Promise<Store>
  /**
   * The location of a fresh database, empty or with a filling, for tests that open it themselves, several times or from another
   * process; deleted after the test, or after the suite.
   */
  place(filling?: Filling): Promise<StoreOptions>
}

/** describeEngines('orders', (engine) => { let store; beforeAll(async () => { store = await engine.open() }) … }) */
export function describeEngines(name: string, suite: (engine: TestEngine) => void): void {
  describe.each(['duckdb', 'postgres'] as const)(`${name} on %s`, (engine) => suite(testEngine(engine)))
}

/**
 * For suites whose subject lies above the SQL: on one engine, in nightly runs on both. By day on PostgreSQL, since planning a
 * query on little data takes DuckDB several times as long.
 */
export function describeOneEngine(name: string, suite: (engine: TestEngine) => void): void {
  if (NIGHTLY) describeEngines(name, suite)
  else describe(`${name} on postgres`, () => suite(testEngine('postgres')))
}

/** The same for a suite about a single engine. */
export function testEngine(name: Engine): TestEngine {
  const undo: (() => unknown)[] = []
  afterAll(async () => {
    for (const step of undo.splice(0).reverse()) await step()
  })
  // Stores of a suite with a hundred tests would hold all connections of the server.
  const finallyDo = (step: () => unknown): void => {
    if (TestRunner.getCurrentTest() === undefined) undo.push(step)
    else onTestFinished(async () => void (await step()))
  }
  const place = async (filling?: Filling): Promise<StoreOptions> => {
    const { options, remove } = await (name === 'duckdb' ? folder(filling) : database(filling))
    finallyDo(remove)
    return options
  }
  return {
    name,
    place,
    async open(filling) {
      const store = await (name === 'duckdb' ? copyInMemory(filling) : openStore(await place(filling)))
      finallyDo(() => store.close())
      return store
    },
  }
}

const EMPTY: Filling = { name: 'empty', fill: async () => {} }

/** Copying a migrated database takes a third of the time of its migrations. */
async function copyInMemory(filling = EMPTY): Promise<Store> {
  const template = await templateFile(filling)
  // One thread: the data is small, and tests run in parallel.
  const store = await openDuckDb({ threads: 1 })
  await store.run(sql.raw(`attach '${template}' as template (read_only)`))
  await store.run(sql`copy from database template to memory`)
  await store.run(sql`detach template`)
  return store
}

/** The file of a database with this filling. The first worker that needs it makes it. */
async function templateFile({ name, fill }: Filling): Promise<string> {
  const { folder, run } = inject('templates')
  const file = join(folder, `${name}-${run}.duckdb`)
  if (existsSync(file)) return file
  const dataDir = mkdtempSync(join(folder, 'making-'))
  const store = await openStore({ dataDir, threads: 1 })
  await fill(store).finally(store.close)
  renameSync(databaseFile(dataDir), file)
  return file
}

interface Place {
  options: StoreOptions
  remove(): unknown
}

async function folder(filling = EMPTY): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gondola-test-'))
  copyFileSync(await templateFile(filling), databaseFile(dataDir))
  return { options: { dataDir }, remove: () => rmSync(dataDir, { recursive: true, force: true }) }
}

let made = 0

async function database(filling = EMPTY): Promise<Place> {
  const name = `gondola_test_${process.pid}_${Date.now()}_${made++}`
  if (CITUS_NODES.length > 0) {
    const { options, remove } = await emptyDatabases(name)
    await joinNodes(CITUS_NODES, name)
    if (filling !== EMPTY) await write(filling, options)
    return { options, remove }
  }
  const options = { databaseUrl: addressOf(name) }
  // A given server would keep the template after the run.
  const isGiven = inject('postgres').failure === undefined
  await withServer(async (server) => {
    const template = await templateDatabase(server, isGiven ? EMPTY : filling)
    // Copies without a write-ahead log, which would take more than twice the time.
    await server.query(`create database ${name} template ${template} strategy file_copy`)
  })
  if (isGiven && filling !== EMPTY) await write(filling, options)
  const remove = () => withServer((server) => server.query(`drop database if exists ${name} with (force)`))
  return { options, remove }
}

/** Addresses of the nodes of a Citus cluster, the coordinator first; if set, PostgreSQL means this cluster. */
const CITUS_NODES = process.env.GONDOLA_TEST_CITUS_NODES?.split(',') ?? []

async function emptyDatabases(name: string): Promise<Place> {
  await createDatabases(CITUS_NODES, name)
  const remove = async () => {
    for (const node of CITUS_NODES) await onNode(node, `drop database if exists ${name} with (force)`)
  }
  return { options: { databaseUrl: addressIn(CITUS_NODES[0] ?? '', name) }, remove }
}

/** On the nodes of a Citus cluster, a plain database until `join` adds it to the cluster. */
export async function plainDatabaseOfCluster() {
  const name = `gondola_test_${process.pid}_${Date.now()}_${made++}`
  const { options, remove } = await emptyDatabases(name)
  return { options, remove, join: () => joinNodes(CITUS_NODES, name) }
}

async function write({ fill }: Filling, options: StoreOptions): Promise<void> {
  const store = await openStore(options)
  await fill(store).finally(store.close)
}

/** Made once per run. The name of the empty one changes with the migrations, since a given server keeps it. */
async function templateDatabase(server: pg.Client, filling: Filling): Promise<string> {
  const checksums = migrationsOf('postgres').map(({ checksum }) => checksum.slice(0, 4))
  const empty = `gondola_template_${checksums.join('')}`.slice(0, 63)
  await server.query('select pg_advisory_lock(7233092)')
  try {
    const encoding = "template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'"
    await makeTemplate(server, empty, encoding, EMPTY)
    if (filling === EMPTY) return empty
    const filled = `gondola_${filling.name}_${inject('templates').run}`
    await makeTemplate(server, filled, empty, filling)
    return filled
  } finally {
    await server.query('select pg_advisory_unlock(7233092)')
  }
}

async function makeTemplate(server: pg.Client, name: string, origin: string, filling: Filling) {
  const { rowCount } = await server.query('select 1 from pg_database where datname = $1', [name])
  if (rowCount !== 0) return
  const making = `${name.slice(0, 50)}_making`
  await server.query(`drop database if exists ${making} with (force)`)
  await server.query(`create database ${making} template ${origin}`)
  await write(filling, { databaseUrl: addressOf(making) })
  await server.query(`alter database ${making} rename to ${name}`)
}

async function withServer<T>(work: (server: pg.Client) => Promise<T>): Promise<T> {
  const server = await connected()
  try {
    return await work(server)
  } finally {
    await server.end()
  }
}

/** The server starts while the first tests run. */
function connected(): Promise<pg.Client> {
  const { url, failure } = inject('postgres')
  return connect(url, (error) => {
    if (failure === undefined) throw error
    if (existsSync(failure)) throw new Error(readFileSync(failure, 'utf8'))
  })
}

const addressOf = (database: string): string => addressIn(inject('postgres').url, database)
