import { buyerCalls, cohorts } from '#contract/buyers.ts'
import { addMonths } from '#contract/month.ts'
import type { App } from '#server/http/app.ts'
import { HttpError } from '#server/http/errors.ts'
import { listRoute } from '#server/http/list-route.ts'
import { monthRoute } from '#server/http/month-route.ts'
import { may, type Principal } from '#server/http/principal.ts'
import { EVERY_MONTH } from '#server/http/send-json.ts'
import { cohortOrders, cohortPeople, cohortRows } from './cohorts.ts'
import type { FirstOrderFilter } from './purchases.ts'

/** Who bought before follows from the orders of any month. */
const reads = ['dimensions', EVERY_MONTH]

/** The filter of a call; throws 403 where a value needs a permission that is missing, as in questions. */
function filterOf(query: FirstOrderFilter, principal: Principal): FirstOrderFilter {
  const { distributor, province, company, benefit } = query
  if (distributor !== undefined && !may(principal, 'view:distributors')) throw new HttpError(403)
  if (benefit !== undefined && !may(principal, 'view:benefits')) throw new HttpError(403)
  return { distributor, province, company, benefit }
}

export function buyerRoutes(app: App): void {
  cohortRoutes(app)
}

function cohortRoutes(app: App): void {
  monthRoute(app, cohorts, async ({ month, scope, query, principal }) => ({
    months: [month],
    reads,
    data: await cohortRows(app.store, {
      from: addMonths(month, 1 - query.months),
      to: month,
      scope,
      filter: filterOf(query, principal),
    }),
  }))
  listRoute(app, buyerCalls.cohortPeople, ({ month, scope, query, principal }) => ({
    query: cohortPeople({
      ...{ cohort: month, since: query.months_since ?? 0, scope },
      filter: filterOf(query, principal),
    }),
    reads,
  }))
  listRoute(app, buyerCalls.cohortOrders, ({ month, scope, query, principal }) => ({
    query: cohortOrders({
      ...{ cohort: month, since: query.months_since ?? 0, scope },
      filter: filterOf(query, principal),
    }),
    reads,
  }))
}
