// A real PgBouncer in front of PostgreSQL: sessions of its own work, shared ones are refused in a sentence.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openStore } from '#server/store/open.ts'
import { sql } from '#server/store/sql.ts'
import { freePort } from '../scripts/free-port.ts'
import { neighbour } from '../scripts/neighbours.ts'
import { testApp } from './app.ts'
import { connect } from './connect.ts'
import { testEngine } from './engines.ts'
import { NIGHTLY } from './nightly.ts'

const engine = testEngine('postgres')
const undo: (() => unknown)[] = []
afterAll(async () => {
  for (const step of undo.reverse()) await step()
})

/** Address of the database through a PgBouncer in this mode. */
async function pooled(databaseUrl: string, mode: string): Promise<string> {
  const program = neighbour('pgbouncer')
  const folder = mkdtempSync(join(tmpdir(), 'gondola-pgbouncer-'))
  chmodSync(folder, 0o755)
  const target = new URL(databaseUrl)
  const port = await freePort()
  writeFileSync(join(folder, 'users'), `"${target.username}" "${decodeURIComponent(target.password)}"\n`)
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]\n* = host=${target.hostname} port=${target.port} user=${target.username} password='${decodeURIComponent(target.password)}'
[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = any\nauth_file = ${folder}/users
pool_mode = ${mode}\ndefault_pool_size = 30\n`,
  )
  const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const pooler = spawn(program, ['-q', ...asUser, join(folder, 'pgbouncer.ini')], { stdio: 'ignore' })
  undo.push(async () => {
    pooler.kill('SIGINT')
    await once(pooler, 'exit')
    rmSync(folder, { recursive: true, force: true })
  })
  const url = Object.assign(new URL(target), { host: `127.0.0.1:${port}` }).href
  await (await connect(url)).end()
  return url
}

describe.runIf(NIGHTLY)('PgBouncer', () => {
  test('works with a session for each connection', async () => {
    const { databaseUrl = '' } = await engine.place()
    const store = await openStore({ databaseUrl: await pooled(databaseUrl, 'session') })
    const app = await testApp(store)
    const calls = Array.from({ length: 40 }, (_, page) =>
      app.get(`/api/orders?per_page=${page + 1}`, 'admin'),
    )
    expect(new Set((await Promise.all(calls)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(await store.one(sql`select 1 as n, pg_sleep(5)`)).toMatchObject({ n: 1 })
    await app.close()
    await store.close()
  })

  test.each(['transaction', 'statement'])('is refused in the mode %s, and nothing leaks', async (mode) => {
    const { databaseUrl = '' } = await engine.place()
    const url = await pooled(databaseUrl, mode)
    await expect(openStore({ databaseUrl: url })).rejects.toMatchObject({
      code: 'pooler',
      message: expect.stringMatching(/pooler.*pool_mode = session/),
    })
    const other = await connect(url)
    expect((await other.query('show default_transaction_read_only')).rows).toEqual([
      { default_transaction_read_only: 'off' },
    ])
    await other.end()
  })
})
