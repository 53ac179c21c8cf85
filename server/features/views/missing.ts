// Which filters of a view no longer find anything: a distributor, a product or a segment without any sale that the caller sees.
import { EXPLORE_PATH, pathOf } from '#contract/address.ts'
import type { Filter } from '#contract/questions/question.ts'
import { permissionsOf } from '#contract/questions/rules.ts'
import { decoded } from '#server/domain/decoded.ts'
import { type MissingValues, missingValues, salesBy } from '#server/figures/missing-values.ts'
import type { App, Versions } from '#server/http/app.ts'
import { may, type Principal } from '#server/http/principal.ts'
import { questionOfView } from './question.ts'
import type { View } from './store.ts'

const DISTRIBUTOR_PAGE = /^\/distributors\/distributors-details\/([^/]+)(?:\/profile)?\/?$/

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
): Promise<MissingValues[]> {
  const filters = filtersOf(view).filter(
    (filter) =>
      !filter.isExcluded && permissionsOf(salesBy(filter)).every((permission) => may(principal, permission)),
  )
  return missingValues(filters, versions.keys(), { store, scope: principal.scope })
}
