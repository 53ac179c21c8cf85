// A real standby behind the address of the database, as after a failover that is not finished, and its promotion.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  cpSync,
  lchownSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { openStore } from '#server/store/open.ts'
import { freePort } from '../scripts/free-port.ts'
import { ACCOUNTS, PASSWORD, testApp } from './app.ts'
import { connect } from './connect.ts'
import { lineTo } from './line.ts'
import { NIGHTLY } from './nightly.ts'
import { findBinaries } from './postgres-binaries.ts'
import { startPostgres } from './postgres-server.ts'

const BACK = { timeout: 10_000, interval: 100 }
const STARTED = { timeout: 60_000, interval: 200 }
const undo: (() => unknown)[] = []
afterAll(async () => {
  for (const step of undo.reverse()) await step()
})

type Postgres = ReturnType<typeof startPostgres>

const stopLater = (server: Postgres) =>
  undo.push(async () => {
    if (server.exitCode !== null) return
    server.kill('SIGQUIT')
    await once(server, 'exit')
  })

const urlOf = (port: number) => `postgres://gondola@127.0.0.1:${port}/postgres`

async function asked(port: number, query: string) {
  const client = await connect(urlOf(port))
  return client.query(query).finally(() => client.end())
}

const answers = (port: number) =>
  asked(port, 'select 1').then(
    () => true,
    () => false,
  )

async function startPrimary() {
  // Another user runs PostgreSQL.
  const scratch = mkdtempSync('/tmp/gondola-standby-')
  undo.push(() => rmSync(scratch, { recursive: true, force: true }))
  const { folder } = findBinaries(scratch, inject('postgres'))
  const port = await freePort()
  const settings = ['wal_level=replica', 'max_wal_senders=4']
  stopLater(startPostgres({ folder, scratch, port, identity: ['--auth=trust'], settings }))
  await expect.poll(() => answers(port), STARTED).toBe(true)
  return { folder, scratch, port }
}

/** A copy of the running primary that follows it. */
async function startStandby({ folder, scratch, port }: Awaited<ReturnType<typeof startPrimary>>) {
  const [primary, data] = [join(scratch, 'data'), join(scratch, 'standby')]
  const backup = await connect(urlOf(port))
  await backup.query(`select pg_backup_start('standby', true)`)
  const filter = (path: string) => !/^postmaster\.(pid|opts)$/.test(basename(path))
  cpSync(primary, data, { recursive: true, verbatimSymlinks: true, filter })
  const { rows } = await backup.query('select labelfile from pg_backup_stop()')
  await backup.end()
  writeFileSync(join(data, 'backup_label'), rows[0].labelfile)
  writeFileSync(join(data, 'standby.signal'), '')
  appendFileSync(
    join(data, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=gondola'\n`,
  )
  const { uid, gid } = statSync(primary)
  for (const path of ['', ...readdirSync(data, { recursive: true, encoding: 'utf8' })])
    lchownSync(join(data, path), uid, gid)
  const own = await freePort()
  const words = [
    '-D',
    data,
    ...['listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${own}`].flatMap((one) => [
      '-c',
      one,
    ]),
  ]
  const user = process.getuid?.() === 0 ? { uid, gid } : {}
  stopLater(
    spawn(join(folder, 'postgres'), words, { ...user, cwd: scratch, stdio: ['ignore', 'ignore', 'pipe'] }),
  )
  await expect.poll(() => answers(own), STARTED).toBe(true)
  return own
}

describe.runIf(NIGHTLY)('a standby', { timeout: 180_000 }, () => {
  test('is refused at the start; a running server reads from it, and writes when it is promoted', async () => {
    const primary = await startPrimary()
    const upstream = new URL(urlOf(primary.port))
    const line = await lineTo(upstream)
    undo.push(line.close)
    const store = await openStore({ databaseUrl: line.url })
    const app = await testApp(store)
    await app.tokenOf('admin')
    const port = await startStandby(primary)
    const { rows } = await asked(primary.port, 'select pg_current_wal_lsn() as lsn')
    const isBehind = async () =>
      (await asked(port, `select coalesce(pg_last_wal_replay_lsn() < '${rows[0].lsn}', true) as behind`))
        .rows[0].behind
    await expect.poll(isBehind, STARTED).toBe(false)

    upstream.port = String(port)
    line.cut()
    line.mend()
    const signIn = () =>
      app.post('/api/login', { email: ACCOUNTS.admin, password: PASSWORD, device: 'dashboard-web' })
    const message = async () => (await signIn()).json().message
    await expect.poll(message, BACK).toMatch(/solo acepta lecturas/)
    expect((await signIn()).statusCode).toBe(503)
    expect((await app.get('/api/config', 'admin')).statusCode).toBe(200)
    expect((await app.get('/api/health')).json().data.writable).toBe(false)
    expect((await app.get('/api/health/ready')).json().data.store).toBe('read-only')
    await expect(openStore({ databaseUrl: urlOf(port) })).rejects.toMatchObject({
      code: 'read-only',
      message: expect.stringMatching(/solo acepta lecturas.*servidor principal/),
    })

    await asked(port, 'select pg_promote()')
    await expect.poll(async () => (await signIn()).statusCode, BACK).toBe(200)
    expect((await app.get('/api/health')).json().data.writable).toBe(true)
    await app.close()
    await store.close()
  })
})
