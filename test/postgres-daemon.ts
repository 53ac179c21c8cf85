// A process that runs the PostgreSQL of the tests: prints its future address as one line of JSON. If it cannot start, it writes
// the reason to the file named by `failure`. Arguments of the form `name=value` are settings of the server; `--in-memory` keeps
// the data in memory if there is room, since a database is hundreds of files, which are slow to create on a disk; `--oldest` takes
// the oldest PostgreSQL that the product takes.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../scripts/free-port.ts'
import { folderInMemory, runDaemon } from './daemon.ts'
import { findBinaries } from './postgres-binaries.ts'
import { startPostgres } from './postgres-server.ts'

const PASSWORD = 'gondola'
const IN_MEMORY = '--in-memory'
const OLDEST = '--oldest'

const { scratch, serve } = runDaemon('postgres')
const failure = join(scratch, 'failure')
const port = await freePort()
console.log(JSON.stringify({ url: `postgres://gondola:${PASSWORD}@127.0.0.1:${port}/postgres`, failure }))
try {
  start()
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}

function start(): void {
  const { folder, version } = findBinaries(scratch, { oldest: process.argv.includes(OLDEST) })
  const passwords = join(scratch, 'password')
  writeFileSync(passwords, PASSWORD)
  const server = startPostgres({
    folder,
    scratch,
    data: process.argv.includes(IN_MEMORY) ? folderInMemory() : undefined,
    port,
    // Hashing passwords thousands of times for each connection protects nothing here.
    identity: [
      ...['-A', 'scram-sha-256', `--pwfile=${passwords}`],
      ...(version >= 16 ? ['-c', 'scram_iterations=1'] : []),
    ],
    settings: [
      'max_connections=200',
      ...process.argv.slice(2).filter((setting) => !setting.startsWith('--')),
    ],
  })
  serve(server, 'SIGQUIT')
  let log = ''
  server.stderr.on('data', (line) => {
    log = (log + line).slice(-4000)
  })
  server.on('error', (error) => fail(error.message))
  server.on('exit', () => fail(`PostgreSQL ended:\n${log}`))
}

function fail(reason: string): void {
  // A run that was killed takes its folder with it.
  if (existsSync(scratch)) writeFileSync(failure, reason)
}
