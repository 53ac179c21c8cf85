import { type Sql, sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { buyers, distinctBuyers, ownedOrders, sharedBuyers } from './buyers.ts'
import { classes } from './expressions.ts'
import { rebuildServedAccounts, servedAccounts } from './served-accounts.ts'
import { type TableSource, wholeTables } from './table-source.ts'

export interface Rollup {
  readonly table: string
  readonly columns: readonly string[]
  /** The rows of some months, with `columns` in their order, from the facts or rollups of `tables`. */
  readonly rows: (months: readonly string[], tables?: TableSource) => Sql
  /** Incremental update, for tables whose query reads more than these months. */
  readonly rebuild?: (tx: Queries, months: readonly string[]) => Promise<void>
}

/** `columns`: the expression of each column. `from`: the rest of the query. */
function rollup(
  table: string,
  columns: Readonly<Record<string, Sql>>,
  from: (months: readonly string[], tables: TableSource) => Sql,
): Rollup {
  const selected = Object.entries(columns).map(([name, value]) => sql`${value} as ${sql.identifier(name)}`)
  const rows = (months: readonly string[], tables = wholeTables) =>
    sql`select ${sql.join(selected)} ${from(months, tables)}`
  return { table, columns: Object.keys(columns), rows }
}

/** Columns that keep their name. */
const same = (...names: string[]): Record<string, Sql> =>
  Object.fromEntries(names.map((name) => [name.split('.').at(-1), sql.identifier(...name.split('.'))]))

const sums = (...names: string[]): Record<string, Sql> =>
  Object.fromEntries(
    names.map((name) => [name.split('.').at(-1), sql`sum(${sql.identifier(...name.split('.'))})`]),
  )

/** Net of refunds. */
const units = sql`coalesce(sum(units - refunded_units), 0)`
const distinctOrders = sql`count(distinct order_id)`
const lineUnits = sql`coalesce(sum(quantity - refunded_units), 0)`

/** Keeps the rows of each month together; one month needs no sort. */
const sortedBy = (months: readonly string[], columns: Sql): Sql =>
  months.length > 1 ? sql`order by ${columns}` : sql.empty

/** Order lines with the present business and segment of their product. */
const classedLines = (months: readonly string[], tables: TableSource): Sql => sql`
  select l.month, l.dist_id, l.status, l.order_id, l.quantity, l.refunded_units, l.gross, l.net,
    ${classes}
  from ${tables('order_lines')} l left join products p on p.product_id = l.product_id
  where l.counted and l.month in (${months})`

export const ROLLUPS: readonly Rollup[] = [
  rollup(
    'rollup_orders',
    {
      ...same('month', 'order_date', 'dist_id', 'status'),
      orders: sql`count(*)`,
      units,
      ...sums('coupons', 'gross', 'discount', 'refunded', 'net'),
    },
    (months, tables) => sql`
      from ${tables('orders')} sold where counted and month in (${months})
      group by month, order_date, dist_id, status
      ${sortedBy(months, sql`month, status, dist_id, order_date`)}`,
  ),
  rollup(
    'rollup_months',
    {
      ...same('month', 'dist_id', 'status'),
      ...sums('orders', 'units', 'coupons', 'gross', 'discount', 'refunded', 'net'),
    },
    (months, tables) => sql`
      from ${tables('rollup_orders')} sold where month in (${months})
      group by month, dist_id, status
      ${sortedBy(months, sql`month, status, dist_id`)}`,
  ),
  rollup(
    'rollup_provinces',
    { ...same('month', 'province', 'dist_id', 'status'), orders: sql`count(*)`, units, ...sums('net') },
    (months, tables) => sql`
      from ${tables('orders')} sold where counted and month in (${months})
      group by month, province, dist_id, status
      ${sortedBy(months, sql`month, status, dist_id, province`)}`,
  ),
  rollup(
    'rollup_products',
    {
      ...same('month', 'dist_id', 'status', 'product_id', 'variation_id'),
      sku: sql`max(sku)`,
      name: sql`max(name)`,
      orders: distinctOrders,
      units: lineUnits,
      ...sums('gross', 'net'),
    },
    (months, tables) => sql`
      from ${tables('order_lines')} sold where counted and month in (${months})
      group by month, dist_id, status, product_id, variation_id, case when product_id = 0 then name else '' end
      ${sortedBy(months, sql`month, status, dist_id, product_id, variation_id`)}`,
  ),
  rollup(
    'rollup_sold',
    {
      ...same('month', 'status', 'product_id', 'variation_id'),
      sku: sql`max(sku)`,
      name: sql`max(name)`,
      ...sums('orders', 'units', 'gross', 'net'),
    },
    (months, tables) => sql`
      from ${tables('rollup_products')} sold where month in (${months})
      group by month, status, product_id, variation_id, case when product_id = 0 then name else '' end
      ${sortedBy(months, sql`month, status, product_id, variation_id`)}`,
  ),
  rollup(
    'rollup_segments',
    {
      ...same('month', 'dist_id', 'status', 'business', 'segment'),
      orders: distinctOrders,
      units: lineUnits,
      ...sums('gross', 'net'),
    },
    (months, tables) => sql`
      from (${classedLines(months, tables)}) classed
      group by month, dist_id, status, business, segment
      ${sortedBy(months, sql`month, status, dist_id, business, segment`)}`,
  ),
  rollup(
    'rollup_businesses',
    {
      ...same('month', 'dist_id', 'status', 'business'),
      orders: distinctOrders,
      units: lineUnits,
      ...sums('gross', 'net'),
    },
    (months, tables) => sql`
      from (${classedLines(months, tables)}) classed
      group by month, dist_id, status, business
      ${sortedBy(months, sql`month, status, dist_id, business`)}`,
  ),
  rollup(
    'rollup_discounts',
    {
      ...same('month', 'dist_id', 'status', 'kind', 'name', 'discount_group', 'sub_group'),
      ...same('promo_name', 'promo_type'),
      quantity: sql`count(*)`,
      ...sums('amount'),
    },
    (months, tables) => sql`
      from ${tables('order_discounts')} sold where counted and month in (${months})
      group by month, dist_id, status, kind, name, discount_group, sub_group, promo_name, promo_type
      ${sortedBy(months, sql`month, status, dist_id, name`)}`,
  ),
  rollup(
    'rollup_buyers',
    same('month', 'dist_id', 'buyers', 'employees'),
    (months, tables) => sql`from (
      with ${buyers(months, tables)},
      members as (
        select b.*, e.customer_id as employee
        from buyers b left join (select customer_id from customers where company <> '') e on e.customer_id = b.account_id
      )
      select month, null as dist_id, ${distinctBuyers} as buyers, count(distinct employee) as employees
      from members group by month
      union all
      select month, dist_id, ${distinctBuyers}, count(distinct employee) from members group by month, dist_id) counted`,
  ),
  rollup(
    'rollup_companies',
    {
      ...same('o.month', 'o.dist_id', 'o.status', 'c.role', 'c.company'),
      orders: sql`count(*)`,
      ...sums('o.gross', 'o.discount', 'o.refunded', 'o.net'),
    },
    (months, tables) => sql`
      from (
        with ${ownedOrders(sql`
          select month, dist_id, status, customer_id, email, gross, discount, refunded, net
          from ${tables('orders')} placed where counted and month in (${months})`)}
        select * from owned
      ) o
      join customers c on c.customer_id = o.account_id
      group by o.month, o.dist_id, o.status, c.role, c.company
      ${sortedBy(months, sql`o.month, o.status, o.dist_id, c.role, c.company`)}`,
  ),
  { table: 'rollup_shared_buyers', columns: ['month', 'dist_id', 'buyer'], rows: sharedBuyers },
  rollup(
    'rollup_customers',
    { ...same('month', 'role', 'company', 'province'), registered: sql`count(*)` },
    (months, tables) => sql`
      from ${tables('customers')} accounts where month in (${months})
      group by month, role, company, province
      ${sortedBy(months, sql`month, role, company, province`)}`,
  ),
  // Last: its lock makes other rebuilds wait.
  {
    table: 'rollup_served',
    columns: ['month', 'customer_id', 'dist_id'],
    rows: servedAccounts,
    rebuild: rebuildServedAccounts,
  },
]
