import { entryOf } from '#contract/entry.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import { countedBuyers, ownedOrders, sharedBuyers } from './buyers.ts'
import { type AmountKey, lineAmount, namedAmounts, orderAmount } from './catalogue.ts'
import { COHORTS } from './cohort-cells.ts'
import { classes, nameOfDeleted } from './expressions.ts'
import { firstMonthRows } from './first-months.ts'
import { DETAILS, PURCHASES, purchaseRows } from './purchase-rows.ts'
import { servedAccounts } from './served-accounts.ts'
import { accountsFrom, type TableSource, wholeTables } from './table-source.ts'

export interface Rollup {
  readonly table: string
  readonly columns: readonly string[]
  /** The rows of some months, with `columns` in their order, from the facts or rollups of `tables`. */
  readonly rows: (months: readonly string[], tables?: TableSource) => Sql
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
  /** The rows that are summed up, with the same columns, and the sums that count distinct values of theirs. */
  readonly parts?: { readonly rows: Rollup['rows']; readonly distinct: readonly string[] }
}

interface Sum {
  /** Its value in one row; of a distinct count, what is counted. */
  readonly each: Sql
  readonly total: Sql
  readonly isDistinct?: true
}

interface Columns {
  readonly keys: Readonly<Record<string, Sql>>
  readonly texts?: { readonly columns: readonly string[]; readonly source: string }
  readonly sums: Readonly<Record<string, Sum>>
  readonly apart?: Sql
  /** Keeps the rows of each month together that are stored; one month needs no sort. */
  readonly order?: Sql
  /** One month is sorted too, since a change looks up single rows. */
  readonly isSearched?: true
  readonly of?: SummedRollup['of']
  readonly finer?: SummedRollup
}

/** `keys` and `sums`: the expression of each column. `from`: the rows that are summed up. */
function rollup(
  table: string,
  { keys, texts, sums, apart, finer, order, isSearched, of = 'orders' }: Columns,
  from: (months: readonly string[], tables: TableSource) => Sql,
): SummedRollup {
  const names = Object.keys(sums)
  const columns = [...Object.keys(keys), ...(texts?.columns ?? []), ...names]
  const selected = (textOf: (text: Sql) => Sql, sumOf: (sum: Sum) => Sql) => {
    const largest = (texts?.columns ?? []).map((name) => textOf(sql.identifier(name)))
    const values = [...Object.values(keys), ...largest, ...Object.values(sums).map(sumOf)]
    return sql.join(values.map((value, at) => sql`${value} as ${sql.identifier(columns[at] ?? '')}`))
  }
  const groups = sql.join([...Object.keys(keys).map((_, at) => sql.whole(at + 1)), ...(apart ? [apart] : [])])
  const rows = (months: readonly string[], tables = wholeTables) => {
    const isSorted = order && tables === wholeTables && (isSearched || months.length > 1)
    const summed = selected(
      (text) => sql`max(${text})`,
      ({ total }) => total,
    )
    return sql`
      select ${summed} ${from(months, tables)} group by ${groups} ${isSorted ? sql`order by ${order}` : sql.empty}`
  }
  const parts = (months: readonly string[], tables = wholeTables) => {
    const unsummed = selected(
      (text) => text,
      ({ each }) => each,
    )
    return sql`select ${unsummed} ${from(months, tables)}`
  }
  const distinct = names.filter((name) => entryOf(sums, name)?.isDistinct)
  return {
    ...{ table, of, rows, columns, keys: Object.keys(keys), sums: names, parts: { rows: parts, distinct } },
    ...(texts && { texts }),
    ...(apart && { apart }),
    ...(finer && { finer }),
  }
}

/** Columns that keep their name. */
const same = (...names: string[]): Record<string, Sql> =>
  Object.fromEntries(names.map((name) => [name.split('.').at(-1), sql.identifier(...name.split('.'))]))

const summed = (each: Sql): Sum => ({ each, total: sql`sum(${each})` })

/** Columns that are added up under their name. */
const sums = (...names: string[]): Record<string, Sum> =>
  Object.fromEntries(Object.entries(same(...names)).map(([name, column]) => [name, summed(column)]))

const amounts =
  (amount: typeof orderAmount) =>
  (...keys: AmountKey[]): Record<string, Sum> =>
    Object.fromEntries(keys.map((key) => [key, summed(amount(key))]))

const ofOrders = amounts(orderAmount)
const ofLines = amounts(lineAmount)

