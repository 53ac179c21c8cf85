// The database goes away and comes back under a running server: 503 with Retry-After meanwhile, and no restart.
import { expect, inject, test } from 'vitest'
import { openStore } from '#server/store/open.ts'
import { sql } from '#server/store/sql.ts'
import { ACCOUNTS, PASSWORD, testApp } from '#test/app.ts'
import { connect } from '#test/connect.ts'
import { testEngine } from '#test/engines.ts'
import { lineTo } from '#test/line.ts'

const engine = testEngine('postgres')

test('answers 503 while the database is away and recovers', async () => {
  const { databaseUrl = '' } = await engine.place()
  const toDatabase = await lineTo(new URL(databaseUrl))
  const store = await openStore({ databaseUrl: toDatabase.url })
  const app = await testApp(store)
  expect((await app.get('/api/config', 'admin')).statusCode).toBe(200)

  toDatabase.cut()
  // Cached values are served until the server notices.
  const status = async () => (await app.get('/api/config', 'admin')).statusCode
  await expect.poll(status, { timeout: 10_000 }).toBe(503)
  for (const url of ['/api/config', '/api/health', '/api/distributors/resume']) {
    const answer = await app.get(url, 'admin')
    expect([answer.statusCode, answer.json()]).toEqual([
      503,
      { success: false, code: 'unavailable', message: 'Service Unavailable' },
    ])
    expect(answer.headers['retry-after']).toBe('5')
  }
  toDatabase.mend()
  expect((await app.get('/api/health')).statusCode).toBe(200)
  expect((await app.get('/api/config', 'admin')).statusCode).toBe(200)
  await app.close()
  await store.close()
  toDatabase.close()
})

/** Longest time until the server answers again. */
const BACK = { timeout: 10_000, interval: 100 }

test.each([
  ['open connections are', 'open'],
  ['the database is', 'all'],
] as const)('answers 503 while %s silent, and again within ten seconds', async (_, which) => {
  const { databaseUrl = '' } = await engine.place()
  const toDatabase = await lineTo(new URL(databaseUrl))
  const store = await openStore({ databaseUrl: toDatabase.url })
  const app = await testApp(store)
  await app.tokenOf('admin')
  // Connections of each kind, busy and idle.
  const reads = () =>
    Promise.allSettled(Array.from({ length: 6 }, () => store.one(sql`select pg_sleep(0.1)`)))
  await reads()
  const streaming = store.stream(sql`select generate_series(1, 5000) as n`)[Symbol.asyncIterator]()
  await streaming.next()
  const writing = Promise.withResolvers<void>()
  const written = store.transaction(async (tx) => {
    await tx.one(sql`select 1`)
    await writing.promise
    await tx.one(sql`select 1`)
  })

  toDatabase.freeze(which)
  const cut = Promise.allSettled([written, streaming.next(), streaming.next(), streaming.next(), reads()])
  writing.resolve()
  const during = await Promise.all(
    Array.from({ length: 12 }, () => app.get('/api/distributors/resume', 'admin')),
  )
  expect([...new Set(during.map(({ statusCode }) => statusCode))]).toContain(503)
  expect(during.filter(({ statusCode }) => statusCode !== 200 && statusCode !== 503)).toEqual([])
  if (which === 'all') {
    expect((await app.get('/api/health/ready')).statusCode).toBe(503)
    toDatabase.mend()
  }
  for (const url of ['/api/health', '/api/health/ready', '/api/config', '/api/distributors/resume'])
    await expect.poll(async () => (await app.get(url, 'admin')).statusCode, BACK).toBe(200)
  const signIn = async () =>
    (await app.post('/api/login', { email: ACCOUNTS.admin, password: PASSWORD, device: 'dashboard-web' }))
      .statusCode
  await expect.poll(signIn, BACK).toBe(200)
  expect((await cut).slice(0, 1)).toMatchObject([{ status: 'rejected', reason: { code: 'unreachable' } }])
  await app.close()
  await store.close()
  toDatabase.close()
})

