// The values that goals can be set for: every known distributor, business or segment.
import { type GoalDimension, measureHas } from '#contract/goals/scopes.ts'
import { dimensionOf } from '#contract/questions/dimensions.ts'
import { type MeasureKey, measureOf } from '#contract/questions/measures.ts'
import { NO_BUSINESS, NO_SEGMENT } from '#server/domain/facts.ts'
import { isNamed, type NamedDimension } from '#server/figures/former-names.ts'
import { labelsOf } from '#server/figures/labels.ts'
import { badRequest, HttpError } from '#server/http/errors.ts'
import { may, type Principal } from '#server/http/principal.ts'
import { inScope, type Scope, type ScopedSql, sql, wholeShop } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'

/** What the whole is to a reader. */
const wholeLabel = (scope: Scope): string => (scope === null ? 'Toda la tienda' : 'Mis distribuidores')

const byLabel = (labels: readonly (readonly [string, string])[]): ReadonlyMap<string, string> =>
  new Map([...labels].sort(([, one], [, other]) => one.localeCompare(other, 'es')))

function valueQuery(by: NamedDimension): ScopedSql {
  const column =
    by === 'business'
      ? sql`coalesce(nullif(business, ''), ${NO_BUSINESS})`
      : sql`coalesce(nullif(segment, ''), ${NO_SEGMENT})`
  return wholeShop('classes of products', sql`select distinct ${column} as key from products`)
}

/**
 * Keys with their labels, by label. A role limited to distributors sets goals for those only; several may have one name, by which
 * the grid finds the rows of a pasted sheet.
 */
export async function goalValues(
  store: Reads,
  by: GoalDimension,
  scope: Scope,
): Promise<ReadonlyMap<string, string>> {
  if (by === 'all') return new Map(scope === null ? [['', wholeLabel(scope)]] : [])
  if (by === 'distributor') {
    const known = sql`select dist_id as key, name as label from distributors where ${inScope(scope)} order by dist_id`
    const rows = await store.all<{ key: string; label: string }>(known)
    return byLabel(rows.map(({ key, label }) => [key, label]))
  }
  if (scope !== null) return new Map()
  const keys = (await store.all<{ key: string }>(valueQuery(by))).map(({ key }) => key)
  return goalLabels(store, by, keys, scope)
}

/** Whether a key with goals is a name that no product has any more. */
export async function isGone(
  store: Reads,
  by: GoalDimension,
  scope: Scope,
): Promise<(key: string) => boolean> {
  if (!isNamed(by)) return () => false
  const values = await goalValues(store, by, scope)
  return (key) => !values.has(key)
}

export async function goalLabels(
  store: Reads,
  by: GoalDimension,
  keys: readonly string[],
  scope: Scope,
): Promise<ReadonlyMap<string, string>> {
  if (by === 'all') return new Map(keys.map((key) => [key, wholeLabel(scope)]))
  const labels = await labelsOf(store, by, keys, scope)
  return byLabel([...labels])
}

/** Throws a 400 that names the parameter if the measure has no such goals, a 403 if the account may not see measure or dimension. */
export function assertVisible(
  principal: Principal,
  measure: MeasureKey,
  by: GoalDimension,
  parameter: 'by' | 'scope' = 'by',
): void {
  if (!measureHas(measure, by)) throw badRequest(parameter, `${measure} has no goals by ${by}`)
  const needed = [measureOf(measure).permission, ...(by === 'all' ? [] : [dimensionOf(by).permission])]
  if (!needed.every((permission) => may(principal, permission))) throw new HttpError('forbidden')
}