const counted: Sum = { each: sql`1`, total: sql`count(*)` }
const distinctOrders: Sum = { each: sql`order_id`, total: sql`count(distinct order_id)`, isDistinct: true }
const largestNames = ['sku', 'name']

/** Order lines with the present business and segment of their product. */
const classedLines = (months: readonly string[], tables: TableSource): Sql => sql`
  select l.month, l.dist_id, l.status, l.order_id, ${namedAmounts(lineAmount, 'l', ['units', 'gross', 'net'])}, ${classes}
  from ${tables('order_lines')} l left join products p on p.product_id = l.product_id
  where l.counted and l.month in (${months})`

/** The same lines with the province of their order. */
const placedLines = (months: readonly string[], tables: TableSource): Sql => sql`
  select l.month, o.province, l.dist_id, l.status, l.order_id, ${namedAmounts(lineAmount, 'l', ['units', 'gross', 'net'])}, ${classes}
  from ${tables('order_lines')} l join ${tables('orders')} o on o.order_id = l.order_id and o.month = l.month
  left join products p on p.product_id = l.product_id
  where l.counted and l.month in (${months})`

const DAYS = rollup(
  'rollup_orders',
  {
    keys: same('month', 'order_date', 'dist_id', 'status'),
    sums: {
      orders: counted,
      ...ofOrders('units'),
      ...sums('coupons'),
      ...ofOrders('gross', 'discount', 'refunded', 'net'),
    },
    order: sql`month, status, dist_id, order_date`,
  },
  (months, tables) => sql`
    from ${tables('orders')} sold where counted and month in (${months})`,
)

const PRODUCTS = rollup(
  'rollup_products',
  {
    keys: same('month', 'dist_id', 'status', 'product_id', 'variation_id'),
    texts: { columns: largestNames, source: 'order_lines' },
    sums: { orders: distinctOrders, ...ofLines('units', 'gross', 'net') },
    apart: nameOfDeleted,
    order: sql`month, status, dist_id, product_id, variation_id`,
  },
  (months, tables) => sql`
    from ${tables('order_lines')} sold where counted and month in (${months})`,
)

const PAYMENTS = rollup(
  'rollup_payments',
  {
    keys: same('month', 'province', 'dist_id', 'status', 'payment_method'),
    sums: { orders: counted, ...ofOrders('units', 'gross', 'discount', 'refunded', 'net') },
    order: sql`month, status, dist_id, province`,
  },
  (months, tables) => sql`
    from ${tables('orders')} sold where counted and month in (${months})`,
)

/** Guests without e-mail share a row of each distributor. */
export const MONTH_BUYERS = rollup(
  'rollup_month_buyers',
  {
    keys: {
      ...same('month', 'dist_id'),
      buyer: sql`case when account_id = 0 and buyer like 'order %' then '' else buyer end`,
      ...same('employee'),
    },
    sums: { orders: counted, ...sums('net') },
    order: sql`month, 3, dist_id`,
    isSearched: true,
  },
  (months, tables) => sql`from (${purchaseRows(sql`month in (${months})`, tables)}) keyed`,
)

/**
 * Rows of `rollup_purchases` without their places, which depend on other orders, and whether the buyer is an employee: the rows of
 * `MONTH_BUYERS` follow from them.
 */
