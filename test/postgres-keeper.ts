// A process of its own that keeps the tests' PostgreSQL: prints where it will be as one line of JSON, serves while its
// standard input is open, and takes server and files away when that ends, also because the test run died.
// When it cannot start, the reason stands in the file named `failure`.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBinaries } from './postgres-binaries.ts'

const PASSWORD = 'gondola'

// Ctrl-C ends the test run; this process ends after it.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})

const scratch = mkdtempSync(join(tmpdir(), 'gondola-postgres-'))
let server: ChildProcess | undefined
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))
process.stdin.on('end', stop).resume()

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
  const settings = [...fast, ...place, 'max_connections=200'].flatMap((setting) => ['-c', setting])
  server = spawn(join(folder, 'postgres'), ['-D', data, ...settings], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  server.stderr?.on('data', (line) => {
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

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

function stop(): void {
  if (!server || server.exitCode !== null) process.exit()
  server.once('exit', () => process.exit())
  // Immediate: nothing of it is kept.
  server.kill('SIGQUIT')
}
