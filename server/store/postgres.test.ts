import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { testEngine } from '#test/engines.ts'
import { icuLocale, remadeDatabase } from '#test/remade-database.ts'
import { openStore } from './open.ts'
import { sql } from './sql.ts'

const engine = testEngine('postgres')

async function changed(change: (url: URL) => void): Promise<string> {
  const { databaseUrl = '' } = await engine.place()
  const url = new URL(databaseUrl)
  change(url)
  return url.href
}
const opening = async (change: (url: URL) => void) => openStore({ databaseUrl: await changed(change) })

it('explains an invalid address without its password', async () => {
  const password = opening((url) => {
    url.password = 'no-es-esta'
  })
  await expect(password).rejects.toMatchObject({
    code: 'denied',
    message: expect.not.stringContaining('no-es-esta'),
  })
  const without = opening((url) => {
    url.password = ''
  })
  await expect(without).rejects.toMatchObject({ code: 'denied' })
  const encrypted = opening((url) => {
    url.search = '?sslmode=verify-full'
  })
  await expect(encrypted).rejects.toMatchObject({
    code: 'unreachable',
    message: expect.stringMatching(/no se puede cifrar .*sslrootcert/),
  })
  const database = opening((url) => {
    url.pathname = '/no_hay'
  })
  await expect(database).rejects.toMatchObject({
    code: 'no-database',
    message: expect.stringContaining('no_hay'),
  })
  await expect(openStore({ databaseUrl: 'mysql://root:secreta@localhost/x' })).rejects.toMatchObject({
    code: 'bad-address',
    message: expect.not.stringContaining('secreta'),
  })
})

it('reports when nothing or another program answers', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  const port = typeof address === 'object' && address ? String(address.port) : ''
  const at = (url: URL) => {
    url.port = port
  }
  silent.on('connection', (socket) => socket.resume().end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  await expect(opening(at)).rejects.toMatchObject({ code: 'unreachable' })
  const closed = once(silent, 'close')
  silent.close()
  await closed
  await expect(opening(at)).rejects.toMatchObject({
    code: 'unreachable',
    message: expect.stringContaining(port),
  })
})

it('recovers after the server cuts its connections', async () => {
  const place = await engine.place()
  const store = await openStore(place)
  const cut = new pg.Client({ connectionString: inject('postgres').url })
  await cut.connect()
  const database = new URL(place.databaseUrl ?? '').pathname.slice(1)
  const running = store.all(sql`select cast(pg_sleep(30) as text)`)
  const answer = expect(running).rejects.toMatchObject({ code: 'unreachable' })
  const busy = `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and state <> 'idle'`
  let terminated = 0
  while (terminated === 0) terminated = (await cut.query(busy, [database])).rowCount ?? 0
  await answer
  const reading = async () => {
    const rows = store.stream(sql`select n from generate_series(1, 30000) as t (n)`)
    for await (const _ of rows) await cut.query(busy, [database])
  }
  await expect(reading()).rejects.toMatchObject({ code: 'unreachable' })
  await cut.end()
  expect(await store.all(sql`select 1 as n`)).toEqual([{ n: 1 }])
  await store.close()
})

it('closes a connection that the server is about to end', async () => {
  const store = await openStore(await engine.place())
  const connection = () => store.transaction((tx) => tx.one(sql`select pg_backend_pid() as pid`))
  const before = await connection()
  expect(await connection()).toEqual(before)
  // The code of a query that a restart ends; this connection stays open until the store closes it.
  const ended = store.run(sql`do $$ begin raise exception using errcode = 'admin_shutdown'; end $$`)
  await expect(ended).rejects.toMatchObject({ code: 'unreachable' })
  expect(await connection()).not.toEqual(before)
  await store.close()
})

it('several processes can start at once on an empty database', async () => {
  const { databaseUrl = '' } = await engine.place()
  const name = new URL(databaseUrl).pathname.slice(1)
  const server = new pg.Client({ connectionString: inject('postgres').url })
  await server.connect()
  await server.query(`drop database ${name}`)
  await server.query(`create database ${name}`)
  await server.end()
  const stores = await Promise.all([1, 2, 3, 4].map(() => openStore({ databaseUrl })))
  expect(await stores[0]?.all(sql`select * from settings where option <> 'buyers_salt'`)).toEqual([])
  const ran = await stores[3]?.all<{ name: string }>(sql`select name from migrations order by name`)
  expect(new Set(ran?.map(({ name }) => name)).size).toBe(ran?.length)
  await Promise.all(stores.map((store) => store.close()))
})

it('orders text by code points in a database of another collation too', async () => {
  const store = await openStore({ databaseUrl: await remadeDatabase(engine, icuLocale('es')) })
  await store.run(
    sql`insert into categories values (1, 0, 'b', ''), (2, 0, 'B', ''), (3, 0, 'á', ''), (4, 0, 'Z', '')`,
  )
  expect(await store.all(sql`select name from categories order by name`)).toEqual(
    ['B', 'Z', 'b', 'á'].map((text) => ({ name: text })),
  )
  expect(await store.one(sql`select folded('ÁRBOL Ñ') as it`)).toEqual({ it: 'arbol n' })
  await store.close()
})

it('refuses a database that does not hold UTF-8', async () => {
  const databaseUrl = await remadeDatabase(engine, "encoding 'LATIN1' locale 'C'")
  await expect(openStore({ databaseUrl })).rejects.toMatchObject({
    code: 'too-old',
    message: expect.stringContaining('UTF8'),
  })
})

it('does not keep an idle process alive', async () => {
  const { databaseUrl } = await engine.place()
  const program = `
    const { openStore } = await import(${JSON.stringify(new URL('./open.ts', import.meta.url).href)})
    await openStore({ databaseUrl: ${JSON.stringify(databaseUrl)} })`
  const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { timeout: 20_000 })
  expect(status).toBe(0)
})

it('distinguishes a busy or full server and a cancelled statement from an unreachable one', async () => {
  const store = await openStore(await engine.place())
  const slow = store.transaction(async (tx) => {
    await tx.run(sql`set local statement_timeout = 50`)
    await tx.all(sql`select cast(pg_sleep(20) as text)`)
  })
  await expect(slow).rejects.toMatchObject({ code: 'timeout' })
  const failing = (code: string) =>
    store.run(sql.raw(`do $$ begin raise exception 'no' using errcode = '${code}'; end $$`))
  await expect(failing('53300')).rejects.toMatchObject({ code: 'overloaded' })
  expect(store.isFull()).toBe(false)
  await expect(failing('53100')).rejects.toMatchObject({ code: 'full' })
  expect(store.isFull()).toBe(true)
  await store.close()
})

it('lets work wait for a connection while all are in use', async () => {
  const store = await openStore(await engine.place())
  const gate = Promise.withResolvers<void>()
  const busy = Array.from({ length: 30 }, (_, number) =>
    store.transaction(async (tx) => {
      await gate.promise
      await tx.run(sql`insert into settings values (${String(number)}, '1')`)
    }),
  )
  expect(await store.one(sql`select count(*) as n from settings where option <> 'buyers_salt'`)).toEqual({
    n: 0,
  })
  gate.resolve()
  await Promise.all(busy)
  expect(await store.one(sql`select count(*) as n from settings where option <> 'buyers_salt'`)).toEqual({
    n: 30,
  })
  await store.close()
})
