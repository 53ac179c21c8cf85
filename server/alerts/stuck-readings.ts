// Readings of orders that stay in a status without a change. The present state of an order and those before it say what was stuck at
// any earlier moment.
import type { AlertRule, Condition } from '#contract/alerts/rule.ts'
import { addDays } from '#contract/month.ts'
import type { DimensionKey } from '#contract/questions/dimensions.ts'
import { wallClock } from '#server/domain/wall-clock.ts'
import { filterOf } from '#server/questions/part-query.ts'
import { inScope, type ScopedSql, type Sql, sql, utc } from '#server/store/sql.ts'
import type { Reading } from './advance.ts'
import type { FigureDeps } from './figures.ts'
import type { Moment } from './moments.ts'

type StuckCondition = Extract<Condition, { kind: 'stuck' }>

/** Older orders are abandoned and would be reported forever. */
const CREATED_WITHIN_DAYS = 90

const COLUMNS: Partial<Record<DimensionKey, Sql>> = {
  distributor: sql`o.dist_id`,
  province: sql`o.province`,
  city: sql`o.city`,
  payment_method: sql`o.payment_method`,
}

export function stuckReadings(rule: AlertRule, condition: StuckCondition, deps: FigureDeps) {
  return async (day: Moment, open: readonly string[]): Promise<Map<string, Reading>> => {
    const rows = await deps.store.all<{ key: string; orders: number }>(stuckAt(rule, condition, deps, day))
    const counts = new Map(rows.map(({ key, orders }) => [key, orders]))
    const keys = new Set([...open, ...counts.keys(), ...(rule.by === null ? [''] : [])])
    return new Map(
      [...keys].map((key) => {
        const value = counts.get(key) ?? 0
        return [key, { value, compared: null, size: value }]
      }),
    )
  }
}

/** Orders per value that were stuck when the day closed. */
function stuckAt(
  { by, where }: AlertRule,
  { status, days }: StuckCondition,
  { scope, timeZone }: FigureDeps,
  day: Moment,
): ScopedSql {
  const closed = instantOf(`${addDays(day, 1)} 00:00:00`, timeZone)
  const since = new Date(closed.getTime() - days * 86_400_000)
  const key = (by && COLUMNS[by]) ?? sql`''`
  const filters = where.map((filter) => sql`and ${filterOf(filter, COLUMNS[filter.dimension] ?? sql.empty)}`)
  const stuck = sql`
    o.status = ${status} and o.modified_at <= ${utc(since)}
    and o.created_at >= cast(${addDays(day, -CREATED_WITHIN_DAYS)} as timestamp)
    and ${inScope(scope, sql`o.dist_id`)} ${sql.join(filters, sql` `)}`
  const now = sql`select ${key} as key from orders o where o.counted and ${stuck}`
  const past = sql`
    select ${key} as key from order_past_states o where o.replaced_at > ${utc(closed)} and ${stuck}`
  return sql`
    select key, count(*) as orders from (${sql.union([now, past], 'all')}) stuck group by key`
}

/** The instant at which the shop's clock shows 'YYYY-MM-DD HH:MM:SS'. */
function instantOf(local: string, timeZone: string): Date {
  const asUtc = Date.parse(`${local.replace(' ', 'T')}Z`)
  const shown = Date.parse(`${wallClock(timeZone)(new Date(asUtc).toISOString()).replace(' ', 'T')}Z`)
  return new Date(asUtc - (shown - asUtc))
}
