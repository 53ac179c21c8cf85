// The one division of amounts in SQL.
import { type Sql, sql } from './sql.ts'

const exact = (value: Sql) => sql`cast(${value} as decimal(38, 4))`

/**
 * `dividend` / `divisor`, rounded once to `decimals`, half away from zero; null for a divisor of 0. Exact on both engines for
 * quotients below 2^53: DuckDB divides decimals as binary fractions, but its remainders are decimal.
 */
export function quotient(dividend: Sql, divisor: Sql, decimals: 0 | 2): Sql {
  const under = sql`(2 * nullif(abs(${exact(divisor)}), 0))`
  const above = sql`(${sql.whole(2 * 10 ** decimals)} * abs(${exact(dividend)}) + abs(${exact(divisor)}))`
  const whole = sql`cast(round((${above} - ${above} % ${under}) / ${under}) as decimal(18, 0))`
  const unit = sql.raw(decimals === 0 ? '1' : '0.01')
  return sql`(cast(sign(${dividend}) * sign(${divisor}) as decimal(2, 0)) * ${whole} * ${unit})`
}
