// A full disk: changes are refused with a clear message, reads and health still work, and writing starts again when there
// is space.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDuckDb } from '#server/store/duckdb.ts'
import { migrate } from '#server/store/migrate.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { testEngine } from '#test/engines.ts'

const MESSAGE = expect.stringMatching(
  /^No queda lugar en el disco del servidor.*ni iniciar sesión.*se pueden consultar/,
)

interface Disk {
  readonly store: Store
  fill(): Promise<unknown> | undefined
  free(): Promise<unknown> | undefined
}

async function onDuckDb(): Promise<Disk> {
  const folder = mkdtempSync(join(tmpdir(), 'gondola-full-'))
  let free = Number.MAX_SAFE_INTEGER
  const store = await openDuckDb({ file: join(folder, 'gondola.duckdb'), freeBytes: () => free })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return {
    store,
    async fill() {
      free = 1000
    },
    async free() {
      free = Number.MAX_SAFE_INTEGER
    },
  }
}

async function onPostgres(): Promise<Disk> {
  const store = await testEngine('postgres').open()
  return {
    store,
    async fill() {
      await store.run(sql`create function refuse() returns trigger as $$
        begin raise exception 'could not extend file' using errcode = '53100'; end $$ language plpgsql`)
      for (const table of ['settings', 'sign_in_attempts'])
        await store.run(
          sql`create trigger refuse before insert or update on ${sql.identifier(table)} execute function refuse()`,
        )
    },
    free: () => store.run(sql`drop function refuse cascade`),
  }
}

describe.each([
  ['duckdb', onDuckDb],
  ['postgres', onPostgres],
] as const)('a full disk on %s', (engine, open) => {
  let disk: Disk
  let app: TestApp
  beforeAll(async () => {
    disk = await open()
    if (engine === 'duckdb') await migrate(disk.store)
    app = await testApp(disk.store)
    await app.tokenOf('superAdmin')
  })
  afterAll(async () => {
    await app.close()
    if (engine === 'duckdb') await disk.store.close()
  })
  const save = () => app.post('/api/config', { option: 'store_name', values: 'La Nuestra' }, 'superAdmin')
  const signIn = () =>
    app.post('/api/login', { email: 'nadie@gondola.test', password: 'una clave', device: 'dashboard-web' })
  const writable = async () => (await app.get('/api/health')).json().data.writable

  test('refuses changes and sign-ins with 507, still reads and reports it in health', async () => {
    await disk.fill()
    for (const refused of [await save(), await signIn()])
      expect([refused.statusCode, refused.json()]).toEqual([
        507,
        { success: false, code: 'disk-full', message: MESSAGE },
      ])
    expect((await app.get('/api/distributors/resume?start_date=2026-05', 'superAdmin')).statusCode).toBe(200)
    expect(await writable()).toBe(false)
    await disk.free()
    expect([(await save()).statusCode, (await signIn()).statusCode]).toEqual([200, 401])
    expect(await writable()).toBe(true)
  })
})
