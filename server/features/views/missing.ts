// Which filters of a view no longer find anything: a distributor, a product or a segment without any sale that the caller sees.
import { EXPLORE_PATH, pathOf } from '#contract/address.ts'
import { isMonth, monthBounds } from '#contract/month.ts'
import { type DimensionKey, dimensionOf } from '#contract/questions/dimensions.ts'
import { type Filter, PLAIN_QUESTION, type Question } from '#contract/questions/question.ts'
import { permissionsOf } from '#contract/questions/rules.ts'
import type { SavedView } from '#contract/views.ts'
import { decoded } from '#server/domain/decoded.ts'
import { answerOver } from '#server/figures/answer.ts'
import type { App, Versions } from '#server/http/app.ts'
import { may, type Principal } from '#server/http/principal.ts'
import { questionOfView } from './question.ts'
import type { View } from './store.ts'

/** Dimensions whose values come and go; each is counted from sums, whatever the number of orders. */
const CHECKED: readonly DimensionKey[] = [
  'distributor',
  'company',
  'business',
  'segment',
  'product',
  'benefit_group',
  'benefit_sub_group',
]

const DISTRIBUTOR_PAGE = /^\/distributors\/distributors-details\/([^/]+)\/?$/

export type Missing = SavedView['missing'][number]

function filtersOf(view: View): readonly Filter[] {
  const path = pathOf(view.address)
  if (path === EXPLORE_PATH) return questionOfView(view)?.where ?? []
  const id = decoded(DISTRIBUTOR_PAGE.exec(path)?.[1] ?? '')
  return id === '' ? [] : [{ dimension: 'distributor', isExcluded: false, values: [id] }]
}

export async function missingOf(
  { store }: Pick<App, 'store'>,
  view: View,
  principal: Principal,
  versions: Versions,
): Promise<Missing[]> {
  const months = [...versions.keys()].filter(isMonth).sort()
  const [first, last] = [months[0], months.at(-1)]
  if (first === undefined || last === undefined) return []
  const period = { from: monthBounds(first).from_date, to: monthBounds(last).to_date }
  const missing: Missing[] = []
  for (const filter of filtersOf(view)) {
    const { dimension, isExcluded, values } = filter
    const question = salesBy(filter)
    const isAllowed = permissionsOf(question).every((permission) => may(principal, permission))
    if (isExcluded || !CHECKED.includes(dimension) || !isAllowed) continue
    const { rows } = await answerOver(period, question, { store, scope: principal.scope })
    const sold = new Set(rows.map(({ keys }) => keys[0]))
    const gone = values.filter((value) => !sold.has(value))
    if (gone.length > 0) missing.push({ dimension, title: dimensionOf(dimension).title, values: gone })
  }
  return missing
}

/** Every status counts: a distributor that has only cancelled orders still exists. */
const salesBy = (filter: Filter): Question => ({
  ...{ ...PLAIN_QUESTION, period: 'all', by: [filter.dimension], where: [{ ...filter, isExcluded: false }] },
  measures: [dimensionOf(filter.dimension).grain === 'benefit' ? 'benefit_uses' : 'orders'],
})
