// The contributions of some orders and accounts to the rollups, computed by the rollups' own queries: one definition per figure.
import type { OrderFact } from '#server/domain/facts.ts'
import {
  CONTRIBUTED,
  MONTH_BUYERS,
  PURCHASE_ROWS,
  ROLLUPS,
  type SummedRollup,
} from '#server/figures/rollups.ts'
import type { TableSource } from '#server/figures/table-source.ts'
import { among } from '#server/store/among.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import type { Queries, Row } from '#server/store/store.ts'

/** Rows of facts whose contributions may change. */
export interface Touched {
  readonly orders: readonly number[]
  readonly customers: readonly number[]
  /** The stored orders, for a write that changes only orders: contributions also depend on accounts and products. */
  readonly stored?: ReadonlyMap<number, Row>
  /** The orders that replace them. */
  readonly placed?: readonly OrderFact[]
}

/** A row of a rollup; all values are text, sums are exact, in thousandths. */
export interface Group {
  /** Values of `keyColumns`. */
  readonly keys: readonly string[]
  readonly texts: readonly string[]
  readonly sums: readonly bigint[]
}

export type Groups = ReadonlyMap<string, Group>

export type GroupsOf = ReadonlyMap<SummedRollup, Groups>

export interface Contributions {
  readonly rollups: GroupsOf
  /** Orders in the form that `rollup_served` reads. */
  readonly served: ReadonlyMap<string, number>
}

/** The columns of a key, and the expression that distinguishes groups with equal keys. */
export const keyColumns = ({ keys, apart }: SummedRollup): Sql[] => [
  ...keys.map((key) => sql.identifier(key)),
  ...(apart ? [apart] : []),
]

/** Columns of one union over several rollups, which are read in one statement because each has few rows. */
const WIDTH = Math.max(...CONTRIBUTED.map(({ columns, apart }) => columns.length + (apart ? 1 : 0)))

const cell = (index: number): Sql => sql.identifier(`c${index}`)

function padded(rollup: number, columns: readonly Sql[], from: Sql): Sql {
  const cells = Array.from(
    { length: WIDTH },
    (_, index) => sql`cast(${columns[index] ?? sql`null`} as text) as ${cell(index)}`,
  )
  return sql`select ${sql.whole(rollup)} as rollup, ${sql.join(cells)} from ${from}`
}

interface Part {
  readonly rollup: SummedRollup
  /** Its rows, under any name. */
  readonly from: Sql
}

/** `ctes` are what the parts share. */
export const readGroups = async (tx: Queries, parts: readonly Part[], ctes = sql.empty) =>
  new Map([...(await readRows(tx, parts, ctes))].map(([rollup, rows]) => [rollup, byKey(rows)]))

const byKey = (groups: readonly Group[]) => new Map(groups.map((group) => [keyOf(group), group]))

async function readRows(tx: Queries, parts: readonly Part[], ctes: Sql): Promise<Map<SummedRollup, Group[]>> {
  const rows = new Map(parts.map(({ rollup }): [SummedRollup, Group[]] => [rollup, []]))
  if (parts.length === 0) return rows
  const selects = parts.map(({ rollup, from }) => padded(CONTRIBUTED.indexOf(rollup), cellsOf(rollup), from))
  const query = sql`${ctes} ${sql.union(selects, 'all')}`
  for (const row of await tx.all<Record<string, string | number>>(query)) {
    const rollup = CONTRIBUTED[Number(row.rollup)]
    if (rollup) rows.get(rollup)?.push(groupOf(rollup, (index) => String(row[`c${index}`])))
  }
  return rows
}

/** The groups of rows that are not summed up yet. */
function summedUp({ sums, parts }: SummedRollup, rows: readonly Group[]): Group[] {
  return [...Map.groupBy(rows, keyOf).values()].map((group) => ({
    keys: group[0]?.keys ?? [],
    texts: largest(group.map(({ texts }) => texts)) ?? [],
    sums: sums.map((name, at) => {
      const values = group.map((row) => row.sums[at] ?? 0n)
      return parts?.distinct.includes(name)
        ? 1000n * BigInt(new Set(values).size)
        : values.reduce((sum, value) => sum + value, 0n)
    }),
  }))
}

/** The largest of each text, in the byte order of the engines. */
export function largest(groups: readonly (Group['texts'] | undefined)[]): Group['texts'] | undefined {
  const all = groups.flatMap((texts) => (texts ? [texts] : []))
  return all[0]?.map((_, at) =>
    all
      .map((texts) => texts[at] ?? '')
      .reduce((one, other) => (Buffer.compare(Buffer.from(one), Buffer.from(other)) < 0 ? other : one)),
  )
}

