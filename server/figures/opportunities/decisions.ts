// What people decided about voids, and what was sold of the followed ones since.
import type { VoidState } from '#contract/lists/opportunities.ts'
import { addDays, monthOf } from '#contract/month.ts'
import type { Opportunity } from '#contract/opportunities.ts'
import { sumOf, unitsOf } from '#server/domain/money.ts'
import { productKeyOf } from '#server/domain/product-key.ts'
import { inScope, type Scope, type ScopedSql, sql } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'
import { lineAmount } from '../catalogue.ts'
import { business, segment } from '../expressions.ts'
import { dayCount } from '../windows.ts'
import type { Found } from './opportunities.ts'

export const DECISIONS_VERSION = 'opportunities'

/** The void as it was when somebody first decided about it. */
export type StoredVoid = Pick<
  Found,
  'product_name' | 'sku' | 'peers' | 'peers_selling' | 'last_sold' | (typeof ESTIMATE)[number]
>

const ESTIMATE = ['estimated_net', 'estimated_low', 'estimated_high'] as const

/** The columns of stored estimates of `d`. */
export const STORED_ESTIMATE = sql.join(
  ESTIMATE.map(
    (name) => sql`cast(${sql.identifier('d', name)} as double precision) as ${sql.identifier(name)}`,
  ),
)

interface DecisionRow extends StoredVoid {
  readonly decision: number
  readonly dist_id: string
  readonly dist_name: string
  readonly product_id: number
  readonly variation_id: number
  readonly business: string
  readonly segment: string
  readonly state: VoidState
  readonly reason: string
  readonly since: string
  readonly decided_by: string
  readonly seen_by: string | null
}

/** What the catalogue lost keeps what it was called. */
const present = (column: 'name' | 'sku', stored: 'product' | 'sku') => sql`
  coalesce(case when d.variation_id = 0 then ${sql.identifier('p', column)} else ${sql.identifier('v', column)} end,
    ${sql.identifier('d', stored)})`

/** The decision that counts for each void of the scope, the last one first. */
const lastDecisions = (scope: Scope): ScopedSql => sql`
  select d.decision_id as decision, d.dist_id, coalesce(n.name, d.dist_id) as dist_name, d.product_id, d.variation_id,
    ${present('name', 'product')} as product_name, ${present('sku', 'sku')} as sku, ${business} as business, ${segment} as segment,
    d.peers, d.peers_selling, ${STORED_ESTIMATE}, d.last_sold, d.state, d.reason, d.decided_on as since, coalesce(u.name, '') as decided_by, d.seen_by
  from opportunity_decisions d
  join (
    select max(decision_id) as decision_id from opportunity_decisions where not undone and ${inScope(scope)}
    group by dist_id, product_id, variation_id
  ) l on l.decision_id = d.decision_id
  left join distributors n on n.dist_id = d.dist_id
  left join products p on p.product_id = d.product_id
  left join products v on v.product_id = d.variation_id
  left join users u on u.user_id = d.user_id and u.deleted_at is null
  where ${inScope(scope, sql`d.dist_id`)}
  order by d.decision_id desc`

/** Of a void without a decision. */
export const UNDECIDED = {
  ...{ sold_net: null, sold_units: null, sold_days: null, reason: '', since: null, decided_by: '' },
  ...{ state: 'open', decision: null },
} as const satisfies Partial<Opportunity>

/** The void of a distributor and product. */
export const voidKey = ({ dist_id, key }: Pick<Opportunity, 'dist_id' | 'key'>): string => `${dist_id} ${key}`

/** Each void that somebody decided about, as its last decision left it, by `voidKey`; the last decision first. */
export async function decisionsOf(
  store: Reads,
  { scope, today }: { readonly scope: Scope; readonly today: string },
): Promise<Map<string, Opportunity>> {
  const rows = await store.all<DecisionRow>(lastDecisions(scope))
  const followed = rows.filter(({ state }) => state === 'followed')
  const sold = await soldSince(store, followed, { scope, today })
  return new Map(
    rows.map((each) => {
      const row = { ...listed(each, scope), ...sold.get(each.decision) }
      return [voidKey(row), row]
    }),
  )
}

