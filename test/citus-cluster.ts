// Three PostgreSQL servers with Citus on this machine, for tests and measurements of a cluster; they are deleted afterwards.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../scripts/free-port.ts'
import { connect } from './connect.ts'
import { findCitus } from './postgres-binaries.ts'
import { startPostgres } from './postgres-server.ts'

const NODES = 3

const SETTINGS = [
  'shared_preload_libraries=citus',
  'wal_level=logical',
  'max_connections=300',
  'max_prepared_transactions=300',
  'max_worker_processes=64',
]

interface Node {
  readonly address: string
  /** Process id of the server. */
  readonly pid: number
}

export interface Cluster {
  /** The coordinator first. */
  readonly nodes: readonly Node[]
  stop(): Promise<void>
}

/** `settings`: additional `name=value`. The servers stop when this process ends. */
export async function startCluster(settings: readonly string[] = []): Promise<Cluster> {
  const folder = findCitus()
  if (folder === undefined)
    throw new Error(
      'no PostgreSQL with Citus on this machine: install one (https://docs.citusdata.com), or for the tests name the nodes of ' +
        'a running cluster in GONDOLA_TEST_CITUS_NODES, the coordinator first',
    )
  const started: (Node & { readonly server: ChildProcess })[] = []
  for (let node = 0; node < NODES; node++) {
    const scratch = mkdtempSync(join(tmpdir(), 'gondola-citus-'))
    const port = await freePort()
    const identity = ['-A', 'trust']
    const server = startPostgres({ folder, scratch, port, identity, settings: [...SETTINGS, ...settings] })
    server.stderr.resume()
    const end = () => {
      server.kill('SIGQUIT')
      rmSync(scratch, { recursive: true, force: true })
    }
    process.once('exit', end)
    const address = `postgres://gondola@127.0.0.1:${port}/postgres`
    started.push({ address, pid: server.pid ?? 0, server })
  }
  for (const { address } of started) await (await connect(address)).end()
  return {
    nodes: started,
    async stop() {
      const ended = started.map(({ server }) => once(server, 'exit'))
      for (const { server } of started) server.kill('SIGQUIT')
      await Promise.all(ended)
    },
  }
}