const cellsOf = (rollup: SummedRollup): Sql[] => [
  ...keyColumns(rollup),
  ...[...(rollup.texts?.columns ?? []), ...rollup.sums].map((column) => sql.identifier(column)),
]

function groupOf(rollup: SummedRollup, read: (index: number) => string): Group {
  const keys = keyColumns(rollup).length
  const texts = rollup.texts?.columns.length ?? 0
  return {
    keys: Array.from({ length: keys }, (_, index) => read(index)),
    texts: Array.from({ length: texts }, (_, index) => read(keys + index)),
    sums: rollup.sums.map((_, index) => thousandths(read(keys + texts + index))),
  }
}

export const keyOf = ({ keys }: Pick<Group, 'keys'>): string => JSON.stringify(keys)

export function thousandths(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(3, '0'))
}

/** The columns of an order that determine its buyer, and those that `rollup_served` reads. */
type Purchase = Readonly<
  Pick<OrderFact, 'customer_id' | 'email' | 'month' | 'dist_id' | 'created_at' | 'order_id'>
>

const purchasesOf = (tx: Queries, orders: readonly number[]): Promise<Purchase[]> =>
  orders.length === 0
    ? Promise.resolve([])
    : tx.all<Purchase>(sql`
        select customer_id, email, month, dist_id, created_at, order_id from orders
        where ${among('order_id', orders)}`)

const purchaseOf = (order: Row): Purchase => ({
  customer_id: Number(order.customer_id),
  email: String(order.email),
  month: String(order.month),
  dist_id: String(order.dist_id),
  created_at: String(order.created_at),
  order_id: Number(order.order_id),
})

export interface Difference {
  readonly before: Contributions
  readonly after: Contributions
}

/** Rows of more orders are not written into a statement. */
const FEW_ORDERS = 8

/**
 * What the rows contribute to these months before a write, and after it, when the returned function is called. DuckDB takes longer
 * to plan the statement than to run it, so for few orders one statement computes both.
 */
export async function contributionsAround(
  tx: Queries,
  months: readonly string[],
  touched: Touched,
): Promise<() => Promise<Difference>> {
  const { orders, stored } = touched
  if (tx.engine === 'postgres' || !stored || orders.length > FEW_ORDERS) {
    const read = async (): Promise<Contributions> => {
      const bought = await purchasesOf(tx, orders)
      return { rollups: await rollupsOf(tx, months, touched, bought), served: servedBy(bought, months) }
    }
    const before = await read()
    return async () => ({ before, after: await read() })
  }
  const past = new Map([['orders', orders.map((id) => stored.get(id)).filter((row) => row !== undefined)]])
  for (const table of ['order_lines', 'order_discounts']) {
    const rows = sql`select * from ${sql.identifier(table)} where ${among('order_id', orders)}`
    past.set(table, await tx.all<Row>(rows))
  }
  return () => contributionsOfBoth(tx, months, touched, past)
}

/** Rows before the write, by table. */
type PastRows = ReadonlyMap<string, readonly Row[]>

/** Rows before the write count in months with this mark. */
const PAST = 'past '

async function contributionsOfBoth(
  tx: Queries,
  months: readonly string[],
  touched: Touched,
  past: PastRows,
): Promise<Difference> {
  const before = (past.get('orders') ?? []).map(purchaseOf)
  const after = touched.placed ?? (await purchasesOf(tx, touched.orders))
  const both = [...months, ...months.map((month) => PAST + month)]
  const rollups = await rollupsOf(tx, both, touched, [...before, ...after], past)
  const groupsOf = (isPast: boolean): GroupsOf =>
    new Map([...rollups].map(([rollup, groups]) => [rollup, withMark(groups, isPast)]))
  return {
    before: { rollups: groupsOf(true), served: servedBy(before, months) },
    after: { rollups: groupsOf(false), served: servedBy(after, months) },
  }
}

/** The groups of past rows, their months without the mark, or those of present rows. */
const withMark = (groups: Groups, isMarked: boolean): Groups =>
  new Map(
    [...groups.values()].flatMap((group): [string, Group][] => {
      const [month = '', ...more] = group.keys
      if (month.startsWith(PAST) !== isMarked) return []
      const keys = [month.replace(PAST, ''), ...more]
      return [[keyOf({ keys }), { ...group, keys }]]
    }),
  )

