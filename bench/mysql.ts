// Imports copies of the recorded store from a MariaDB; compared with reading the same records without writing them.
import { createConnection } from 'mysql2/promise'
import { DEFAULT_MAPPING } from '#server/sources/woocommerce/mapping.ts'
import { mysqlAddress } from '#server/sources/woocommerce/mysql/address.ts'
import { mysqlShop } from '#server/sources/woocommerce/mysql/read-shop.ts'
import { startMariadb } from '#test/mariadb.ts'
import { loadRecordedShop } from '#test/wordpress/load.ts'
import type { Layout } from '#test/wordpress/schema.ts'
import { count, floor, heading, mib, seconds, table, timed, times } from './figures.ts'
import { gondola } from './processes.ts'

/** Orders of the recording. */
const RECORDED = 3000
/** Larger than every id of the recording. */
const ID_STEP = 1_000_000
/** Floor: the import's rate, as a share of the rate of reading alone. */
const LEAST_RATE = 0.4

const LAYOUTS: Record<Layout, string> = { hpos: 'tables of orders', posts: 'orders among posts' }

/** `sizes`: copies of the recorded orders, each size in a shop of its own. */
export async function measureMysql(folder: string, sizes: readonly number[]): Promise<void> {
  heading('Import straight from MariaDB, the command from start to end')
  const server = await startMariadb()
  try {
    await giveMemory(server.url)
    const rows: string[][] = []
    for (const layout of ['hpos', 'posts'] as const)
      for (const copies of sizes) {
        const orders = RECORDED * copies
        const line = (name: string, took: number, ...more: string[]) =>
          rows.push([
            `${LAYOUTS[layout]}: ${name}`,
            seconds(took),
            `${count((orders / took) * 1000)} orders/s`,
            ...more,
          ])
        const { url, drop } = await makeShop(server.url, layout, copies)
        const [read, reading] = await timed(() => readAll(url))
        if (read !== orders) throw new Error(`${read} of ${orders} orders were read`)
        line(`reading ${count(orders)} records alone`, reading)
        const data = `${folder}-${layout}-${copies}`
        const { milliseconds, peak } = await gondola(['import', 'woocommerce', '--mysql'], data, {
          GONDOLA_MYSQL_URL: url,
        })
        const ratio = reading / milliseconds
        const mark = floor(ratio >= LEAST_RATE, `≥ ${LEAST_RATE} ×`)
        line(`${count(orders)} orders, empty store`, milliseconds, mib(peak), times(ratio), mark)
        await drop()
      }
    console.log(table(['', 'took', 'rate', 'peak memory', 'rate : reading alone', 'floor'], rows))
  } finally {
    await server.stop()
  }
}

/** Enough memory for all tables, so that the disk is not measured. A server given from outside keeps its settings. */
async function giveMemory(server: string): Promise<void> {
  if (process.env.GONDOLA_TEST_MYSQL_URL) return
  const connection = await createConnection(server)
  await connection.query(`set global innodb_buffer_pool_size = ${3 * 1024 ** 3}`)
  await connection.end()
}

async function readAll(url: string): Promise<number> {
  const shop = await mysqlShop(mysqlAddress(url), DEFAULT_MAPPING)
  let orders = 0
  for await (const page of (await shop.read('orders')) ?? []) orders += page.records.length
  shop.close()
  return orders
}

interface Copied {
  readonly table: string
  /** Columns whose ids are shifted in each copy. */
  readonly moved: readonly string[]
  /** Auto-increment column. */
  readonly counted?: string
  readonly only?: string
}

const COPIED: Record<Layout, readonly Copied[]> = {
  hpos: [
    { table: 'wc_orders', moved: ['id', 'parent_order_id'] },
    { table: 'wc_order_addresses', moved: ['order_id'], counted: 'id' },
    { table: 'wc_order_operational_data', moved: ['order_id'], counted: 'id' },
    { table: 'wc_orders_meta', moved: ['order_id'], counted: 'id' },
  ],
  posts: [
    {
      table: 'posts',
      moved: ['ID', 'post_parent'],
      only: "post_type in ('shop_order', 'shop_order_refund')",
    },
    {
      table: 'postmeta',
      moved: ['post_id'],
      counted: 'meta_id',
      only: "post_id in (select ID from wp_posts where post_type in ('shop_order', 'shop_order_refund'))",
    },
  ],
}
const ITEMS: readonly Copied[] = [
  { table: 'woocommerce_order_items', moved: ['order_item_id', 'order_id'] },
  { table: 'woocommerce_order_itemmeta', moved: ['order_item_id'], counted: 'meta_id' },
]

/** Copies inside the server, before indexes are created. */
async function makeShop(
  server: string,
  layout: Layout,
  copies: number,
): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const database = `bench_${layout}`
  const connection = await createConnection({ uri: server, charset: 'utf8mb4' })
  await connection.query(`create database ${database}`)
  await connection.query(`use ${database}`)
  await loadRecordedShop(connection, layout, 'wp_', async () => {
    for (const { table: name, moved, counted, only = 'true' } of [...COPIED[layout], ...ITEMS]) {
      const [columns]: [unknown, unknown] = await connection.query(`show columns from wp_${name}`)
      const names = (Array.isArray(columns) ? columns : [])
        .map((column: { Field: string }) => column.Field)
        .filter((column) => column !== counted)
      const copied = (copy: number) =>
        names.map((column) => (moved.includes(column) ? shifted(column, copy * ID_STEP) : column)).join()
      await connection.query(
        `create temporary table original as select ${names.join()} from wp_${name} where ${only}`,
      )
      for (let copy = 1; copy < copies; copy++)
        await connection.query(
          `insert into wp_${name} (${names.join()}) select ${copied(copy)} from original`,
        )
      await connection.query('drop temporary table original')
    }
    await connection.query('commit')
  })
  return {
    url: Object.assign(new URL(server), { pathname: `/${database}` }).href,
    async drop() {
      await connection.query(`drop database ${database}`)
      await connection.end()
    },
  }
}

/** Orders without a parent have 0. */
const shifted = (column: string, by: number): string => `if(${column} = 0, 0, ${column} + ${by})`