export const PURCHASE_ROWS = rollup(
  'rollup_purchases',
  {
    keys: same(...DETAILS, 'employee'),
    sums: sums('net'),
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
      order: sql`month, status, dist_id`,
    },
    (months, tables) => sql`
      from ${tables('rollup_orders')} sold where month in (${months})`,
  ),
  PAYMENTS,
  rollup(
    'rollup_provinces',
    {
      keys: same('month', 'province', 'dist_id', 'status'),
      sums: sums('orders', 'units', 'net'),
      finer: PAYMENTS,
      order: sql`month, status, dist_id, province`,
    },
    (months, tables) => sql`
      from ${tables('rollup_payments')} sold where month in (${months})`,
  ),
  // An order is in each of its groups, one without a benefit in ''.
  rollup(
    'rollup_benefit_groups',
    {
      keys: { ...same('month', 'dist_id', 'status'), discount_group: sql`coalesce(used, '')` },
      sums: { orders: counted, ...ofOrders('units', 'gross', 'discount', 'refunded', 'net') },
      order: sql`month, status, dist_id`,
    },
    (months, tables) => sql`
      from ${tables('orders')} sold
      left join (
        select distinct order_id as used_by, month as used_in, discount_group as used from ${tables('order_discounts')} uses
        where month in (${months})
      ) uses on used_by = order_id and used_in = month
      where counted and month in (${months})`,
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
      order: sql`month, status, product_id, variation_id`,
    },
    (months, tables) => sql`
      from ${tables('rollup_products')} sold where month in (${months})`,
  ),
  rollup(
    'rollup_segments',
    {
      keys: same('month', 'dist_id', 'status', 'business', 'segment'),
      sums: { orders: distinctOrders, ...sums('units', 'gross', 'net') },
      order: sql`month, status, dist_id, business, segment`,
    },
    (months, tables) => sql`
      from (${classedLines(months, tables)}) classed`,
  ),
  rollup(
    'rollup_segment_provinces',
    {
      keys: same('month', 'province', 'dist_id', 'status', 'segment'),
      sums: { orders: distinctOrders, ...sums('units', 'gross', 'net') },
      order: sql`month, status, dist_id, province`,
    },
    (months, tables) => sql`
      from (${placedLines(months, tables)}) placed`,
  ),
  rollup(
    'rollup_businesses',
    {
      keys: same('month', 'dist_id', 'status', 'business'),
      sums: { orders: distinctOrders, ...sums('units', 'gross', 'net') },
      order: sql`month, status, dist_id, business`,
    },
    (months, tables) => sql`
      from (${classedLines(months, tables)}) classed`,
  ),
  rollup(
    'rollup_discounts',
    {
      keys: {
        ...same('month', 'dist_id', 'status', 'kind', 'name', 'discount_group', 'sub_group'),
        ...same('promo_name', 'promo_type'),
      },
      sums: { quantity: counted, ...sums('amount') },
      order: sql`month, status, dist_id, name`,
    },
    (months, tables) => sql`
      from ${tables('order_discounts')} sold where counted and month in (${months})`,
  ),
  MONTH_BUYERS,
  { table: 'rollup_buyers', columns: ['month', 'dist_id', 'buyers', 'employees'], rows: countedBuyers },
  { table: 'rollup_shared_buyers', columns: ['month', 'dist_id', 'buyer'], rows: sharedBuyers },
  rollup(
    'rollup_companies',
    {
      keys: same('o.month', 'o.dist_id', 'o.status', 'c.role', 'c.company'),
      sums: { orders: counted, ...sums('o.gross', 'o.discount', 'o.refunded', 'o.net') },
      order: sql`o.month, o.status, o.dist_id, c.role, c.company`,
    },
    (months, tables) => sql`
      from (
        with ${ownedOrders(
          sql`
          select month, dist_id, status, customer_id, email, gross, discount, refunded, net
          from ${tables('orders')} placed where counted and month in (${months})`,
          tables.accounts,
        )}
        select * from owned
      ) o
      join ${accountsFrom(tables)} c on c.customer_id = o.account_id`,
  ),
  rollup(
    'rollup_guest_accounts',
    {
      keys: same('month', 'dist_id', 'order_id', 'account_id'),
      sums: { orders: counted },
      order: sql`month, dist_id, order_id`,
    },
    (months, tables) => sql`
      from (
        with ${ownedOrders(
          sql`
          select month, dist_id, order_id, customer_id, email
          from ${tables('orders')} placed where counted and customer_id = 0 and month in (${months})`,
          tables.accounts,
        )}
        select * from owned where account_id <> 0
      ) bought`,
  ),
  rollup(
    'rollup_customers',
    {
      of: 'customers',
      keys: same('month', 'role', 'company', 'province'),
      sums: { registered: counted },
      order: sql`month, role, company, province`,
    },
    (months, tables) => sql`
      from ${tables('customers')} accounts where month in (${months})`,
  ),
  // Last: their lock makes other rebuilds wait.
  {
    table: 'rollup_first_months',
    columns: ['month', 'dist_id', 'buyer'],
    rows: firstMonthRows,
  },
  COHORTS,
  PURCHASES,
  {
    table: 'rollup_served',
    columns: ['month', 'customer_id', 'dist_id'],
    rows: servedAccounts,
  },
]

export const SUMMED_ROLLUPS: readonly SummedRollup[] = ROLLUPS.filter((each) => 'sums' in each)

export function summedRollup(table: string): SummedRollup {
  const found = SUMMED_ROLLUPS.find((each) => each.table === table)
  if (!found) throw new Error(`No sums in ${table}`)
  return found
}

/** What is read of the contributions of orders and accounts. */
export const CONTRIBUTED: readonly SummedRollup[] = [...SUMMED_ROLLUPS, PURCHASE_ROWS]
