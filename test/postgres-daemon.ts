// A process of its own that keeps the tests' PostgreSQL: prints where it will be as one line of JSON.
// When it cannot start, the reason stands in the file named `failure`. Settings of the server may be given, `name=value` each.
import { execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../scripts/free-port.ts'
import { runDaemon } from './daemon.ts'
import { findBinaries } from './postgres-binaries.ts'

const PASSWORD = 'gondola'

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
  const { folder } = findBinaries(scratch)
  const data = join(scratch, 'data')
  const owner = unprivileged()
  mkdirSync(data, { mode: 0o700 })
  const passwords = join(scratch, 'password')
  writeFileSync(passwords, PASSWORD)
  for (const path of [scratch, data, passwords]) {
    if (owner.uid !== undefined) chownSync(path, owner.uid, owner.gid ?? 0)
  }
  const options = { ...owner, cwd: scratch }
  const identity = ['-U', 'gondola', '-A', 'scram-sha-256', `--pwfile=${passwords}`]
  const text = ['-E', 'UTF8', '--locale=C']
  execFileSync(join(folder, 'initdb'), ['-D', data, ...identity, ...text, '-N'], {
    ...options,
    stdio: 'pipe',
  })
  const fast = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'shared_buffers=64MB']
  const place = ['listen_addresses=127.0.0.1', `unix_socket_directories=${scratch}`, `port=${port}`]
  const settings = [...fast, ...place, 'max_connections=200', ...process.argv.slice(2)].flatMap((setting) => [
    '-c',
    setting,
  ])
  const server = spawn(join(folder, 'postgres'), ['-D', data, ...settings], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
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
  writeFileSync(failure, reason)
}

/** PostgreSQL refuses to run as root; then it runs as somebody who owns nothing else. */
function unprivileged(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const people = readFileSync('/etc/passwd', 'utf8').split('\n')
  const line = ['postgres', 'nobody']
    .map((name) => people.find((person) => person.startsWith(`${name}:`)))
    .find(Boolean)
  if (!line)
    throw new Error('PostgreSQL does not run as root, and this machine has no user "nobody" to run it as')
  const [, , uid, gid] = line.split(':')
  return { uid: Number(uid), gid: Number(gid) }
}
