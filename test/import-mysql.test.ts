// A shop read directly from its MariaDB, in both layouts of WooCommerce's orders, gives the same rows as its REST records.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Connection, createConnection } from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { command } from '#server/commands/import.ts'
import { readConfig } from '#server/config/config.ts'
import { importShop } from '#server/ingest/import.ts'
import { silentProgress } from '#server/ingest/progress.ts'
import { filesShop } from '#server/sources/woocommerce/json-lines.ts'
import { DEFAULT_MAPPING as DEFAULTS, mappingSchema } from '#server/sources/woocommerce/mapping.ts'
import { mysqlAddress } from '#server/sources/woocommerce/mysql/address.ts'
import { mysqlShop } from '#server/sources/woocommerce/mysql/read-shop.ts'
import type { OrderPayload } from '#server/sources/woocommerce/payloads.ts'
import type { RecordPage, Shop } from '#server/sources/woocommerce/records.ts'
import { wooCommerceSource } from '#server/sources/woocommerce/source.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { type CommandContext, CommandError } from '#server/terminal/command.ts'
import { testEngine } from './engines.ts'
import { type Mariadb, startMariadb } from './mariadb.ts'
import { NIGHTLY } from './nightly.ts'
import { RECORDED } from './recorded-oracle.ts'
import { storeRows } from './store-rows.ts'
import { loadRecordedShop } from './wordpress/load.ts'
import { serialize } from './wordpress/php.ts'
import { createTables } from './wordpress/schema.ts'

const engine = testEngine('duckdb')
const PASSWORD = 'cl@ve / de "lectura"'
const READER = `tienda_${process.pid}`
const DATABASES = {
  hpos: `hpos_${process.pid}`,
  posts: `posts_${process.pid}`,
  empty: `empty_${process.pid}`,
}

const folder = mkdtempSync(join(tmpdir(), 'gondola-mysql-'))

let mariadb: Mariadb
/** A connection of the shop itself, which may write. */
let shopkeeper: Connection
let expected: { rows: Record<string, string[]>; report: Awaited<ReturnType<typeof importInto>> }

const address = (database: string, more = '') => {
  const url = new URL(mariadb.url)
  url.username = READER
  url.password = encodeURIComponent(PASSWORD)
  url.pathname = `/${database}`
  return url.href + more
}

const importInto = (store: Store, shop: Shop, mapping = DEFAULTS) =>
  importShop({
    store,
    source: wooCommerceSource(shop, async () => mapping),
    timeZone: 'America/Argentina/Buenos_Aires',
    progress: silentProgress,
  })

async function importFrom(store: Store, url: string) {
  const shop = await mysqlShop(mysqlAddress(url), DEFAULTS)
  try {
    return await importInto(store, shop)
  } finally {
    shop.close()
  }
}

const within = async (database: string, ...queries: string[]) => {
  await shopkeeper.query(`use ${database}`)
  for (const query of queries) await shopkeeper.query(query)
}

beforeAll(async () => {
  mariadb = await startMariadb()
  shopkeeper = await createConnection({ uri: mariadb.url, charset: 'utf8mb4' })
  for (const database of Object.values(DATABASES)) await shopkeeper.query(`create database ${database}`)
  // Has only the rights that docs/operations.md asks for.
  await shopkeeper.query(`create user ${READER} identified by ?`, [PASSWORD])
  for (const database of Object.values(DATABASES))
    await shopkeeper.query(`grant select on ${database}.* to ${READER}`)
  await shopkeeper.query(`use ${DATABASES.hpos}`)
  await loadRecordedShop(shopkeeper, 'hpos')
  await shopkeeper.query(`use ${DATABASES.posts}`)
  await loadRecordedShop(shopkeeper, 'posts', 'tienda_2_')
  await shopkeeper.query('set session autocommit = 1')
  const store = await engine.open()
  const report = await importInto(store, await filesShop(RECORDED))
  expected = { rows: await storeRows(store), report }
}, 240_000)

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  if (process.env.GONDOLA_TEST_MYSQL_URL && shopkeeper) {
    for (const database of Object.values(DATABASES)) await shopkeeper.query(`drop database ${database}`)
    await shopkeeper.query(`drop user ${READER}`)
  }
  await shopkeeper?.end()
  await mariadb?.stop()
})