/** What the rows contribute to these months now, and past rows to theirs. */
async function rollupsOf(
  tx: Queries,
  months: readonly string[],
  touched: Touched,
  bought: readonly Purchase[],
  past?: PastRows,
): Promise<GroupsOf> {
  // Before they are written, new orders contribute nothing.
  if (bought.length === 0 && touched.customers.length === 0) return new Map()
  const { tables, ctes } = touchedRows(months, touched, await accountsOf(tx, bought), past)
  const used = CONTRIBUTED.filter(
    (rollup) => touched[rollup.of].length > 0 && !rollup.finer && rollup !== MONTH_BUYERS,
  )
  // Grouping takes an engine longer than reading these few rows.
  const rowsOf = (rollup: SummedRollup) => ((past && rollup.parts) ?? rollup).rows(months, tables)
  const parts = used.map((rollup) => ({ rollup, from: sql`(${rowsOf(rollup)}) contributed` }))
  // Composing the parts tells which tables they read.
  const rows = await readRows(tx, parts, ctes())
  const groups = new Map(
    [...rows].map(([rollup, some]) => [rollup, byKey(past ? summedUp(rollup, some) : some)]),
  )
  return groups.set(MONTH_BUYERS, buyersAmong(groups.get(PURCHASE_ROWS) ?? new Map()))
}

/** The rows of `MONTH_BUYERS` that purchases add up to; guests without e-mail share one. */
function buyersAmong(purchases: Groups): Map<string, Group> {
  const buyers = new Map<string, Group>()
  for (const { keys, sums } of purchases.values()) {
    const [month = '', dist_id = '', buyer = ''] = keys
    const place = [month, dist_id, buyer.startsWith('order ') ? '' : buyer, keys.at(-1) ?? '']
    const [orders = 0n, net = 0n] = buyers.get(keyOf({ keys: place }))?.sums ?? []
    const group = { keys: place, texts: [], sums: [orders + 1000n, net + (sums[0] ?? 0n)] }
    buyers.set(keyOf(group), group)
  }
  return buyers
}

const servedBy = (purchases: readonly Purchase[], months: readonly string[]): Contributions['served'] =>
  new Map(
    purchases.flatMap(({ customer_id, month, dist_id, created_at, order_id }): [string, number][] =>
      customer_id !== 0 && months.includes(month)
        ? [[JSON.stringify([customer_id, month, dist_id, created_at, order_id]), customer_id]]
        : [],
    ),
  )

/** Only the touched rows of each table, and the accounts of their buyers. `ctes` contains the tables read so far. */
function touchedRows(months: readonly string[], touched: Touched, accounts: Sql, past?: PastRows) {
  const used = new Set<string>()
  const nameOf = (table: string) => sql.identifier(`touched_${table}`)
  const tables: TableSource = Object.assign(
    (table: string): Sql => {
      const rollup = ROLLUPS.find((each) => each.table === table)
      if (rollup) return sql`(${rollup.rows(months, tables)})`
      used.add(table)
      return nameOf(table)
    },
    { accounts },
  )
  const rowsOf = (table: string) => {
    const which =
      table === 'customers' ? among('customer_id', touched.customers) : among('order_id', touched.orders)
    const before = (past?.get(table) ?? []).map((row) => {
      const marked = { ...row, month: PAST + row.month }
      return sql`(${sql.join(Object.values(marked))})`
    })
    const stored = sql`select * from ${sql.identifier(table)} where ${which}`
    const parts = before.length > 0 ? [stored, sql`values ${sql.join(before)}`] : [stored]
    return sql`${nameOf(table)} as materialized (${sql.union(parts, 'all')})`
  }
  return { tables, ctes: () => sql`with ${sql.join([...used].map(rowsOf))}` }
}

/** Columns of accounts as in `accountsFrom`. */
const ACCOUNT = sql`customer_id, email, first_name, last_name, role, company`

/** Literal rows: otherwise every rollup of buyers would look them up again, and DuckDB has no index for it. */
async function accountsOf(tx: Queries, buyers: readonly Purchase[]): Promise<Sql> {
  const none = sql`(select ${ACCOUNT} from customers where false)`
  const ids = buyers.flatMap(({ customer_id }) => (customer_id === 0 ? [] : customer_id))
  const emails = buyers.flatMap(({ customer_id, email }) => (customer_id === 0 && email !== '' ? email : []))
  const found = [
    ...(ids.length > 0 ? [among('customer_id', [...new Set(ids)])] : []),
    ...(emails.length > 0 ? [sql`email in (${[...new Set(emails)]})`] : []),
  ].map((which) => sql`select ${ACCOUNT} from customers where ${which}`)
  if (found.length === 0) return none
  const accounts = await tx.all<Record<string, string> & { customer_id: number }>(sql.union(found))
  if (accounts.length === 0) return none
  const rows = accounts.map(({ customer_id, ...texts }) => {
    const cells = Object.values(texts).map((text) => sql`cast(${text} as text)`)
    return sql`(cast(${sql.whole(customer_id)} as bigint), ${sql.join(cells)})`
  })
  return sql`(select * from (values ${sql.join(rows)}) accounts (${ACCOUNT}))`
}
