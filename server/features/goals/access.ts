import { type GoalDimension, measureHas } from '#contract/goals/scopes.ts'
import { dimensionOf } from '#contract/questions/dimensions.ts'
import { type MeasureKey, measureOf } from '#contract/questions/measures.ts'
import { badRequest, HttpError } from '#server/http/errors.ts'
import { may, type Principal } from '#server/http/principal.ts'

/** Throws a 400 if the measure has no such goals, a 403 if the account may not see measure or dimension. */
export function assertVisible(principal: Principal, measure: MeasureKey, by: GoalDimension): void {
  if (!measureHas(measure, by)) throw badRequest('by', `${measure} has no goals by ${by}`)
  const needed = [measureOf(measure).permission, ...(by === 'all' ? [] : [dimensionOf(by).permission])]
  if (!needed.every((permission) => may(principal, permission))) throw new HttpError(403)
}