describe.each(['hpos', 'posts'] as const)('a database with orders in %s', (layout) => {
  let store: Store
  beforeAll(async () => {
    store = await engine.open()
  })

  test('gives the same rows, counts and notes as its REST records', async () => {
    const report = await importFrom(store, address(DATABASES[layout]))
    const rows = await storeRows(store)
    for (const [table, wanted] of Object.entries(expected.rows))
      expect(rows[table], `${layout} ${table}`).toEqual(wanted)
    expect(rows.orders).toHaveLength(3000)
    expect(report).toMatchObject({
      collections: expected.report.collections,
      rejects: [],
      unmapped: expected.report.unmapped,
      months: expected.report.months,
    })
    expect(
      await store.all(
        sql`select option, value from settings where option in ('store_name', 'currency', 'data_source') order by option`,
      ),
    ).toEqual([
      { option: 'currency', value: '"ARS"' },
      // As over REST: connected later, it is the same shop.
      { option: 'data_source', value: '{"kind":"woocommerce","origin":"https://127.0.0.1:8443/"}' },
      { option: 'store_name', value: '"Tienda & Cía."' },
    ])
  }, 120_000)

  /** Both layouts keep options, lines and their fields in the same tables. */
  const once = test.runIf(NIGHTLY || layout === 'hpos')
  once(
    'gives the same rows where the server limits selects and prices are shown without decimals',
    async () => {
      const prefix = layout === 'hpos' ? 'wp_' : 'tienda_2_'
      const other = await engine.open()
      await within(
        DATABASES[layout],
        'set global sql_select_limit = 100',
        `delete from ${prefix}options where option_name = 'woocommerce_price_num_decimals'`,
        `insert into ${prefix}options (option_name, option_value) values ('woocommerce_price_num_decimals', '0')`,
        // WooCommerce does not read them: an item's tax is that of its rates.
        `update ${prefix}woocommerce_order_itemmeta set meta_value = meta_value + 0.02
         where meta_key in ('_line_tax', '_line_subtotal_tax')`,
      )
      await importFrom(other, address(DATABASES[layout])).finally(() =>
        shopkeeper.query('set global sql_select_limit = default'),
      )
      const rows = await storeRows(other)
      for (const [table, wanted] of Object.entries(expected.rows)) expect(rows[table], table).toEqual(wanted)
    },
    120_000,
  )

  test('tells the parent of each order', async () => {
    const [table, id, parent] =
      layout === 'hpos' ? ['wp_wc_orders', 'id', 'parent_order_id'] : ['tienda_2_posts', 'ID', 'post_parent']
    const parentOf = (value: number) => `update ${table} set ${parent} = ${value} where ${id} = 108`
    await within(DATABASES[layout], parentOf(104))
    const orders = await ordersOf(DATABASES[layout])
    await within(DATABASES[layout], parentOf(0))
    expect(orders.filter(({ parent_id }) => parent_id !== 0)).toMatchObject([{ id: 108, parent_id: 104 }])
  }, 120_000)

  test('follows the shop when repeated, and reads a consistent snapshot', async () => {
    const table = layout === 'hpos' ? 'wp_wc_orders' : 'tienda_2_posts'
    const items = `${layout === 'hpos' ? 'wp_' : 'tienda_2_'}woocommerce_order_items`
    const itemMeta = items.replace('items', 'itemmeta')
    const status = layout === 'hpos' ? 'status' : 'post_status'
    const shop = await mysqlShop(mysqlAddress(address(DATABASES[layout])), DEFAULTS)
    await within(
      DATABASES[layout],
      `update ${table} set ${status} = 'trash' where id = 104`,
      `update ${table} set ${status} = 'wc-pending' where id = 108`,
      `delete from ${table} where id = 115`,
      `delete from ${items} where order_id = 115`,
      // Added to an old order with distant ids, and meta fields with ids far from those of their lines; a name contains the
      // separator of the query.
      `insert into ${items} (order_item_id, order_id, order_item_type, order_item_name)
         values (9000001, 108, 'line_item', 'Agre\x1fgado'), (9000100, 108, 'fee', 'Envoltorio')`,
      `insert into ${itemMeta} (order_item_id, meta_key, meta_value)
         values (9000001, '_qty', '2'), (9000001, '_line_subtotal', '10.005'), (9000001, '_line_total', '10.005'),
           (9000001, '_qty', '7'), (9000100, '_line_total', '3')`,
      `update ${itemMeta} set meta_id = meta_id + 50000000 where order_item_id % 7 = 0`,
      layout === 'hpos'
        ? `insert into wp_wc_orders_meta (order_id, meta_key, meta_value) values (108, '_order_number_formatted', 'PED-108')`
        : `insert into tienda_2_postmeta (post_id, meta_key, meta_value) values (108, '_order_number_formatted', 'PED-108')`,
    )
    const orders = await ordersIn(shop)
    expect(orders).toHaveLength(3000)
    expect(orders.map(({ id }) => id)).toEqual(orders.map(({ id }) => id).sort((one, other) => one - other))
    const changed = orders.filter(({ id }) => [104, 108, 115].includes(id))
    expect(changed.map(({ status }) => status)).not.toContain('pending')
    expect(changed).toHaveLength(3)
    expect(changed.every(({ line_items }) => line_items.length > 0)).toBe(true)
    if (layout === 'hpos') {
      const before = await importInto(store, shop)
      expect(before.collections.orders).toMatchObject({ read: 3000, written: 0, unchanged: 3000, removed: 0 })
      expect(before.months).toEqual([])
    }
    shop.close()
    const after = await importFrom(store, address(DATABASES[layout]))
    expect(after.collections.orders).toMatchObject({ read: 2998, written: 1, unchanged: 2997, removed: 2 })
    expect(
      await store.all(
        sql`select order_id, number, status from orders where order_id in (${[104, 108, 115]}) order by order_id`,
      ),
    ).toEqual([{ order_id: 108, number: 'PED-108', status: 'wc-pending' }])
    expect(
      await store.all(
        sql`select l.name, l.quantity, l.gross, o.fees from order_lines l join orders o on o.order_id = l.order_id
          where line_id = 9000001`,
      ),
    ).toEqual([{ name: 'Agre\x1fgado', quantity: 2, gross: 10.01, fees: 3 }])
  }, 120_000)

  test('reads vouchers, their payments and savings as their plug-ins write them', async () => {
    const prefix = layout === 'hpos' ? 'wp_' : 'tienda_2_'
    const metaOfOrder = layout === 'hpos' ? 'wp_wc_orders_meta (order_id' : 'tienda_2_postmeta (post_id'
    const saving = { saved_amount: 5000, applied_rules: [{ id: 1, title: 'Feria', type: 'simple_discount' }] }
    const itemMeta = (item: string, key: string, value: string) =>
      `insert into ${prefix}woocommerce_order_itemmeta (order_item_id, meta_key, meta_value) select ${item}, '${key}', '${value}'`
    await within(
      DATABASES[layout],
      itemMeta('56', '_wdr_discounts', serialize(saving)),
      itemMeta('69', 'pw_gift_card_amount', '49500'),
      `${itemMeta('order_item_id', '_legacy_fee_key', '_via_wallet_partial_payment')}
         from ${prefix}woocommerce_order_items where order_id = 125 and order_item_type = 'fee'`,
      `insert into ${metaOfOrder}, meta_key, meta_value) values (128, '_ywgc_applied_gift_cards_totals', '800')`,
      layout === 'hpos'
        ? 'update wp_wc_orders set total_amount = total_amount - 800 where id = 128'
        : `update tienda_2_postmeta set meta_value = meta_value - 800 where post_id = 128 and meta_key = '_order_total'`,
      `insert into ${prefix}terms (term_id, name, slug) values (9900, 'gift-card', 'gift-card')`,
      `insert into ${prefix}term_taxonomy (term_taxonomy_id, term_id, taxonomy, description)
         values (9900, 9900, 'product_type', '')`,
      `update ${prefix}term_relationships set term_taxonomy_id = 9900 where object_id = 48 and term_taxonomy_id between 9000 and 9099`,
    )
    const mapping = mappingSchema.parse({
      vouchers: { product_types: ['gift-card'], line_keys: ['pw_gift_card_amount'] },
      voucher_payments: {
        fee_keys: ['_via_wallet_partial_payment'],
        meta_keys: ['_ywgc_applied_gift_cards_totals'],
      },
      line_savings: [{ key: '_wdr_discounts', field: 'saved_amount', name_field: 'applied_rules.title' }],
    })
    const other = await engine.open()
    const shop = await mysqlShop(mysqlAddress(address(DATABASES[layout])), mapping)
    await importInto(other, shop, mapping)
    shop.close()
    const rows = await other.all(sql`
      select order_id, gross, discount, fees, gap, voucher_paid from orders
      where order_id in (${[120, 123, 125, 128, 131]}) order by order_id`)
    const row = (order_id: number, gross: number, more: object) => ({
      ...{ order_id, gross, discount: 0, fees: 0, gap: 0, voucher_paid: 0, ...more },
    })
    expect(rows).toEqual([
      row(120, 125_000 + 5000, { discount: 5000 }),
      row(123, 1600 + 39_800, { fees: 49_500 }),
      row(125, 66_400, { voucher_paid: 6640 }),
      row(128, 2400 + 5900, { voucher_paid: 800 }),
      row(131, 0, { fees: 3300 }),
    ])
    expect(await other.all(sql`select name, amount from order_discounts where order_id = 120`)).toEqual([
      { name: 'Feria', amount: 5000 },
    ])
  }, 120_000)

  test('reads the variations of a type that a plug-in made', async () => {
    const prefix = layout === 'hpos' ? 'wp_' : 'tienda_2_'
    await within(
      DATABASES[layout],
      `insert into ${prefix}terms (term_id, name, slug) values (9901, 'caja', 'caja')`,
      `insert into ${prefix}term_taxonomy (term_taxonomy_id, term_id, taxonomy, description)
         values (9901, 9901, 'product_type', '')`,
      `update ${prefix}term_relationships set term_taxonomy_id = 9901 where object_id = 67 and term_taxonomy_id between 9000 and 9099`,
    )
    const other = await engine.open()
    await importFrom(other, address(DATABASES[layout]))
    const read = sql`select product_id as id from products where parent_id = 67 order by id`
    expect(await other.all(read)).toEqual([{ id: 68 }, { id: 69 }, { id: 70 }])
  }, 120_000)

  test('reads the cost of goods of lines, products and variations as WooCommerce writes it', async () => {
    const prefix = layout === 'hpos' ? 'wp_' : 'tienda_2_'
    const productMeta = (id: number, key: string, value: string) =>
      `insert into ${prefix}postmeta (post_id, meta_key, meta_value) values (${id}, '${key}', '${value}')`
    await within(
      DATABASES[layout],
      `insert into ${prefix}woocommerce_order_itemmeta (order_item_id, meta_key, meta_value)
         values (56, '_cogs_value', '81.335')`,
      productMeta(67, '_cogs_total_value', '400'),
      productMeta(68, '_cogs_total_value', '12.5'),
      productMeta(69, '_cogs_total_value', '12.5'),
      productMeta(69, '_cogs_value_is_additive', 'yes'),
    )
    const other = await engine.open()
    await importFrom(other, address(DATABASES[layout]))
    expect(await other.all(sql`select line_id, cost from order_lines where cost is not null`)).toEqual([
      { line_id: 56, cost: 81.34 },
    ])
    expect(
      await other.all(sql`select product_id, cost from products where cost is not null order by product_id`),
    ).toEqual([
      { product_id: 67, cost: 400 },
      { product_id: 68, cost: 12.5 },
      { product_id: 69, cost: 412.5 },
      // Without one of its own, its product's.
      { product_id: 70, cost: 400 },
    ])
  }, 120_000)

  once(
    'reads lines and their fields from scattered ranges of ids',
    async () => {
      const items = `${layout === 'hpos' ? 'wp_' : 'tienda_2_'}woocommerce_order_items`
      const itemMeta = items.replace('items', 'itemmeta')
      const before = await ordersOf(DATABASES[layout])
      await within(
        DATABASES[layout],
        `update ${items} i straight_join ${itemMeta} m on m.order_item_id = i.order_item_id
         set m.order_item_id = m.order_item_id + ${FAR}, m.meta_id = m.meta_id + 12 * ${FAR}
         where i.order_id between 800 and 1600`,
        `update ${items} set order_item_id = order_item_id + ${FAR} where order_id between 800 and 1600`,
        // Meta fields after one range of ids and before the other, for orders of each: the oldest field counts.
        `insert into ${itemMeta} (meta_id, order_item_id, meta_key, meta_value)
         select 11 * ${FAR} + order_item_id, order_item_id, '_qty', '77' from ${items}
         where order_item_type = 'line_item' and order_id in (300, 700, 900, 1500)`,
      )
      const after = await ordersOf(DATABASES[layout])
      const moved = after.filter(({ line_items }) => line_items.some(({ id }) => id > FAR))
      expect(moved.length).toBeGreaterThan(500)
      const quantities = (orders: typeof after, ids: readonly number[]) =>
        orders
          .filter(({ id }) => ids.includes(id))
          .flatMap(({ line_items }) => line_items.map((line) => line.quantity))
      expect(quantities(after, [900, 1500])).toEqual(quantities(before, [900, 1500]).map(() => 77))
      expect(quantities(after, [300, 700])).toEqual(quantities(before, [300, 700]))
      expect(after.map((order) => withoutPlace(order))).toEqual(before.map((order) => withoutPlace(order)))
    },
    120_000,
  )
})

