// Counts records that could not be classified and names the most frequent values.
import { NO_SUB_GROUP } from '#contract/benefit-groups.ts'
import { ORDER_STATUSES } from '#contract/statuses.ts'
import { NO_BUSINESS, NO_PROVINCE, NO_SEGMENT } from '#server/domain/facts.ts'
import { NOWHERE } from '#server/domain/placeholder-email.ts'
import { orderNumber } from '#server/figures/expressions.ts'
import { readSetting } from '#server/store/settings.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { registeredStatuses } from '../order-statuses.ts'

/** Values listed of each kind. */
const NAMED = 20

export interface Named {
  readonly name: string
  readonly count: number
}

export interface Unplaced {
  /** Orders in another currency, which are stored but not counted. */
  readonly currencies: readonly Named[]
  /** Orders whose children hold their lines and are counted instead. */
  readonly contained_orders: readonly Named[]
  /** Orders of an implausible size that wait for a person, by number and amount. */
  readonly large_orders: readonly Named[]
  /** Orders whose total is not the sum of their parts, the largest differences by number and amount. */
  readonly other_totals: {
    readonly count: number
    readonly amount: number
    readonly orders: readonly string[]
  }
  /** Orders with an unknown status. */
  readonly statuses: readonly Named[]
  /** Orders in statuses that the shop does not register: its lists leave them out. */
  readonly unregistered_statuses: readonly Named[]
  /** Orders dated after today, by number and day: figures of their month, and no age, count them. */
  readonly future_orders: readonly Named[]
  /** Discounts without a rule. */
  readonly discounts: readonly Named[]
  readonly products_without_business: number
  readonly products_without_segment: number
  readonly orders_without_province: number
  readonly customers_without_province: number
  /** Orders whose person the shop or Góndola has erased. */
  readonly erased_buyers: number
  /** Rejected records by collection. */
  readonly rejects: readonly Named[]
}

/** Orders, discounts and customers of a month or of all; products and rejects have none. `today`: of the store's clock. */
export async function unplacedIn(
  queries: Queries,
  month: string | undefined,
  today: string,
): Promise<Unplaced> {
  const within = month === undefined ? sql`true` : sql`month = ${month}`
  const named = (name: Sql, from: Sql) =>
    queries.all<Named>(sql`
      select ${name} as name, count(*) as count from ${from}
      group by ${name} order by count desc, name limit ${NAMED}`)
  const count = async (from: Sql) =>
    (await queries.one<{ count: number }>(sql`select count(*) as count from ${from}`))?.count ?? 0
  const oneByOne = async (name: Sql, from: Sql) =>
    withRest(
      await queries.all<Named>(
        sql`select ${name} as name, 1 as count from ${from} order by order_id limit ${NAMED}`,
      ),
      await count(from),
    )
  const rows = await queries.all<{ id: number }>(
    sql`select parent_id as id from order_parents union select order_id as id from order_parents`,
  )
  const parents = [0, ...rows.map(({ id }) => id)]
  const large = await queries.all<{ id: number; number: string; amount: number }>(sql`
    select l.order_id as id, ${orderNumber('o')} as number, l.amount
    from large_orders l join orders o on o.order_id = l.order_id where l.state = 'waiting' order by l.amount desc`)
  const notLarge = sql`not (order_id in (${[0, ...large.map(({ id }) => id)]}))`
  const registered = await registeredStatuses(queries)
  const currency = String((await readSetting(queries, 'currency')) ?? '')
  // Renewals and deposits have parents too, which contain nothing.
  const isContained = sql`order_id in (${parents}) and currency = ${currency}`
  // Without products in the trash or deleted ones.
  const living = sql`products where parent_id = 0 and status not in ('deleted', 'trash')`
  return {
    currencies: await named(
      sql`currency`,
      sql`orders where not counted and not (${isContained}) and ${notLarge} and ${within}`,
    ),
    contained_orders: await oneByOne(
      sql`'#' || ${orderNumber('orders')}`,
      sql`orders where not counted and ${isContained} and ${notLarge} and ${within}`,
    ),
    large_orders: withRest(
      large
        .slice(0, NAMED)
        .map(({ number, amount }) => ({ name: `#${number} (${amount.toLocaleString('es-AR')})`, count: 1 })),
      large.length,
    ),
    other_totals: await otherTotals(queries, within),
    statuses: await named(sql`status`, sql`orders where status not in (${ORDER_STATUSES}) and ${within}`),
    unregistered_statuses:
      registered === undefined
        ? []
        : await named(sql`status`, sql`orders where status not in (${registered}) and ${within}`),
    future_orders: await oneByOne(
      sql`'#' || ${orderNumber('orders')} || ' (' || cast(order_date as text) || ')'`,
      sql`orders where order_date > cast(${today} as date) and ${within}`,
    ),
    discounts: await named(
      sql`name`,
      sql`order_discounts where discount_group = 'OTROS' and sub_group = ${NO_SUB_GROUP.key} and ${within}`,
    ),
    products_without_business: await count(sql`${living} and business in ('', ${NO_BUSINESS})`),
    products_without_segment: await count(sql`${living} and segment in ('', ${NO_SEGMENT})`),
    orders_without_province: await count(sql`orders where province = ${NO_PROVINCE} and ${within}`),
    customers_without_province: await count(sql`customers where province = ${NO_PROVINCE} and ${within}`),
    erased_buyers: await count(sql`orders where email like ${`%${NOWHERE}`} and ${within}`),
    rejects: await named(sql`source`, sql`rejects`),
  }
}

/** What is not listed counts under '…', so that the counts add up to all of them. */
const withRest = (listed: readonly Named[], all: number): readonly Named[] =>
  all > listed.length ? [...listed, { name: '…', count: all - listed.length }] : listed

async function otherTotals(queries: Queries, within: Sql): Promise<Unplaced['other_totals']> {
  const differing = sql`orders where gap <> 0 and counted and ${within}`
  const sum = await queries.one<{ count: number; amount: number }>(
    sql`select count(*) as count, coalesce(sum(gap), 0) as amount from ${differing}`,
  )
  const orders = await queries.all<{ number: string; gap: number }>(
    sql`select ${orderNumber('orders')} as number, gap from ${differing} order by abs(gap) desc, order_id limit ${NAMED}`,
  )
  return {
    ...{ count: sum?.count ?? 0, amount: sum?.amount ?? 0 },
    orders: orders.map(({ number, gap }) => `#${number} (${gap.toLocaleString('es-AR')})`),
  }
}

export const unplacedCount = (unplaced: Unplaced): number =>
  [
    ...[...unplaced.currencies, ...unplaced.statuses, ...unplaced.future_orders],
    ...[...unplaced.discounts, ...unplaced.rejects, ...unplaced.contained_orders],
    ...[...unplaced.large_orders, ...unplaced.unregistered_statuses],
  ].reduce(
    (sum, { count }) => sum + count,
    unplaced.products_without_business +
      unplaced.products_without_segment +
      unplaced.orders_without_province +
      unplaced.customers_without_province +
      unplaced.erased_buyers +
      unplaced.other_totals.count,
  )
