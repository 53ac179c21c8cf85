import { type Found, MOST_FOUND } from '#contract/search.ts'
import { distName, orderNumber } from '#server/figures/expressions.ts'
import { byEmail, byName, nameWords } from '#server/figures/typed-buyers.ts'
import { inScope, type Scope, type Sql, sql, wholeShop } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'

type Buyer = Found['buyers'][number]

interface BuyersOrder extends Buyer {
  readonly customer_id: number
}

/** Rows read at a time: buyers have several orders. */
const ROWS = 200

/** So many of the newest orders are read first: they name enough buyers, unless few match. */
const NEWEST = 1000

/** DuckDB stops early by itself among the orders of the whole shop, not among those of a scope. */
const newestFirst = (store: Reads, scope: Scope): number =>
  store.engine === 'duckdb' && scope === null ? 0 : NEWEST

interface Matching {
  readonly matching: Sql
  readonly scope: Scope
}

/** Buyers of orders in scope, by name, then by e-mail; each by the newest order. Both are asked at once. */
export async function buyers(store: Reads, typed: string, scope: Scope): Promise<Buyer[]> {
  const kinds = [byName(typed), byEmail(typed)].filter((matching) => matching !== null)
  const newest = newestFirst(store, scope)
  const first = await Promise.all(
    kinds.map((matching) => matchingOrders(store, { matching, scope }, [], newest)),
  )
  const found: BuyersOrder[] = []
  for (const [at, matching] of kinds.entries()) {
    let rows = first[at] ?? []
    let isRead = newest === 0 && rows.length < ROWS
    addBuyers(found, rows)
    while (found.length < MOST_FOUND && !isRead) {
      rows = await matchingOrders(store, { matching, scope }, found)
      isRead = rows.length < ROWS
      addBuyers(found, rows)
    }
  }
  return found.slice(0, MOST_FOUND).map(({ customer_id: _, ...buyer }) => buyer)
}

/** Matching orders of other buyers than those found, the newest first; `newest`: only among so many, 0 for all. */
function matchingOrders(
  store: Reads,
  { matching, scope }: Matching,
  found: readonly BuyersOrder[],
  newest = 0,
) {
  const accounts = found.map(({ customer_id }) => customer_id).filter((account) => account !== 0)
  const emailsOf = (some: readonly BuyersOrder[]) =>
    some.map(({ email }) => email).filter((email) => email !== '')
  const emails = emailsOf(found)
  const guests = emailsOf(found.filter(({ customer_id }) => customer_id === 0))
  const isKnown = sql.join(
    [
      ...(accounts.length > 0 ? [sql`o.customer_id in (${accounts})`] : []),
      ...(emails.length > 0 ? [sql`(o.customer_id = 0 and o.email in (${emails}))`] : []),
      ...(guests.length > 0 ? [sql`o.email in (${guests})`] : []),
      sql`false`,
    ],
    sql` or `,
  )
  const inOrder = sql`order by o.created_at desc, o.order_id desc`
  const inside = inScope(scope, sql`o.dist_id`)
  // Plans the rows without their limit: PostgreSQL would walk through all orders by date for names that their index finds.
  const withoutLimit = store.engine === 'postgres' ? sql`offset 0` : sql.empty
  const [which, rest] =
    newest === 0
      ? [sql`${inside} and ${matching} ${withoutLimit}`, sql`true`]
      : [sql`${inside} ${inOrder} limit ${sql.whole(newest)}`, matching]
  // DuckDB reads the other columns of an id's rows only, which takes half the time of all in a scope.
  const ordersWhere =
    store.engine === 'duckdb' && scope !== null
      ? sql`orders o where o.order_id in (select o.order_id from orders o where ${which}) and ${rest}`
      : sql`(select * from orders o where ${which}) o where ${rest}`
  return store.all<BuyersOrder>(sql`
    select o.order_id, o.order_date as date, o.month, o.first_name as name, o.last_name as surname, o.email, o.customer_id
    from ${ordersWhere} and not (${isKnown})
    ${inOrder} limit ${sql.whole(ROWS)}`)
}

