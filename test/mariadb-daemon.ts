// A process that runs the MariaDB of the tests: prints its address, or why there is none, as one line of JSON.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { freePort } from '../scripts/free-port.ts'
import { findMariadb } from '../scripts/mariadb.ts'
import { runDaemon } from './daemon.ts'

const PASSWORD = 'gondola'

const { scratch, serve } = runDaemon('mariadb')

const tell = (answer: { url: string } | { failure: string }) => console.log(JSON.stringify(answer))

try {
  const program = findMariadb()
  const data = join(scratch, 'data')
  mkdirSync(data)
  const common = [
    '--no-defaults',
    `--datadir=${data}`,
    // A starting server deletes files of others in a shared folder for temporary tables.
    `--tmpdir=${scratch}`,
    '--skip-innodb-doublewrite',
    '--innodb-use-native-aio=0',
  ]
  // It refuses to run as root unless told otherwise; everything it owns is deleted after the tests.
  if (process.getuid?.() === 0) common.push('--user=root')
  makeSystemTables(program, common)
  await start(program, common)
} catch (error) {
  tell({ failure: error instanceof Error ? error.message : String(error) })
}

/** Does the same as mariadb-install-db, which the server's package does not always ship completely. */
function makeSystemTables(program: string, common: readonly string[]): void {
  const folders = ['share/mysql', 'share/mariadb', 'share'].flatMap((share) => [
    join(dirname(dirname(program)), share),
    join('/usr', share),
  ])
  const files = (folder: string) =>
    ['system_tables', 'system_tables_data'].map((part) =>
      [`mariadb_${part}.sql`, `mysql_${part}.sql`].map((name) => join(folder, name)).find(existsSync),
    )
  const scripts = folders.map(files).find((found) => found.every((file) => file !== undefined))
  if (scripts === undefined) throw new Error(`${program} lies beside no scripts of its system tables`)
  const input = [
    'create database mysql;',
    'use mysql;',
    ...scripts.map((file) => readFileSync(file ?? '', 'utf8')),
    'flush privileges;',
    `create user gondola@'127.0.0.1' identified by '${PASSWORD}';`,
    "grant all on *.* to gondola@'127.0.0.1' with grant option;",
    '',
  ].join('\n')
  const made = spawnSync(program, [...common, '--bootstrap'], { input, encoding: 'utf8' })
  if (made.status !== 0)
    throw new Error(`MariaDB's system tables could not be made:\n${made.stderr.slice(-4000)}`)
}

async function start(program: string, common: readonly string[]): Promise<void> {
  const port = await freePort()
  const fast = [
    '--innodb-flush-log-at-trx-commit=0',
    '--innodb-buffer-pool-size=512M',
    '--performance-schema=off',
    '--skip-log-bin',
    '--skip-name-resolve',
    '--character-set-server=utf8mb4',
  ]
  const place = [`--socket=${join(scratch, 'socket')}`, `--port=${port}`, '--bind-address=127.0.0.1']
  const server = spawn(program, [...common, ...fast, ...place], { stdio: ['ignore', 'ignore', 'pipe'] })
  serve(server, 'SIGKILL')
  let log = ''
  let ready = false
  server.stderr.on('data', (words) => {
    log = (log + words).slice(-4000)
    if (ready || !log.includes('ready for connections')) return
    ready = true
    tell({ url: `mysql://gondola:${PASSWORD}@127.0.0.1:${port}` })
  })
  server.on('error', (error) => tell({ failure: error.message }))
  server.on('exit', () => {
    if (!ready) tell({ failure: `MariaDB ended:\n${log}` })
  })
}
