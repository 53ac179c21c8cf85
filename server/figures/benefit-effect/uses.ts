// Reads who used which benefit first.
import type { EffectBy } from '#contract/benefit-effect.ts'
import { storedSubGroup } from '#contract/benefit-groups.ts'
import { EFFECT_DAYS } from '#contract/lists/benefit-effect.ts'
import { type ScopedSql, type Sql, sql } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'
import { keeper, type Versions } from '../kept.ts'
import { sumOf } from '../linear-algebra.ts'
import { packColumns, unpackColumn } from '../packed-rows.ts'
import { type Asked, day, lastMonth, purchases } from './read.ts'

/** Exactly these values; without any, each benefit. */
export interface Benefit {
  readonly promotion?: string | undefined
  readonly sub_group?: string | undefined
}

const VALUES: Readonly<Record<EffectBy, Sql>> = { promotion: sql`promo_name`, sub_group: sql`sub_group` }

/** Discounts of the benefit on completed orders; `by`: with their value. */
const used = (asked: Asked, { promotion, sub_group }: Benefit, by: EffectBy | null): Sql => {
  const holds = (column: Sql, value: string | undefined) =>
    value === undefined ? sql.empty : sql`and ${column} = ${value}`
  const isCompleted = sql`counted and status = 'wc-completed'`
  const value = by === null ? sql`''` : VALUES[by]
  const inMonth =
    by === null
      ? sql.empty
      : sql`and ${value} in (select distinct ${value} from order_discounts where month = ${asked.month} and ${isCompleted})`
  return sql`
    select order_id, ${value} as value, amount from order_discounts
    where ${isCompleted} and month <= ${lastMonth(asked)} ${inMonth}
      ${holds(VALUES.promotion, promotion)} ${holds(VALUES.sub_group, sub_group && storedSubGroup(sub_group))}`
}

export interface Uses {
  /** In the month, of buyers who had not used the benefit. */
  readonly firsts: readonly FirstUse[]
  /** Buyers of the month who had used it before. */
  readonly earlier: readonly string[]
  /** Net since a later use within 60 days, by the number of the order of the month before it. */
  readonly later: ReadonlyMap<number, number>
}

export interface FirstUse {
  readonly buyer: string
  readonly place: number
  /** Of the benefit on the buyer's orders in the 60 days. */
  readonly discount: number
}

/** Buyers who ever used the benefit: most never use a given one, nearly all use any. */
const usersOf = (asked: Asked, benefit: Benefit): ScopedSql => sql`
  select b.buyer from (${used(asked, benefit, null)}) d join rollup_purchases b on b.order_id = d.order_id
  where ${purchases(asked, 'b')}`

/** First uses `f` by the buyers of the month, with the purchases around them. */
const usesIn = (asked: Asked, benefit: Benefit, by: EffectBy | null): ScopedSql => {
  const isOne = benefit.promotion !== undefined || benefit.sub_group !== undefined
  return sql`
  with bought as materialized (
    select p.buyer, p.order_id, p.place, p.month, p.order_date, p.net from rollup_purchases p
    where p.month <= ${lastMonth(asked)} and ${purchases(asked, 'p')} and p.buyer in (
      select m.buyer from rollup_purchases m where m.month = ${asked.month} and ${purchases(asked, 'm')})
      ${isOne ? sql`and p.buyer in (${usersOf(asked, benefit)})` : sql.empty}
  ),
  uses as materialized (
    select u.value, p.buyer, p.place, p.order_date, u.amount
    from (${used(asked, benefit, by)}) u join bought p on p.order_id = u.order_id
  ),
  firsts as (
    select s.value, s.buyer, s.place, f.month, f.order_date
    from (select value, buyer, min(place) as place from uses group by value, buyer) s
    join bought f on f.buyer = s.buyer and f.place = s.place
  ),
  of_month as (
    select f.value, f.buyer, f.place, sum(u.amount) as discount
    from firsts f join uses u
      on u.value = f.value and u.buyer = f.buyer and u.order_date <= ${day(sql`f.order_date`, EFFECT_DAYS)}
    where f.month = ${asked.month} group by f.value, f.buyer, f.place
  ),
  later as (
    select f.value, p.order_id, sum(q.net) as net
    from firsts f
    join bought p on p.buyer = f.buyer and p.place < f.place and f.order_date <= ${day(sql`p.order_date`, EFFECT_DAYS)}
    join bought q on q.buyer = f.buyer and q.place >= f.place and q.order_date <= ${day(sql`p.order_date`, EFFECT_DAYS)}
    where p.month = ${asked.month} and f.month >= ${asked.month} and q.month >= ${asked.month}
    group by f.value, p.order_id
  )
  ${sql.union(
    [
      sql`select value, 'firsts' as kind, ${found(sql`buyer`, sql`place`, sql`discount`)} from of_month group by value`,
      sql`select value, 'earlier' as kind, ${found(sql`buyer`)} from firsts where month < ${asked.month} group by value`,
      sql`select value, 'later' as kind, ${found(sql`order_id`, sql`net`)} from later group by value`,
    ],
    'all',
  )}`
}

