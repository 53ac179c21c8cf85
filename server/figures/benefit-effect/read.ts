// Reads the orders of a month with what their buyers bought around them, and who used which benefit first.
import type { EffectBy } from '#contract/benefit-effect.ts'
import { storedSubGroup } from '#contract/benefit-groups.ts'
import { EFFECT_DAYS } from '#contract/lists/benefit-effect.ts'
import { addDays, addMonths, type Month, monthBounds, monthOf } from '#contract/month.ts'
import { compareKeys } from '#contract/row-order.ts'
import { NO_DISTRIBUTOR } from '#server/domain/facts.ts'
import { inScope, type Scope, type ScopedSql, type Sql, sql } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'
import type { Trial } from './trials.ts'

export interface Asked {
  readonly month: Month
  readonly scope: Scope
}

/** Exactly these values; without any, each benefit. */
export interface Benefit {
  readonly promotion?: string | undefined
  readonly sub_group?: string | undefined
}

/** An order of the month, whether or not it uses a benefit. */
export interface Placed extends Omit<Trial, 'uses' | 'netLater'> {
  readonly at: string
}

const YEAR = 365
const day = (column: Sql, days: number): Sql => sql`(${column} + ${sql.whole(days)})`

/** Purchases of buyers who can be told again: a guest without e-mail cannot. */
const purchases = ({ scope }: Asked, p: string): ScopedSql => {
  const [dist, buyer] = [sql.identifier(p, 'dist_id'), sql.identifier(p, 'buyer')]
  return sql`${inScope(scope, dist)} and ${buyer} not like 'order %'`
}

/** Orders `p` of the month, each with the purchases `q` of its buyer until 60 days later. */
const placedIn = (asked: Asked): ScopedSql => {
  const isBefore = sql`q.order_date < p.order_date`
  const within = (days: number) =>
    sql`case when ${isBefore} and q.order_date >= ${day(sql`p.order_date`, -days)}`
  const net = (condition: Sql) => sql`coalesce(sum(${condition} then q.net end), 0)`
  return sql`
    select p.order_id, p.buyer, p.dist_id, p.province, p.created_at as at, coalesce(c.company, '') as company,
      cast(p.order_date - cast(${monthBounds(asked.month).from_date} as date) as integer) as day,
      cast(p.order_date - max(case when ${isBefore} then q.order_date end) as integer) as recency,
      cast(coalesce(p.order_date - min(case when ${isBefore} then q.order_date end), 0) as integer) as known,
      count(${within(EFFECT_DAYS)} then 1 end) as "ordersBefore", ${net(within(EFFECT_DAYS))} as "netBefore",
      count(${within(YEAR)} then 1 end) as "ordersYear", ${net(within(YEAR))} as "netYear",
      ${net(sql`case when q.order_date >= p.order_date`)} as "netAfter"
    from rollup_purchases p
    join rollup_purchases q on q.buyer = p.buyer and q.order_date <= ${day(sql`p.order_date`, EFFECT_DAYS)}
    left join customers c on c.customer_id = p.account_id
    where p.month = ${asked.month} and ${purchases(asked, 'p')} and ${purchases(asked, 'q')}
    group by p.order_id, p.buyer, p.dist_id, p.province, p.created_at, p.order_date, c.company`
}

/** The province in which a distributor sold most in the twelve months until the month. */
const provinces = ({ month, scope }: Asked): ScopedSql => sql`
  select dist_id, province, sum(net) as net from rollup_provinces
  where month > ${addMonths(month, -12)} and month <= ${month} and status = 'wc-completed' and ${inScope(scope)}
    and dist_id <> ${NO_DISTRIBUTOR.dist_id}
  group by dist_id, province`

interface PlacedRow extends Omit<Placed, 'province'> {
  readonly dist_id: string
  readonly province: string
}

/** By number. */
export async function placedOf(store: Reads, asked: Asked): Promise<Placed[]> {
  const [rows, sold] = await Promise.all([
    store.all<PlacedRow>(placedIn(asked)),
    store.all<{ dist_id: string; province: string; net: number }>(provinces(asked)),
  ])
  const order = sold.toSorted(
    (one, other) => other.net - one.net || compareKeys(one.province, other.province, 'ASC'),
  )
  const provinceOf = new Map(order.toReversed().map(({ dist_id, province }) => [dist_id, province]))
  return rows
    .map(({ dist_id, province, known, ...row }) => ({
      ...row,
      ...{ province: provinceOf.get(dist_id) ?? province, known: Math.min(YEAR, known) },
    }))
    .sort((one, other) => one.order_id - other.order_id)
}

