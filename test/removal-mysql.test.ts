// A shop's database with faults loses no record; what was deleted or trashed in it leaves on that evidence.
import { type Connection, createConnection } from 'mysql2/promise'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { importShop } from '#server/ingest/import.ts'
import { silentProgress } from '#server/ingest/progress.ts'
import { DEFAULT_MAPPING } from '#server/sources/woocommerce/mapping.ts'
import { mysqlAddress } from '#server/sources/woocommerce/mysql/address.ts'
import { mysqlShop } from '#server/sources/woocommerce/mysql/read-shop.ts'
import { wooCommerceSource } from '#server/sources/woocommerce/source.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { TIME_ZONE } from './app.ts'
import { describeOneEngine } from './engines.ts'
import { NOW, tried, upTo } from './faulty-shop.ts'
import { type Mariadb, startMariadb } from './mariadb.ts'
import { plainOrder } from './plugin-shapes.ts'
import { NO_RECORDS } from './small-files.ts'
import { loadShop } from './wordpress/load.ts'
import type { WrittenShop } from './wordpress/recorded.ts'
import type { Layout } from './wordpress/schema.ts'

const ORDERS = 120
const LAYOUTS = {
  hpos: { table: 'wp_wc_orders', id: 'id', status: 'status' },
  posts: { table: 'wp_posts', id: 'ID', status: 'post_status' },
} as const
const USER = `perdida_${process.pid}`
const databaseOf = (layout: Layout, engine: string) => `perdida_${layout}_${engine}_${process.pid}`

let mariadb: Mariadb
let shopkeeper: Connection
beforeAll(async () => {
  mariadb = await startMariadb()
  shopkeeper = await createConnection({ uri: mariadb.url, charset: 'utf8mb4' })
  await shopkeeper.query(`create user ${USER} identified by 'lectura'`)
}, 240_000)
afterAll(async () => {
  await shopkeeper?.query(`drop user ${USER}`)
  await shopkeeper?.end()
  await mariadb?.stop()
})

/** Undone by the second list. */
type Fault = (layout: Layout, database: string) => readonly [readonly string[], readonly string[]]

const FAULTS: Record<string, Fault> = {
  'limits the rows of every select': () => [
    ['set global sql_select_limit = 20'],
    ['set global sql_select_limit = default'],
  ],
  'hides a table from the reader': (_, database) => [
    [
      `revoke select on ${database}.* from ${USER}`,
      `grant select on ${database}.wp_options to ${USER}`,
      `grant select on ${database}.wp_woocommerce_order_items to ${USER}`,
    ],
    [`revoke all privileges, grant option from ${USER}`, `grant select on ${database}.* to ${USER}`],
  ],
  'holds no orders any more': (layout) => {
    const { table } = LAYOUTS[layout]
    return [
      [`create table kept as select * from ${table}`, `delete from ${table}`],
      [`insert into ${table} select * from kept`, 'drop table kept'],
    ]
  },
  'names the other layout': (layout) => {
    const option = (value: string) =>
      `update wp_options set option_value = '${value}' where option_name = 'woocommerce_custom_orders_table_enabled'`
    return [[option(layout === 'hpos' ? 'no' : 'yes')], [option(layout === 'hpos' ? 'yes' : 'no')]]
  },
  'lost the newer half of its orders': (layout) => {
    const { table, id } = LAYOUTS[layout]
    return [
      [
        `create table kept as select * from ${table} where ${id} > 60`,
        `delete from ${table} where ${id} > 60`,
      ],
      [`insert into ${table} select * from kept`, 'drop table kept'],
    ]
  },
}

describeOneEngine('a database of a shop', (engine) => {
  describe.each(['hpos', 'posts'] as const)('with orders in %s', (layout) => {
    const database = databaseOf(layout, engine.name)
    let store: Store
    const run = async (queries: readonly string[]) => {
      for (const query of queries) await shopkeeper.query(query)
    }
    const importAll = async () => {
      const url = new URL(mariadb.url)
      url.username = USER
      url.password = 'lectura'
      url.pathname = `/${database}`
      const source = wooCommerceSource(await mysqlShop(mysqlAddress(url.href), DEFAULT_MAPPING))
      const options = { store, source, timeZone: TIME_ZONE, progress: silentProgress }
      return importShop({ ...options, now: () => new Date(NOW) }).finally(() => source.close())
    }
    const importOnce = () => tried(importAll())
    const stored = async () =>
      (await store.all<{ id: number }>(sql`select order_id as id from orders order by id`)).map(
        ({ id }) => id,
      )

    beforeAll(async () => {
      const orders = upTo(ORDERS).map((id) => plainOrder(id % 2 ? '2026-09' : '2026-10', id, 10))
      const shop: WrittenShop = JSON.parse(JSON.stringify({ ...NO_RECORDS, orders, variations: [] }))
      await run([
        `create database ${database}`,
        `grant select on ${database}.* to ${USER}`,
        `use ${database}`,
      ])
      await loadShop(shopkeeper, shop, layout)
      await shopkeeper.query('set session autocommit = 1')
      return () => run([`drop database ${database}`])
    }, 120_000)
    beforeEach(async () => {
      await run([`use ${database}`])
      store = await engine.open()
      expect(await importOnce()).toMatchObject({ collections: { orders: { written: ORDERS } } })
    }, 120_000)

    test.each(Object.entries(FAULTS))(
      'that %s loses nothing',
      async (_, fault) => {
        const [queries, undo] = fault(layout, database)
        await run(queries)
        await importOnce().finally(() => run(undo))
        expect(await stored()).toEqual(upTo(ORDERS))
        expect(await store.all(sql`select * from removals where state <> 'waiting'`)).toEqual([])
        // Back in health, nothing waits any more.
        await importOnce()
        expect(await stored()).toEqual(upTo(ORDERS))
        expect(await store.all(sql`select * from removals`)).toEqual([])
      },
      120_000,
    )

    test('lets go of what it deleted or put in the trash', async () => {
      const { table, id, status } = LAYOUTS[layout]
      const trash = (word: string) =>
        `update ${table} set ${status} = '${word}' where ${id} between 31 and 60`
      await run([
        `create table kept as select * from ${table} where ${id} = 7`,
        `delete from ${table} where ${id} = 7`,
      ])
      await run([trash('trash')])
      await importOnce().finally(() =>
        run([`insert into ${table} select * from kept`, 'drop table kept', trash('wc-completed')]),
      )
      expect(await stored()).toEqual(upTo(ORDERS).filter((one) => one !== 7 && !(one >= 31 && one <= 60)))
      const evidence = await store.all(
        sql`select evidence, count(*) as count from removals where state = 'removed' group by evidence order by evidence`,
      )
      expect(evidence).toEqual([
        { evidence: 'gone', count: 1 },
        { evidence: 'trashed', count: 30 },
      ])
    }, 120_000)
  })
})
