// `npm run citus`: the tests of figures, calls and sync on a Citus cluster of three nodes instead of PostgreSQL.
// `npm run citus -- <filter>`: those whose path contains the filter.
// GONDOLA_TEST_CITUS_NODES names the nodes of a running cluster, the coordinator first; without it, three servers are started
// here from a PostgreSQL with Citus that this machine has.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findCitus } from '../test/postgres-binaries.ts'
import { startPostgres } from '../test/postgres-server.ts'
import { freePort } from './free-port.ts'
import { ROOT } from './root.ts'

const NODES = 3

const SETTINGS = [
  'shared_preload_libraries=citus',
  'wal_level=logical',
  'max_connections=300',
  'max_prepared_transactions=300',
  'max_worker_processes=64',
  'citus.shard_count=8',
]

const FILES = [
  'test/citus.test.ts',
  'test/definitions.test.ts',
  'test/model.test.ts',
  'test/questions.test.ts',
  'test/question-screens.test.ts',
  'test/recorded-store.test.ts',
  'test/sync',
  'test/import-http.test.ts',
  'test/import-kill.test.ts',
  'server/features',
  'server/http/access.test.ts',
  'server/ingest',
  'server/rollups',
]

const servers: ChildProcess[] = []
const folders: string[] = []

function stop(): void {
  for (const server of servers) server.kill('SIGQUIT')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}

async function startNode(folder: string): Promise<string> {
  const scratch = mkdtempSync(join(tmpdir(), 'gondola-citus-'))
  folders.push(scratch)
  const port = await freePort()
  const server = startPostgres({ folder, scratch, port, identity: ['-A', 'trust'], settings: SETTINGS })
  server.stderr.resume()
  servers.push(server)
  return `postgres://gondola@127.0.0.1:${port}/postgres`
}

async function startCluster(): Promise<string[]> {
  const folder = findCitus()
  if (folder === undefined)
    throw new Error(
      'no PostgreSQL with Citus on this machine: install one (https://docs.citusdata.com), or name the nodes of a running ' +
        'cluster in GONDOLA_TEST_CITUS_NODES, the coordinator first',
    )
  const nodes: string[] = []
  for (let node = 0; node < NODES; node++) nodes.push(await startNode(folder))
  for (const node of nodes) await listening(node)
  return nodes
}

async function listening(address: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    const client = new pg.Client({ connectionString: address })
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (tries > 100) throw error
      await new Promise((done) => setTimeout(done, 100))
    }
  }
}

process.on('exit', stop)
process.on('SIGINT', () => process.exit(130))
process.on('SIGTERM', () => process.exit(143))
const nodes = process.env.GONDOLA_TEST_CITUS_NODES?.split(',') ?? (await startCluster())
const filters = process.argv.slice(2)
const tests = spawn(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'unit',
    '-t',
    'postgres',
    ...(filters.length > 0 ? filters : FILES),
  ],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      ...process.env,
      GONDOLA_TEST_CITUS_NODES: nodes.join(','),
      GONDOLA_TEST_DATABASE_URL: nodes[0],
    },
  },
)
const [code] = await once(tests, 'exit')
const ended = servers.map((server) => once(server, 'exit'))
for (const server of servers) server.kill('SIGQUIT')
await Promise.all(ended)
process.exit(code ?? 1)