async function changed(databaseUrl: string, settings: string): Promise<void> {
  const client = await connect(databaseUrl)
  const name = new URL(databaseUrl).pathname.slice(1)
  await client.query('set default_transaction_read_only = off')
  for (const setting of settings.split(';')) await client.query(`alter database ${name} ${setting}`)
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await client.end()
}

test.each([
  [
    'its user is refused',
    (role: string) => `alter role ${role} nologin`,
    (role: string) => `alter role ${role} login`,
  ],
  [
    'it has another name',
    (name: string) => `alter database ${name} rename to ${name}_away`,
    (name: string) => `alter database ${name}_away rename to ${name}`,
  ],
])('answers 503 while %s, and recovers', async (_, change, undo) => {
  const { databaseUrl = '' } = await engine.place()
  const name = new URL(databaseUrl).pathname.slice(1)
  const admin = await connect(inject('postgres').url)
  await admin.query(`create role ${name} superuser login password 'una'`)
  const store = await openStore({
    databaseUrl: Object.assign(new URL(databaseUrl), { username: name, password: 'una' }).href,
  })
  const app = await testApp(store)
  const statuses = async () =>
    Promise.all(['/api/config', '/api/health'].map(async (url) => (await app.get(url, 'admin')).statusCode))
  expect(await statuses()).toEqual([200, 200])
  await admin.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [name])
  await admin.query(change(name))
  await expect.poll(statuses, BACK).toEqual([503, 503])
  await admin.query(undo(name))
  await expect.poll(statuses, BACK).toEqual([200, 200])
  await app.close()
  await store.close()
  await admin.query(`drop role ${name}`)
  await admin.end()
})

test.each(['on', 'off'])('leaves long statements alone where track_activities is %s', async (setting) => {
  const place = await engine.place()
  await changed(place.databaseUrl ?? '', `set track_activities = ${setting}`)
  const store = await openStore(place)
  expect(await store.one(sql`select 1 as n, pg_sleep(5)`)).toMatchObject({ n: 1 })
  await store.close()
})

test('says that the database only takes reads, and writes again when it does', async () => {
  const { databaseUrl = '' } = await engine.place()
  const store = await openStore({ databaseUrl })
  const app = await testApp(store)
  const signIn = () =>
    app.post('/api/login', { email: ACCOUNTS.admin, password: PASSWORD, device: 'dashboard-web' })
  expect((await signIn()).statusCode).toBe(200)
  await app.tokenOf('admin')
  await changed(databaseUrl, 'set default_transaction_read_only = on')
  const refused = () => signIn().then((answer) => answer.json().message)
  await expect.poll(refused, BACK).toMatch(/solo acepta lecturas/)
  expect((await signIn()).statusCode).toBe(503)
  expect((await app.get('/api/config', 'admin')).statusCode).toBe(200)
  const abandoned = store.transaction(async () => {
    throw new Error('abandoned')
  })
  await expect(abandoned).rejects.toThrow('abandoned')
  expect((await app.get('/api/health')).json().data.writable).toBe(false)
  expect((await app.get('/api/health/ready')).json().data.store).toBe('read-only')
  await expect(openStore({ databaseUrl })).rejects.toMatchObject({
    code: 'read-only',
    message: expect.stringMatching(/solo acepta lecturas.*servidor principal/),
  })
  await changed(databaseUrl, 'reset default_transaction_read_only')
  await expect.poll(async () => (await signIn()).statusCode, BACK).toBe(200)
  expect((await app.get('/api/health')).json().data.writable).toBe(true)
  await app.close()
  await store.close()
})