const FAR = 5_000_000

async function ordersIn(shop: Shop): Promise<OrderPayload[]> {
  const orders: OrderPayload[] = []
  for await (const { records } of (await shop.read('orders')) ?? [])
    orders.push(...(records as readonly OrderPayload[]))
  return orders
}

async function ordersOf(database: string): Promise<OrderPayload[]> {
  const shop = await mysqlShop(mysqlAddress(address(database)), DEFAULTS)
  try {
    return await ordersIn(shop)
  } finally {
    shop.close()
  }
}

/** Leaves out the ids of an order's lines, and added quantities. */
const withoutPlace = (order: OrderPayload) => ({
  ...order,
  line_items: order.line_items.map((line) => ({
    ...line,
    id: line.id % FAR,
    quantity: [900, 1500].includes(order.id) ? 0 : line.quantity,
  })),
  fee_lines: order.fee_lines.map((line) => ({ ...line, id: line.id % FAR })),
  coupon_lines: order.coupon_lines.map((line) => ({ ...line, id: line.id % FAR })),
})

/** A shop whose orders end after the first page. */
function broken(shop: Shop): Shop {
  return {
    ...shop,
    async read(collection, cursor, limits) {
      const pages = await shop.read(collection, cursor, limits)
      return collection === 'orders' && pages ? firstOf(pages) : pages
    },
  }
}