const VALUES: Readonly<Record<EffectBy, Sql>> = { promotion: sql`promo_name`, sub_group: sql`sub_group` }

/** Orders with the benefit and its discount on them; `by`: once per value. */
const used = ({ month }: Asked, { promotion, sub_group }: Benefit, by: EffectBy | null): Sql => {
  const last = monthOf(addDays(monthBounds(month).to_date, EFFECT_DAYS))
  const holds = (column: Sql, value: string | undefined) =>
    value === undefined ? sql.empty : sql`and ${column} = ${value}`
  const isCompleted = sql`counted and status = 'wc-completed'`
  const value = by === null ? sql`''` : VALUES[by]
  const inMonth =
    by === null
      ? sql.empty
      : sql`and ${value} in (select distinct ${value} from order_discounts where month = ${month} and ${isCompleted})`
  return sql`
    select order_id, value, sum(amount) as amount from (
      select order_id, ${value} as value, amount from order_discounts
      where ${isCompleted} and month <= ${last} ${inMonth}
        ${holds(VALUES.promotion, promotion)} ${holds(VALUES.sub_group, sub_group && storedSubGroup(sub_group))}
    ) discounts group by order_id, value`
}

/** `uses`: by the buyers of the month; `firsts`: the first of each. */
const withUses = (asked: Asked, benefit: Benefit, by: EffectBy | null): ScopedSql => sql`
  with uses as (
    select u.value, p.buyer, p.order_id, p.order_date, p.created_at, u.amount,
      row_number() over (partition by u.value, p.buyer order by p.created_at, p.order_id) as turn
    from (${used(asked, benefit, by)}) u join rollup_purchases p on p.order_id = u.order_id
    where ${purchases(asked, 'p')} and p.buyer in (
      select m.buyer from rollup_purchases m where m.month = ${asked.month} and ${purchases(asked, 'm')})
  ),
  firsts as (select value, buyer, order_id, order_date, created_at from uses where turn = 1)`

export interface FirstUse {
  readonly value: string
  readonly buyer: string
  readonly order_id: number
  readonly at: string
  /** Of the benefit on the buyer's orders in the 60 days. */
  readonly discount: number
}

const firstUses = (asked: Asked, benefit: Benefit, by: EffectBy | null): ScopedSql => sql`
  ${withUses(asked, benefit, by)}
  select f.value, f.buyer, f.order_id, f.created_at as at, sum(u.amount) as discount
  from firsts f join uses u on u.value = f.value and u.buyer = f.buyer and u.order_date <= ${day(sql`f.order_date`, EFFECT_DAYS)}
  group by f.value, f.buyer, f.order_id, f.created_at`

interface Later {
  readonly value: string
  readonly order_id: number
  readonly net: number
}

/** Orders `p` of the month after which their buyer used the benefit for the first time within 60 days, with the net from there on. */
const laterUses = (asked: Asked, benefit: Benefit, by: EffectBy | null): ScopedSql => sql`
  ${withUses(asked, benefit, by)}
  select f.value, p.order_id, sum(q.net) as net
  from firsts f
  join rollup_purchases p on p.buyer = f.buyer and (p.created_at, p.order_id) < (f.created_at, f.order_id)
    and f.order_date <= ${day(sql`p.order_date`, EFFECT_DAYS)}
  join rollup_purchases q on q.buyer = f.buyer and (q.created_at, q.order_id) >= (f.created_at, f.order_id)
    and q.order_date <= ${day(sql`p.order_date`, EFFECT_DAYS)}
  where p.month = ${asked.month} and ${purchases(asked, 'p')} and ${purchases(asked, 'q')}
  group by f.value, p.order_id`

export interface Uses {
  readonly firsts: readonly FirstUse[]
  /** Net since a later use, by the number of the order before it. */
  readonly later: ReadonlyMap<number, number>
}

/** By value, '' for the benefit itself. */
export async function usesOf(
  store: Reads,
  asked: Asked,
  benefit: Benefit,
  by: EffectBy | null,
): Promise<ReadonlyMap<string, Uses>> {
  const [firsts, later] = await Promise.all([
    store.all<FirstUse>(firstUses(asked, benefit, by)),
    store.all<Later>(laterUses(asked, benefit, by)),
  ])
  const laterOf = Map.groupBy(later, ({ value }) => value)
  return new Map(
    [...Map.groupBy(firsts, ({ value }) => value)].map(([value, own]) => [
      value,
      { firsts: own, later: new Map(laterOf.get(value)?.map(({ order_id, net }) => [order_id, net])) },
    ]),
  )
}
