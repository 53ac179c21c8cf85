// Readings of orders that stay in a status without a change. The present state of an order and those before it say what was stuck at
// any earlier moment.
import type { AlertRule, Condition } from '#contract/alerts/rule.ts'
import { addDays } from '#contract/month.ts'
import type { DimensionKey } from '#contract/questions/dimensions.ts'
import { wallClock } from '#server/domain/wall-clock.ts'
import { filterOf } from '#server/figures/part-query.ts'
import { pacer } from '#server/store/pace.ts'
import { inScope, type ScopedSql, type Sql, sql, utc } from '#server/store/sql.ts'
import type { FigureDeps } from './figures.ts'
import type { Moment } from './moments.ts'
import { type ReadAt, readingsOf } from './readings.ts'

type StuckCondition = Extract<Condition, { kind: 'stuck' }>

/** Older orders are abandoned and would be reported forever. */
const CREATED_WITHIN_DAYS = 90

const COLUMNS: Partial<Record<DimensionKey, Sql>> = {
  distributor: sql`o.dist_id`,
  province: sql`o.province`,
  city: sql`o.city`,
  payment_method: sql`o.payment_method`,
}

export async function stuckReadings(
  rule: AlertRule,
  condition: StuckCondition,
  moments: readonly Moment[],
  deps: FigureDeps,
): Promise<ReadAt> {
  const counts = new Map<Moment, Map<string, number>>()
  const known = new Set(rule.by === null ? [''] : [])
  const pace = pacer()
  for (const { day, key, orders } of await deps.store.all<StuckRow>(
    stuckAt(rule, condition, moments, deps),
  )) {
    counts.set(day, (counts.get(day) ?? new Map<string, number>()).set(key, orders))
    await pace()
  }
  return (day, open) => {
    const ofDay = counts.get(day) ?? new Map<string, number>()
    return readingsOf(new Set([...known, ...ofDay.keys()]), open, (key) => {
      const value = ofDay.get(key) ?? 0
      return { value, compared: null, size: value }
    })
  }
}

interface StuckRow {
  readonly day: Moment
  readonly key: string
  readonly orders: number
}

/** Orders per day and value that were stuck when the day closed. */
function stuckAt(
  { by, where }: AlertRule,
  { status, days }: StuckCondition,
  moments: readonly Moment[],
  { scope, timeZone }: FigureDeps,
): ScopedSql {
  const closings = moments.map((day) => {
    const closed = instantOf(`${addDays(day, 1)} 00:00:00`, timeZone)
    const since = new Date(closed.getTime() - days * 86_400_000)
    const oldest = sql`cast(${addDays(day, -CREATED_WITHIN_DAYS)} as timestamp)`
    return sql`(cast(${day} as text), ${utc(closed)}, ${utc(since)}, ${oldest})`
  })
  const key = (by && COLUMNS[by]) ?? sql`''`
  const filters = where.map((filter) => sql`and ${filterOf(filter, COLUMNS[filter.dimension] ?? sql.empty)}`)
  const stuck = sql`
    o.status = ${status} and o.modified_at <= d.since and o.created_at >= d.oldest
    and ${inScope(scope, sql`o.dist_id`)} ${sql.join(filters, sql` `)}`
  const now = sql`select d.day, ${key} as key from orders o join closings d on o.counted and ${stuck}`
  const past = sql`
    select d.day, ${key} as key from order_past_states o join closings d on o.replaced_at > d.closed and ${stuck}`
  return sql`
    with closings (day, closed, since, oldest) as (values ${sql.join(closings)})
    select day, key, count(*) as orders from (${sql.union([now, past], 'all')}) stuck
    group by day, key order by day, key`
}

/** The instant at which the shop's clock shows 'YYYY-MM-DD HH:MM:SS'. */
function instantOf(local: string, timeZone: string): Date {
  const asUtc = Date.parse(`${local.replace(' ', 'T')}Z`)
  const shown = Date.parse(`${wallClock(timeZone)(new Date(asUtc).toISOString()).replace(' ', 'T')}Z`)
  return new Date(asUtc - (shown - asUtc))
}
