// Behaviour specific to a Citus cluster; all other tests can run on one too (`npm run citus`).
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { migrate, migrationsOf } from '#server/store/migrate.ts'
import { openStore } from '#server/store/open.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { fillShop, openSmallShop } from '../fixtures/open-small-shop.ts'
import { freePort } from '../scripts/free-port.ts'
import { testApp } from './app.ts'
import { plainDatabaseOfCluster, testEngine } from './engines.ts'

const engine = testEngine('postgres')

const undo: (() => unknown)[] = []
afterAll(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

const digest = (store: Store) =>
  Promise.all(
    [
      'orders',
      'order_lines',
      'order_discounts',
      'order_refunds',
      'customers',
      'products',
      'rollup_months',
    ].map((table) => store.all(sql`select * from ${sql.identifier(table)} order by 1, 2, 3`)),
  )

test('postgres becomes a cluster: the rows of a database that has data move to the workers', async () => {
  const { options, remove, join } = await plainDatabaseOfCluster()
  undo.push(remove)
  const before = await fillShop(await openStore(options))
  const rows = await digest(before)
  expect(rows[0]?.length).toBeGreaterThan(5)
  await before.close()
  await join()
  const after = await openStore(options)
  undo.push(() => after.close())
  expect(await digest(after)).toEqual(rows)
  const places = await after.all<{ name: string; kind: string; nodes: number; shards: number }>(sql`
    select table_name::text as name, min(citus_table_type) as kind, count(distinct nodeport) as nodes, count(*) as shards
    from citus_shards group by table_name order by 1`)
  const distributed = places.filter(({ kind }) => kind === 'distributed')
  expect(distributed.map(({ name, nodes, shards }) => [name, nodes, shards])).toEqual([
    ['order_discounts', 2, 4],
    ['order_lines', 2, 4],
    ['order_refunds', 2, 4],
    ['order_status_changes', 2, 4],
    ['orders', 2, 4],
    ['rollup_purchases', 2, 4],
  ])
  expect(places.find(({ name }) => name === 'customers')).toMatchObject({ kind: 'reference', nodes: 3 })
  const local = await after.one<{ rows: number }>(sql`select count(*) as rows from only pg_catalog.pg_class c
    where c.relname = 'orders' and pg_relation_size(c.oid) > 0`)
  expect(local).toEqual({ rows: 0 })
})

test('postgres streams the same rows as texts of the workers, and as values', async () => {
  const store = await openSmallShop(engine)
  const dirt = '\u0001";\\ñ😀\r\n{a,b}\'"null"\''
  const rows = sql`
    select order_id, order_date, created_at, counted, status, units, net, - discount * 1000000000 as large,
      cast(${dirt} as text) || first_name as dirty, '' as blank, nullif(order_id, 101) as missing
    from orders`
  const all = async (streamed: AsyncIterable<object[]>) => {
    const found: object[] = []
    for await (const batch of streamed) found.push(...batch)
    return found
  }
  const values = await all(store.stream(sql`${rows} order by order_id`))
  expect(values.length).toBeGreaterThan(5)
  expect(values[0]).toMatchObject({ blank: '', dirty: expect.stringContaining(dirt) })
  const of = (text: Sql) => sql`select ${text} as line from (${rows}) as sold order by order_id`
  expect(await all(store.stream(sql`${rows} order by order_id`, { of }))).toEqual(values)
})

test('postgres runs migrations of several tables that are on several nodes', async () => {
  const store = await engine.open()
  const text = 'create index cities on customers (city);\ncreate index cities_of_orders on orders (city);\n'
  const migrations = [...migrationsOf('postgres'), { name: '999_cities.postgres.sql', text, checksum: '' }]
  expect(await migrate(store, migrations)).toEqual(['999_cities.postgres.sql'])
})

test('postgres of the workers compiles no statements and sorts in memory, like that of the coordinator', async () => {
  const store = await engine.open()
  const settings = await store.all(sql`
    select distinct result from run_command_on_workers($$
      select concat_ws(' ', current_setting('jit'), current_setting('work_mem'), current_setting('timezone')) $$)`)
  expect(settings).toEqual([{ result: 'off 32MB UTC' }])
})

/** A server that accepts connections and answers nothing, like a node that has stopped. */
async function silentNode() {
  const sockets: Socket[] = []
  const server = createServer((socket) => sockets.push(socket))
  const stop = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  undo.push(stop)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { port: Number(Object(server.address()).port), stop }
}

test('postgres answers 503 while a worker is away or answers nothing, the rest as before, and recovers', async () => {
  const store = await openSmallShop(engine)
  const app = await testApp(store)
  undo.push(() => app.close())
  const worker = await store.one<{ id: number; host: string; port: number }>(sql`
    select nodeid as id, nodename as host, nodeport as port from pg_dist_node where groupid <> 0 limit 1`)
  const { id = 0, host = '', port = 0 } = worker ?? {}
  const moveTo = (other: number) => store.all(sql`select citus_update_node(${id}, ${host}, ${other})`)
  const calls = ['/api/orders?start_date=2026-05', '/api/distributors/resume?start_date=2026-05']
  const statuses = () =>
    Promise.all(calls.map(async (path) => (await app.get(path, 'superAdmin')).statusCode))
  await moveTo(await freePort())
  const answer = await app.get('/api/orders?start_date=2026-05', 'superAdmin')
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
  expect(await statuses()).toEqual([503, 200])
  const silent = await silentNode()
  await moveTo(silent.port)
  expect(await statuses()).toEqual([503, 200])
  silent.stop()
  await moveTo(port)
  expect(await statuses()).toEqual([200, 200])
})
