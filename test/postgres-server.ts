// A PostgreSQL server with an empty cluster for tests: fast, and deleted afterwards.
import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

export interface PostgresServer {
  /** Folder of `initdb` and `postgres`. */
  readonly folder: string
  /** Folder for the data and the socket; the user that runs PostgreSQL will own it. */
  readonly scratch: string
  /** An empty folder; by default one in `scratch`. */
  readonly data?: string | undefined
  readonly port: number
  /** Options of `initdb` about sign-in. */
  readonly identity: readonly string[]
  /** `name=value` each. */
  readonly settings: readonly string[]
}

const FAST = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'shared_buffers=64MB',
  'max_wal_size=256MB',
]

export function startPostgres(server: PostgresServer): ChildProcessByStdio<null, null, Readable> {
  const { folder, scratch, port, data = join(scratch, 'data') } = server
  const owner = unprivileged()
  mkdirSync(data, { recursive: true, mode: 0o700 })
  for (const path of [scratch, data, ...readdirSync(scratch).map((name) => join(scratch, name))]) {
    if (owner.uid !== undefined) chownSync(path, owner.uid, owner.gid ?? 0)
  }
  // Nodes of a cluster sign in to each other as the user that runs them.
  const options = { ...owner, cwd: scratch, env: { ...process.env, HOME: scratch } }
  const text = ['-E', 'UTF8', '--locale=C']
  execFileSync(join(folder, 'initdb'), ['-D', data, '-U', 'gondola', ...server.identity, ...text, '-N'], {
    ...options,
    stdio: 'pipe',
  })
  const place = ['listen_addresses=127.0.0.1', `unix_socket_directories=${scratch}`, `port=${port}`]
  const settings = [...FAST, ...place, ...server.settings].flatMap((setting) => ['-c', setting])
  return spawn(join(folder, 'postgres'), ['-D', data, ...settings], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

/** PostgreSQL refuses to run as root; then it runs as a user who owns nothing else. */
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