test.each([
  [
    'isolation',
    "set default_transaction_isolation = 'serializable'; set default_transaction_deferrable = on",
  ],
  ['repeatable reads', "set default_transaction_isolation = 'repeatable read'"],
  ['limits', "set lock_timeout = '1ms'; set idle_in_transaction_session_timeout = '1ms'"],
  ['search path', 'set search_path = nowhere'],
  ['order of schemas', 'set search_path = other, public'],
  [
    'formats',
    "set datestyle = 'SQL, DMY'; set extra_float_digits = -15; set standard_conforming_strings = off",
  ],
])('works alike whatever the %s of its role', async (_, settings) => {
  const { databaseUrl = '' } = await engine.place()
  const client = await connect(databaseUrl)
  await client.query('create schema other')
  await client.end()
  await changed(databaseUrl, settings)
  const store = await openStore({ databaseUrl })
  const app = await testApp(store)
  const writer = (number: number) =>
    store.transaction(async (tx) => {
      const row = await tx.one<{ value: string }>(sql`select value from settings where option = 'shared'`)
      await tx.run(sql`update settings set value = ${String(Number(row?.value) + 1)} where option = 'shared'`)
      await tx.run(sql`insert into settings values (${`writer ${number}`}, ${'a\\b'})`)
    })
  await store.run(sql`insert into settings values ('shared', '0')`)
  await Promise.all(Array.from({ length: 12 }, (__, number) => writer(number)))
  const signIns = Array.from({ length: 8 }, () =>
    app.post('/api/login', { email: ACCOUNTS.admin, password: PASSWORD, device: 'dashboard-web' }),
  )
  expect((await Promise.all(signIns)).map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200))
  expect(
    await store.one(sql`select count(*) as n, count(distinct value) as values, min(value) as value,
      cast('2026-05-04' as date) as day, 0.1::float8 + 0.2::float8 as sum from settings where option like 'writer%'`),
  ).toEqual({ n: 12, values: 1, value: 'a\\b', day: '2026-05-04', sum: 0.1 + 0.2 })
  await app.close()
  await store.close()
})

test('repeats a change once that was rolled back for the sake of another', async () => {
  const store = await openStore(await engine.place())
  const attempts: string[] = []
  const failing = (times: number, code: string) =>
    store.transaction(async (tx) => {
      attempts.push(code)
      await tx.run(sql`insert into settings values (${`repeated ${code}`}, '1')`)
      if (attempts.filter((one) => one === code).length <= times)
        await tx.run(sql.raw(`do $$ begin raise exception 'again' using errcode = '${code}'; end $$`))
    })
  await failing(1, '40001')
  await expect(failing(2, '40P01')).rejects.toMatchObject({ code: 'overloaded' })
  expect(attempts).toEqual(['40001', '40001', '40P01', '40P01'])
  expect(await store.all(sql`select option from settings where option like 'repeated%'`)).toEqual([
    { option: 'repeated 40001' },
  ])
  await store.close()
})

test('waits for a connection that it has while the server has no other, and keeps one for health', async () => {
  const { databaseUrl = '' } = await engine.place()
  const name = `few_${new URL(databaseUrl).pathname.slice(1)}`.slice(0, 60)
  const admin = await connect(databaseUrl)
  await admin.query(`create role ${name} login password 'few' connection limit 12`)
  await admin.query(`create database ${name} owner ${name} template template0 encoding 'UTF8'`)
  const url = Object.assign(new URL(databaseUrl), {
    username: name,
    password: 'few',
    pathname: `/${name}`,
  }).href
  const stores = [await openStore({ databaseUrl: url }), await openStore({ databaseUrl: url })]
  const apps = await Promise.all(stores.map((store) => testApp(store)))
  const calls = apps.flatMap((app) =>
    Array.from({ length: 30 }, (_, call) =>
      app.get(call % 3 === 0 ? '/api/health/ready' : `/api/orders?per_page=${call + 1}`, 'admin'),
    ),
  )
  const statuses = (await Promise.all(calls)).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status !== 200)).toEqual([])
  for (const app of apps) await app.close()
  for (const store of stores) await store.close()
  await admin.query(`drop database ${name} with (force)`)
  await admin.query(`drop role ${name}`)
  await admin.end()
})