async function* firstOf(pages: AsyncIterable<RecordPage>): AsyncGenerator<RecordPage, void> {
  for await (const page of pages) {
    yield page
    throw new Error('the line is cut')
  }
}

describe('an import from a database', () => {
  test('resumes where it was interrupted', async () => {
    const store = await engine.open()
    const shop = await mysqlShop(mysqlAddress(address(DATABASES.hpos)), DEFAULTS)
    await expect(importInto(store, broken(shop))).rejects.toThrow('the line is cut')
    shop.close()
    const stayed = await store.one<{ orders: number }>(sql`select count(*) as orders from orders`)
    expect(stayed).toEqual({ orders: 2000 })
    const report = await importFrom(store, address(DATABASES.hpos))
    expect(report).toMatchObject({ resumed: true, collections: { orders: { read: 2998, written: 2998 } } })
  }, 120_000)

  test('translates odd WordPress storage as REST shows it', async () => {
    const store = await engine.open()
    await within(
      DATABASES.hpos,
      // An invalid date of the kind that strict databases refuse.
      "set session sql_mode = ''",
      "update wp_wc_orders set date_created_gmt = '0000-00-00 00:00:00' where id = 116",
      // The distributor in a list, then in text that PHP serialised; the oldest of two fields counts.
      `update wp_wc_orders_meta set meta_value = '${serialize(['10101'])}' where order_id = 118 and meta_key = '_dist_id'`,
      `update wp_wc_orders_meta set meta_value = '${serialize('10777')}' where order_id = 119 and meta_key = '_dist_id'`,
      `insert into wp_wc_orders_meta (order_id, meta_key, meta_value) values (119, '_dist_id', '1')`,
      // Coupons before WooCommerce 8.7 have their face value in a list.
      `update wp_woocommerce_order_itemmeta set meta_key = 'coupon_data',
         meta_value = '${serialize({ id: 9, amount: '33.5', discount_type: 'percent' })}' where meta_key = 'coupon_info'`,
      // An account without a role, and another whose first capability is no role.
      `update wp_usermeta set meta_value = '${serialize({ lee_todo: true, mayorista: true })}'
         where user_id = 5 and meta_key = 'wp_capabilities'`,
      `update wp_users set user_registered = '0000-00-00 00:00:00' where ID = 3`,
      // A product whose URL contains its category, as a shop may configure it; stock that a variation shares.
      `update wp_options set option_value = '${serialize({ product_base: '/tienda/%product_cat%' })}'
         where option_name = 'woocommerce_permalinks'`,
      "update wp_postmeta set meta_value = 'yes' where post_id = 67 and meta_key = '_manage_stock'",
      "update wp_postmeta set meta_value = '12' where post_id = 67 and meta_key = '_stock'",
      "delete from wp_postmeta where post_id = 68 and meta_key = '_sku'",
      // Names with HTML entities; &amp;amp; is a name that itself contains one.
      `update wp_woocommerce_order_items set order_item_name = 'Dulces &amp; C&#237;a. &amp;amp;'
         where order_id = 118 and order_item_type = 'line_item'`,
      "update wp_posts set post_title = 'Yerba &#038; mate &#8211; 1 kg' where ID = 11",
      "update wp_usermeta set meta_value = 'Tom &amp; Ana' where user_id = 5 and meta_key = 'first_name'",
    )
    await importFrom(store, address(DATABASES.hpos))
    expect(await store.all(sql`select source, record_id, reason from rejects order by source`)).toEqual([
      { source: 'customers', record_id: '3', reason: 'date_created falta o no es una fecha' },
      { source: 'orders', record_id: '116', reason: 'date_created falta o no es una fecha' },
    ])
    expect(
      await store.all(
        sql`select order_id, dist_id from orders where order_id in (${[118, 119]}) order by order_id`,
      ),
    ).toEqual([
      { order_id: 118, dist_id: '0' },
      { order_id: 119, dist_id: '10777' },
    ])
    expect(
      await store.all(sql`
        select distinct name from order_lines where order_id = 118
        union all select name from products where product_id = 11
        union all select first_name from customers where customer_id = 5 order by 1`),
    ).toEqual([{ name: 'Dulces & Cía. &amp;' }, { name: 'Tom & Ana' }, { name: 'Yerba & mate – 1 kg' }])
    expect(await store.all(sql`select distinct nominal from order_discounts where kind = 'coupon'`)).toEqual([
      { nominal: 33.5 },
    ])
    expect(await store.one(sql`select role from customers where customer_id = 5`)).toEqual({
      role: 'customer',
    })
    const products = await store.all<{
      product_id: number
      sku: string
      url: string
      stock_quantity: number
    }>(
      sql`select product_id, sku, stock_quantity, url from products where product_id in (${[11, 68, 82]}) order by product_id`,
    )
    expect(products).toEqual([
      {
        product_id: 11,
        sku: '1001200',
        stock_quantity: null,
        url: 'https://127.0.0.1:8443/tienda/golosinas/golosinas-caramelos/caramelos-frutales-surtidos-bolsa-810-g/',
      },
      {
        product_id: 68,
        sku: '2002337',
        stock_quantity: 12,
        url: expect.stringMatching(/\/bon-o-bon-caja-regalo\/\?attribute_sabor=Leche$/),
      },
      {
        product_id: 82,
        sku: '',
        stock_quantity: null,
        url: 'https://127.0.0.1:8443/?post_type=product&p=82',
      },
    ])
  }, 120_000)
})

