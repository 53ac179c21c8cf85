import { type Sql, sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { countedBuyers, ownedOrders, sharedBuyers } from './buyers.ts'
import { COHORTS } from './cohort-cells.ts'
import { classes } from './expressions.ts'
import { firstMonthRows, rebuildFirstMonths } from './first-months.ts'
import { PURCHASES, purchaseRows } from './purchase-rows.ts'
import { rebuildServedAccounts, servedAccounts } from './served-accounts.ts'
import { accountsFrom, type TableSource, wholeTables } from './table-source.ts'

export interface Rollup {
  readonly table: string
  readonly columns: readonly string[]
  /** The rows of some months, with `columns` in their order, from the facts or rollups of `tables`. */
  readonly rows: (months: readonly string[], tables?: TableSource) => Sql
  /** Incremental update, for tables whose query reads more than these months. */
  readonly rebuild?: (tx: Queries, months: readonly string[]) => Promise<void>
}

/** A rollup whose rows are sums over orders or accounts, so that a change can be added to them. */
export interface SummedRollup extends Rollup {
  readonly of: 'orders' | 'customers'
  readonly keys: readonly string[]
  /** Sums; the first one counts, so a row where it is 0 does not exist. */
  readonly sums: readonly string[]
  /** The largest of the texts in a group, which cannot be subtracted: computed from the rows of a table. */
  readonly texts?: { readonly columns: readonly string[]; readonly source: string }
  /** A rollup with all of its columns, which it sums up. */
  readonly finer?: SummedRollup
  /** Distinguishes groups with equal keys: an expression over `columns`. */
  readonly apart?: Sql
}

interface Columns {
  readonly keys: Readonly<Record<string, Sql>>
  readonly texts?: { readonly columns: Readonly<Record<string, Sql>>; readonly source: string }
  readonly sums: Readonly<Record<string, Sql>>
  readonly apart?: Sql
  readonly of?: SummedRollup['of']
  readonly finer?: SummedRollup
}

/** `keys`, `texts` and `sums`: the expression of each column. `from`: the rest of the query. */
function rollup(
  table: string,
  { keys, texts, sums, apart, finer, of = 'orders' }: Columns,
  from: (months: readonly string[], tables: TableSource) => Sql,
): SummedRollup {
  const columns = { ...keys, ...texts?.columns, ...sums }
  const selected = Object.entries(columns).map(([name, value]) => sql`${value} as ${sql.identifier(name)}`)
  const rows = (months: readonly string[], tables = wholeTables) =>
    sql`select ${sql.join(selected)} ${from(months, tables)}`
  return {
    ...{ table, of, rows, columns: Object.keys(columns), keys: Object.keys(keys), sums: Object.keys(sums) },
    ...(texts && { texts: { columns: Object.keys(texts.columns), source: texts.source } }),
    ...(apart && { apart }),
    ...(finer && { finer }),
  }
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
/** Two deleted products have no id to distinguish them. */
const nameOfDeleted = sql`case when product_id = 0 then name else '' end`
const largestNames = { sku: sql`max(sku)`, name: sql`max(name)` }
const lineUnits = sql`coalesce(sum(quantity - refunded_units), 0)`

/** Keeps the rows of each month together that are stored; one month needs no sort. */
const sortedBy = (months: readonly string[], tables: TableSource, columns: Sql): Sql =>
  months.length > 1 && tables === wholeTables ? sql`order by ${columns}` : sql.empty

/** Order lines with the present business and segment of their product. */
const classedLines = (months: readonly string[], tables: TableSource): Sql => sql`
  select l.month, l.dist_id, l.status, l.order_id, l.quantity, l.refunded_units, l.gross, l.net,
    ${classes}
  from ${tables('order_lines')} l left join products p on p.product_id = l.product_id
  where l.counted and l.month in (${months})`

const DAYS = rollup(
  'rollup_orders',
  {
    keys: same('month', 'order_date', 'dist_id', 'status'),
    sums: {
      orders: sql`count(*)`,
      units,
      ...sums('coupons', 'gross', 'discount', 'refunded', 'net'),
    },
  },
  (months, tables) => sql`
    from ${tables('orders')} sold where counted and month in (${months})
    group by month, order_date, dist_id, status
    ${sortedBy(months, tables, sql`month, status, dist_id, order_date`)}`,
)

const PRODUCTS = rollup(
  'rollup_products',
  {
    keys: same('month', 'dist_id', 'status', 'product_id', 'variation_id'),
    texts: { columns: largestNames, source: 'order_lines' },
    sums: { orders: distinctOrders, units: lineUnits, ...sums('gross', 'net') },
    apart: nameOfDeleted,
  },
  (months, tables) => sql`
    from ${tables('order_lines')} sold where counted and month in (${months})
    group by month, dist_id, status, product_id, variation_id, ${nameOfDeleted}
    ${sortedBy(months, tables, sql`month, status, dist_id, product_id, variation_id`)}`,
)

/** Sorted, since a change looks up single buyers. Guests without e-mail share a row of each distributor. */
export const MONTH_BUYERS = rollup(
  'rollup_month_buyers',
  {
    keys: {
      ...same('month', 'dist_id'),
      buyer: sql`case when account_id = 0 and buyer like 'order %' then '' else buyer end`,
      ...same('employee'),
    },
    sums: { orders: sql`count(*)`, ...sums('net') },
  },
  (months, tables) => sql`
    from (${purchaseRows(sql`month in (${months})`, tables)}) keyed
    group by 1, 2, 3, 4
    ${tables === wholeTables ? sql`order by month, 3, dist_id` : sql.empty}`,
)

/**
 * Rows of `rollup_purchases` without their places, which depend on other orders, and whether the buyer is an employee: the rows of
 * `MONTH_BUYERS` follow from them.
 */
export const PURCHASE_ROWS = rollup(
  'rollup_purchases',
  {
    keys: {
      ...same('month', 'dist_id', 'buyer', 'account_id', 'order_id', 'created_at', 'order_date', 'province'),
      ...same('name', 'surname', 'employee'),
    },
    sums: same('net'),
  },
  (months, tables) => sql`from (${purchaseRows(sql`month in (${months})`, tables)}) keyed`,
)

export const ROLLUPS: readonly (Rollup | SummedRollup)[] = [
  DAYS,
  rollup(
    'rollup_months',
    {
      keys: same('month', 'dist_id', 'status'),
      sums: sums('orders', 'units', 'coupons', 'gross', 'discount', 'refunded', 'net'),
      finer: DAYS,
    },
    (months, tables) => sql`
      from ${tables('rollup_orders')} sold where month in (${months})
      group by month, dist_id, status
      ${sortedBy(months, tables, sql`month, status, dist_id`)}`,
  ),
  rollup(
    'rollup_provinces',
    {
      keys: same('month', 'province', 'dist_id', 'status'),
      sums: { orders: sql`count(*)`, units, ...sums('net') },
    },
    (months, tables) => sql`
      from ${tables('orders')} sold where counted and month in (${months})
      group by month, province, dist_id, status
      ${sortedBy(months, tables, sql`month, status, dist_id, province`)}`,
  ),
  PRODUCTS,
  rollup(
    'rollup_sold',
    {
      keys: same('month', 'status', 'product_id', 'variation_id'),
      texts: { columns: largestNames, source: 'rollup_products' },
      sums: sums('orders', 'units', 'gross', 'net'),
      apart: nameOfDeleted,
      finer: PRODUCTS,
    },
    (months, tables) => sql`
      from ${tables('rollup_products')} sold where month in (${months})
      group by month, status, product_id, variation_id, ${nameOfDeleted}
      ${sortedBy(months, tables, sql`month, status, product_id, variation_id`)}`,
  ),
  rollup(
    'rollup_segments',
    {
      keys: same('month', 'dist_id', 'status', 'business', 'segment'),
      sums: { orders: distinctOrders, units: lineUnits, ...sums('gross', 'net') },
    },
    (months, tables) => sql`
      from (${classedLines(months, tables)}) classed
      group by month, dist_id, status, business, segment
      ${sortedBy(months, tables, sql`month, status, dist_id, business, segment`)}`,
  ),
  rollup(
    'rollup_businesses',
    {
      keys: same('month', 'dist_id', 'status', 'business'),
      sums: { orders: distinctOrders, units: lineUnits, ...sums('gross', 'net') },
    },
    (months, tables) => sql`
      from (${classedLines(months, tables)}) classed
      group by month, dist_id, status, business
      ${sortedBy(months, tables, sql`month, status, dist_id, business`)}`,
  ),
  rollup(
    'rollup_discounts',
    {
      keys: {
        ...same('month', 'dist_id', 'status', 'kind', 'name', 'discount_group', 'sub_group'),
        ...same('promo_name', 'promo_type'),
      },
      sums: { quantity: sql`count(*)`, ...sums('amount') },
    },
    (months, tables) => sql`
      from ${tables('order_discounts')} sold where counted and month in (${months})
      group by month, dist_id, status, kind, name, discount_group, sub_group, promo_name, promo_type
      ${sortedBy(months, tables, sql`month, status, dist_id, name`)}`,
  ),
  MONTH_BUYERS,
  { table: 'rollup_buyers', columns: ['month', 'dist_id', 'buyers', 'employees'], rows: countedBuyers },
  { table: 'rollup_shared_buyers', columns: ['month', 'dist_id', 'buyer'], rows: sharedBuyers },
  rollup(
    'rollup_companies',
    {
      keys: same('o.month', 'o.dist_id', 'o.status', 'c.role', 'c.company'),
      sums: { orders: sql`count(*)`, ...sums('o.gross', 'o.discount', 'o.refunded', 'o.net') },
    },
    (months, tables) => sql`
      from (
        with ${ownedOrders(
          sql`
          select month, dist_id, status, customer_id, email, gross, discount, refunded, net
          from ${tables('orders')} placed where counted and month in (${months})`,
          accountsFrom(tables),
        )}
        select * from owned
      ) o
      join ${accountsFrom(tables)} c on c.customer_id = o.account_id
      group by o.month, o.dist_id, o.status, c.role, c.company
      ${sortedBy(months, tables, sql`o.month, o.status, o.dist_id, c.role, c.company`)}`,
  ),
  rollup(
    'rollup_customers',
    {
      of: 'customers',
      keys: same('month', 'role', 'company', 'province'),
      sums: { registered: sql`count(*)` },
    },
    (months, tables) => sql`
      from ${tables('customers')} accounts where month in (${months})
      group by month, role, company, province
      ${sortedBy(months, tables, sql`month, role, company, province`)}`,
  ),
  // Last: their lock makes other rebuilds wait.
  {
    table: 'rollup_first_months',
    columns: ['month', 'dist_id', 'buyer'],
    rows: firstMonthRows,
    rebuild: rebuildFirstMonths,
  },
  COHORTS,
  PURCHASES,
  {
    table: 'rollup_served',
    columns: ['month', 'customer_id', 'dist_id'],
    rows: servedAccounts,
    rebuild: rebuildServedAccounts,
  },
]

export const SUMMED_ROLLUPS: readonly SummedRollup[] = ROLLUPS.filter((each) => 'sums' in each)

/** What is read of the contributions of orders and accounts. */
export const CONTRIBUTED: readonly SummedRollup[] = [...SUMMED_ROLLUPS, PURCHASE_ROWS]