/** The same three columns for every kind; those that it lacks are empty. */
const found = (first: Sql, second?: Sql, third?: Sql): Sql =>
  sql.join(
    Object.entries({ first, second, third }).map(([name, column]) =>
      column ? packColumns({ [name]: column }) : sql`'[]' as ${sql.identifier(name)}`,
    ),
  )

interface Found {
  readonly value: string
  readonly kind: keyof Uses
  readonly first: string
  readonly second: string
  readonly third: string
}

/** Characters of the uses of all benefits of a month: at most some megabytes for all months that are kept. */
const MOST_KEPT = 2_000_000

/** Of a month: by promotion, by sub-group, and of all together. */
const kept = keeper<readonly Found[]>(
  39,
  (rows) =>
    sumOf(rows.map(({ first, second, third }) => first.length + second.length + third.length)) <= MOST_KEPT,
)

const keyOf = (asked: Asked, by: EffectBy | null, versions: Versions) => ({
  ...{ versions, until: lastMonth(asked), scope: asked.scope, key: [asked.month, by] },
})

const byValue = (rows: readonly Found[]): ReadonlyMap<string, Uses> =>
  new Map([...Map.groupBy(rows, ({ value }) => value)].map(([value, own]) => [value, usesFrom(own)]))

/** Of each benefit of the month by its value; null: of all together, with the value ''. */
export const usesBy = async (
  store: Reads,
  asked: Asked,
  by: EffectBy | null,
  versions: Versions,
): Promise<ReadonlyMap<string, Uses>> =>
  byValue(await kept(store, keyOf(asked, by, versions), () => store.all<Found>(usesIn(asked, {}, by))))

const NO_USES: Uses = { firsts: [], earlier: [], later: new Map() }

export async function usesOf(
  store: Reads,
  asked: Asked,
  benefit: Benefit,
  versions: Versions,
): Promise<Uses> {
  const { promotion, sub_group } = benefit
  if (promotion === undefined && sub_group === undefined)
    return (await usesBy(store, asked, null, versions)).get('') ?? NO_USES
  const known = knownUses(store, asked, benefit, versions)
  if (known) return known
  return byValue(await store.all<Found>(usesIn(asked, benefit, null))).get('') ?? NO_USES
}

/** Of a benefit with one value, among those of all benefits. */
function knownUses(store: Reads, asked: Asked, { promotion, sub_group }: Benefit, versions: Versions) {
  if (promotion !== undefined && sub_group !== undefined) return undefined
  const [by, value]: [EffectBy, string | undefined] =
    promotion === undefined ? ['sub_group', sub_group && storedSubGroup(sub_group)] : ['promotion', promotion]
  const own = kept.known(store, keyOf(asked, by, versions))?.filter((row) => row.value === value)
  return own && own.length > 0 ? usesFrom(own) : undefined
}

function usesFrom(rows: readonly Found[]): Uses {
  const of = (kind: keyof Uses) => rows.find((row) => row.kind === kind)
  const [firsts, earlier, later] = [of('firsts'), of('earlier'), of('later')]
  const numbers = (text: string | undefined) => unpackColumn<number>(text ?? '[]')
  const texts = (text: string | undefined) => unpackColumn<string>(text ?? '[]')
  const [places, discounts, nets] = [numbers(firsts?.second), numbers(firsts?.third), numbers(later?.second)]
  return {
    firsts: texts(firsts?.first).map((buyer, at) => ({
      ...{ buyer, place: places[at] ?? 0, discount: discounts[at] ?? 0 },
    })),
    earlier: texts(earlier?.first),
    later: new Map(numbers(later?.first).map((order, at) => [order, nets[at] ?? 0])),
  }
}