describe('explains problems in plain words, never with the password', () => {
  async function gondola(argv: string[], environment: Record<string, string> = {}, own?: Store) {
    const store = own ?? (await engine.open())
    const said: string[] = []
    const context: CommandContext = {
      config: readConfig(environment),
      say: (line) => said.push(line),
      progress: silentProgress,
      withStore: (work) => work(store),
    }
    const code = await command.run(argv, context).catch((error: unknown) => {
      if (!(error instanceof CommandError)) throw error
      said.push(error.message)
      return error.exitCode
    })
    expect(said.join('\n')).not.toMatch(/lectura|otra-clave/)
    return { code, said: said.join('\n') }
  }

  test('works from the command, with its address in the environment and a mapping', async () => {
    const store = await engine.open()
    const file = join(folder, 'mapping.json')
    const mapping = {
      distributor: { id_keys: ['canal'], name_keys: [] },
      business: { from: 'attribute', name: 'Sabor' },
      segment: { from: 'meta', key: 'unidades_por_bulto' },
    }
    writeFileSync(file, JSON.stringify(mapping))
    const environment = { GONDOLA_MYSQL_URL: address(DATABASES.posts) }
    const { code, said } = await gondola(['--mysql', '--mapping', file], environment, store)
    expect(said).toMatch(/Órdenes +2\.998 leídas, 2\.998 escritas/)
    expect(code).toBe(0)
    const channels = await store.all<{ dist_id: string }>(
      sql`select distinct dist_id from orders order by dist_id`,
    )
    expect(channels.map(({ dist_id }) => dist_id)).toEqual(['app', 'web', 'whatsapp'])
    expect(
      await store.all(
        sql`select product_id, business, segment from products where product_id in (${[11, 67, 70]}) order by product_id`,
      ),
    ).toEqual([
      { product_id: 11, business: 'Golosinas', segment: '12' },
      { product_id: 67, business: 'Leche', segment: 'Bombones' },
      { product_id: 70, business: 'Leche', segment: 'Bombones' },
    ])
  }, 120_000)

  test('reads a site of a network whose tables have other indexes than those of the main site', async () => {
    await within(
      DATABASES.posts,
      'create table tienda_blogs (blog_id bigint primary key)',
      ...['users', 'usermeta'].map((name) => `rename table tienda_2_${name} to tienda_${name}`),
      ...['posts', 'postmeta'].map((name) => `create table tienda_${name} like tienda_2_${name}`),
      // As a plug-in for faster indexes leaves it.
      'alter table tienda_2_postmeta drop key post_id, add key owners (post_id, meta_key)',
    )
    const { code, said } = await gondola(['--mysql'], { GONDOLA_MYSQL_URL: address(DATABASES.posts) })
    expect(said).toMatch(/Órdenes +2\.998 leídas, 2\.998 escritas/)
    expect(code).toBe(0)
  }, 120_000)

  test('explains mistakes of the command', async () => {
    const wrong = address(DATABASES.hpos).replace(/:[^:@/]*@/, ':otra-clave@')
    const mistakes: [url: string | undefined, argv: string[], said: RegExp, code: number][] = [
      [wrong, [], /no acepta al usuario/, 1],
      [address('nada'), [], /no puede leer la base nada/, 1],
      [address(DATABASES.empty), [], /no hay tablas de WooCommerce/, 1],
      [address(DATABASES.hpos, '?prefix=otro_'), [], /con el prefijo otro_/, 1],
      [address(DATABASES.hpos, '?prefix=;drop'), [], /no es válida/, 1],
      ['mysql://yo:otra-clave@127.0.0.1:1/base', [], /No se pudo conectar con la base en 127.0.0.1/, 1],
      [`${address(DATABASES.hpos)}?tls=1`, [], /no se pudo cifrar/, 1],
      [wrong, ['--colour'], /no se entiende/, 2],
      [wrong, ['--files', '.'], /no van juntos/, 2],
      [undefined, [], /falta la dirección de la base/, 2],
      [undefined, [wrong], /la dirección con contraseña va en GONDOLA_MYSQL_URL/, 2],
      [undefined, ['postgres://yo@localhost/x'], /no es válida/, 1],
    ]
    const store = await engine.open()
    for (const [url, argv, said, code] of mistakes) {
      const ended = await gondola(['--mysql', ...argv], url ? { GONDOLA_MYSQL_URL: url } : {}, store)
      expect(ended.said).toMatch(said)
      expect(ended.code).toBe(code)
    }
  }, 120_000)

  test('distinguishes two shops in one database', async () => {
    await within(
      DATABASES.empty,
      ...createTables('posts', 'uno_').tables,
      // A table without indexes can still be read.
      ...createTables('hpos', 'dos_').tables,
    )
    const from = (url: string) => gondola(['--mysql'], { GONDOLA_MYSQL_URL: url })
    expect((await from(address(DATABASES.empty))).said).toMatch(/varias tiendas.*dos_, uno_/)
    expect((await from(address(DATABASES.empty, '?prefix=dos_'))).code).toBe(1)
  }, 120_000)
})
