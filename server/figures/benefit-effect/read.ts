// What the readings of orders and uses share.
import { EFFECT_DAYS } from '#contract/lists/benefit-effect.ts'
import { addDays, type Month, monthBounds, monthOf } from '#contract/month.ts'
import { inScope, type Scope, type ScopedSql, type Sql, sql } from '#server/store/sql.ts'

export interface Asked {
  readonly month: Month
  readonly scope: Scope
}

export const day = (column: Sql, days: number): Sql => sql`(${column} + ${sql.whole(days)})`

/** Purchases of buyers who can be told again: a guest without e-mail cannot. */
export const purchases = ({ scope }: Asked, p: string): ScopedSql => {
  const [dist, buyer] = [sql.identifier(p, 'dist_id'), sql.identifier(p, 'buyer')]
  return sql`${inScope(scope, dist)} and ${buyer} not like 'order %'`
}

/** The month of the last day that decides. */
export const lastMonth = ({ month }: Asked): Month =>
  monthOf(addDays(monthBounds(month).to_date, EFFECT_DAYS))