function listed({ product_id, variation_id, seen_by, ...each }: DecisionRow, scope: Scope): Opportunity {
  const row = { ...UNDECIDED, ...each, key: productKeyOf(product_id, variation_id) }
  return mayKnow(seen_by, scope) ? row : { ...row, ...UNKNOWN }
}

const UNKNOWN = {
  ...{ peers: null, peers_selling: null },
  ...{ estimated_net: null, estimated_low: null, estimated_high: null },
}

/** An estimate tells the sales of the distributors that it was made from. */
function mayKnow(seenBy: string | null, scope: Scope): boolean {
  if (scope === null) return true
  if (seenBy === null) return false
  const ids: readonly string[] = JSON.parse(seenBy)
  return ids.every((id) => scope.includes(id))
}

type Sold = Pick<Opportunity, 'sold_net' | 'sold_units' | 'sold_days'>

interface SoldRow {
  readonly decision: number
  readonly units: number
  readonly net: number
}

/** Whole days: from the one after the decision to yesterday. Without such a day, nothing. */
async function soldSince(
  store: Reads,
  followed: readonly Pick<DecisionRow, 'decision' | 'since'>[],
  { scope, today }: { readonly scope: Scope; readonly today: string },
): Promise<Map<number, Sold>> {
  const counted = followed.filter(({ since }) => addDays(since, 1) < today)
  if (counted.length === 0) return new Map()
  const asked = { ids: counted.map(({ decision }) => decision), today, scope }
  const months = [...new Set([...counted.map(({ since }) => monthOf(since)), monthOf(today)])]
  const parts = await Promise.all([
    store.all<SoldRow>(inWholeMonths(asked)),
    store.all<SoldRow>(inPartsOfMonths(asked, months)),
  ])
  const sums = Map.groupBy(parts.flat(), ({ decision }) => decision)
  return new Map(
    counted.map(({ decision, since }) => {
      const rows = sums.get(decision) ?? []
      return [
        decision,
        {
          sold_net: sumOf(rows, ({ net }) => net),
          sold_units: unitsOf(rows, ({ units }) => units),
          sold_days: dayCount({ from: addDays(since, 1), to: addDays(today, -1) }),
        },
      ]
    }),
  )
}

interface AskedSold {
  readonly ids: readonly number[]
  readonly today: string
  readonly scope: Scope
}

const monthDecided = sql`substr(cast(d.decided_on as text), 1, 7)`

/** Months between that of the decision and the running one, from the rollup. */
const inWholeMonths = ({ ids, today, scope }: AskedSold): ScopedSql => sql`
  select d.decision_id as decision, sum(s.units) as units, sum(s.net) as net
  from opportunity_decisions d
  join rollup_products s on s.dist_id = d.dist_id and s.product_id = d.product_id and s.variation_id = d.variation_id
  where d.decision_id in (${ids}) and ${inScope(scope, sql`d.dist_id`)} and s.status = 'wc-completed'
    and s.month > ${monthDecided} and s.month < ${monthOf(today)}
  group by d.decision_id`

/** The days that count of the month of the decision and of the running one. `months`: all of these, so that others are not read. */
const inPartsOfMonths = ({ ids, today, scope }: AskedSold, months: readonly string[]): ScopedSql => sql`
  select d.decision_id as decision, sum(${lineAmount('units', 'l')}) as units, sum(l.net) as net
  from opportunity_decisions d
  join order_lines l on l.dist_id = d.dist_id and l.product_id = d.product_id and l.variation_id = d.variation_id
  join orders o on o.order_id = l.order_id and o.month = l.month
  where d.decision_id in (${ids}) and ${inScope(scope, sql`d.dist_id`)}
    and l.month in (${months}) and o.month in (${months}) and l.counted and l.status = 'wc-completed'
    and (l.month = ${monthDecided} or l.month = ${monthOf(today)})
    and o.order_date > d.decided_on and o.order_date < cast(${today} as date)
  group by d.decision_id`