function addBuyers(found: BuyersOrder[], rows: readonly BuyersOrder[]): void {
  for (const row of rows) {
    const isKnown = found.some(
      ({ order_id, customer_id, email }) =>
        order_id === row.order_id ||
        (customer_id !== 0 && customer_id === row.customer_id) ||
        // Accounts may share an e-mail of billing; a guest with it is one of them.
        (email !== '' && email === row.email && (customer_id === 0 || row.customer_id === 0)),
    )
    if (!isKnown) found.push(row)
  }
}

type FoundOrder = Found['orders'][number]

/** Orders with this id, number or invoice, in any month, the one with the id first; '' finds none. */
export const ordersNumbered = (store: Reads, number: string, invoice: string, scope: Scope) => {
  const id = /^[1-9]\d{0,14}$/.test(number) ? Number(number) : 0
  const isNumbered = sql`(o.order_id = ${id} or (o.number <> '' and lower(o.number) = lower(${number})))`
  // Comparing texts takes half as long as folding all of them.
  const invoices = [...new Set([invoice, invoice.toUpperCase(), invoice.toLowerCase()])]
  const isInvoiced = sql`(o.invoice_number <> '' and o.invoice_number in (${invoices}))`
  return store.all<FoundOrder>(sql`
    select o.order_id, ${orderNumber('o')} as number, o.month, o.order_date as date, ${distName},
      case when ${isNumbered} then '' else o.invoice_number end as invoice_number
    from orders o left join distributors d on d.dist_id = o.dist_id
    where (${isNumbered} or ${isInvoiced}) and ${inScope(scope, sql`o.dist_id`)}
    order by case when o.order_id = ${id} then 0 when ${isNumbered} then 1 else 2 end, o.order_id desc
    limit ${sql.whole(MOST_FOUND)}`)
}

/** Distributors by name or the beginning of the id. */
export const distributors = (store: Reads, typed: string, scope: Scope) =>
  store.all<Found['distributors'][number]>(sql`
    select d.dist_id, ${distName} from distributors d
    where ${inScope(scope, sql`d.dist_id`)} and (
      starts_with(lower(d.dist_id), lower(${typed})) or (${contains(sql`d.name`, typed)}))
    order by case when lower(d.dist_id) = lower(${typed}) then 0 else 1 end, folded(d.name), d.dist_id
    limit ${sql.whole(MOST_FOUND)}`)

/** Products and variations of the catalogue by name or the beginning of the SKU. */
export const products = (store: Reads, typed: string) =>
  store.all<Found['products'][number]>(
    wholeShop(
      'The catalogue, which every role with products sees whole',
      sql`
    select p.product_id, p.sku, p.name as product_name, p.parent_id from products p
    where (p.sku <> '' and starts_with(lower(p.sku), lower(${typed}))) or (${contains(sql`p.name`, typed)})
    order by case when lower(p.sku) = lower(${typed}) then 0 else 1 end, folded(p.name), p.product_id
    limit ${sql.whole(MOST_FOUND)}`,
    ),
  )

/** Codes of coupons that orders in scope have used. */
export const coupons = (store: Reads, typed: string, scope: Scope) => {
  const first = typed.toLowerCase()
  return store.all<Found['coupons'][number]>(sql`
    select distinct name as code from order_discounts
    where kind = 'coupon' and name >= ${first} and name < ${`${first}\u{10ffff}`} and ${inScope(scope)}
    order by name limit ${sql.whole(MOST_FOUND)}`)
}

const contains = (column: Sql, typed: string): Sql => {
  const words = nameWords(typed)
  return words.length === 0
    ? sql`false`
    : sql.join(
        words.map((word) => sql`strpos(folded(${column}), ${word}) > 0`),
        sql` and `,
      )
}
