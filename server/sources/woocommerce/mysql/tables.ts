import { SourceError } from '#server/ingest/source.ts'
import { DATE_OPTION, LEFT_OUT_OPTION } from '../analytics-settings.ts'
import { DECIMALS } from '../decimals.ts'
import type { MysqlAddress } from './address.ts'
import { formatAmount, sumOfTaxes } from './amount.ts'
import { type Database, quoted, quotedList, textOf } from './database.ts'
import { MYSQL_TEXT } from './text.ts'

export interface ShopTables {
  readonly prefix: string
  /** Orders have separate tables (HPOS). */
  readonly hpos: boolean
  /** One of several sites that share accounts. */
  readonly multisite: boolean
  /** Quoted, with the prefix. */
  name(table: string): string
  /** Index hint for a column: without it the optimizer scans the whole table for each large batch. */
  by(table: string, column: string): string
  option(name: string): string
  /** An amount as the REST API shows it when asked for `DECIMALS`. */
  money(stored: string): string
  /** The tax of an item from the stored taxes of its rates, as WooCommerce rounds and adds them up. */
  taxSum(rates: readonly string[]): string
}

const OPTIONS = [
  'home',
  'blogname',
  'timezone_string',
  'gmt_offset',
  'permalink_structure',
  'woocommerce_permalinks',
  'woocommerce_currency',
  'woocommerce_prices_include_tax',
  'woocommerce_price_num_decimals',
  'woocommerce_tax_round_at_subtotal',
  'woocommerce_custom_orders_table_enabled',
  DATE_OPTION,
  LEFT_OUT_OPTION,
]

export async function shopTables(db: Database, address: MysqlAddress): Promise<ShopTables> {
  const found = await db.rows(
    'select table_name from information_schema.tables where table_schema = database()',
  )
  const present = new Set(found.map(([name]) => textOf(name)))
  const prefix = prefixOf(present, address)
  const base = present.has(`${prefix}users`) ? prefix : prefix.replace(/\d+_$/, '')
  const plain = (table: string) => `${/^users$|^usermeta$/.test(table) ? base : prefix}${table}`
  const name = (table: string) => `\`${plain(table)}\``
  const options = await optionsOf(db, name('options'), [...OPTIONS, `${prefix}user_roles`])
  const indexes = await indexesOf(db)
  return {
    prefix,
    hpos:
      options.get('woocommerce_custom_orders_table_enabled') === 'yes' && present.has(`${prefix}wc_orders`),
    multisite: present.has(`${base}blogs`),
    name,
    by(table, column) {
      const index = indexes.get(`${plain(table)}.${column}`)
      return index === undefined ? '' : `force index (\`${index}\`)`
    },
    option: (option) => options.get(option) ?? '',
    money: formatAmount,
    taxSum: (rates) => taxSum(rates, options),
  }
}

/** With less than cents on display, orders made before keep theirs. */
const LEAST_DECIMALS = 2

function taxSum(rates: readonly string[], options: ReadonlyMap<string, string>): string {
  const shown = Number.parseInt(options.get('woocommerce_price_num_decimals') ?? '', 10) || 0
  return sumOfTaxes(rates, {
    decimals:
      options.get('woocommerce_tax_round_at_subtotal') === 'yes' ? DECIMALS : Math.max(shown, LEAST_DECIMALS),
    halfDown: options.get('woocommerce_prices_include_tax') === 'yes',
  })
}

const MARK = 'woocommerce_order_items'

function prefixOf(present: ReadonlySet<string>, { prefix, database }: MysqlAddress): string {
  const prefixes = [...present]
    .filter((table) => table.endsWith(MARK))
    .map((table) => table.slice(0, -MARK.length))
  if (prefix !== undefined && prefixes.includes(prefix)) return prefix
  if (prefix !== undefined || prefixes.length === 0)
    throw new SourceError('unexpected', MYSQL_TEXT.noShop(database, prefix))
  if (prefixes.length > 1) throw new SourceError('address', MYSQL_TEXT.severalShops(prefixes.sort()))
  return prefixes[0]!
}

async function optionsOf(db: Database, table: string, names: readonly string[]) {
  const rows = await db.rows(
    `select option_name, option_value from ${table} where option_name in (${quotedList(names)})`,
  )
  return new Map(rows.map(([name, value]) => [textOf(name), textOf(value)]))
}

/** Index names by 'table.column'. */
async function indexesOf(db: Database): Promise<Map<string, string>> {
  const rows = await db.rows(
    `select table_name, column_name, index_name from information_schema.statistics
     where table_schema = database() and seq_in_index = 1 and index_type = ${quoted('BTREE')} order by index_name desc`,
  )
  return new Map(rows.map(([table, column, index]) => [`${textOf(table)}.${textOf(column)}`, textOf(index)]))
}
