import { buyerCalls, cohorts, repurchase, rfm } from '#contract/buyers.ts'
import type { AgainAfter } from '#contract/lists/buyers.ts'
import type { PerformanceBy } from '#contract/lists/performance.ts'
import { addMonths, type Month } from '#contract/month.ts'
import { performance, performanceCalls } from '#contract/performance.ts'
import type { App } from '#server/http/app.ts'
import { HttpError } from '#server/http/errors.ts'
import { listRoute } from '#server/http/list-route.ts'
import { monthRoute } from '#server/http/month-route.ts'
import { may, type Principal } from '#server/http/principal.ts'
import { EVERY_MONTH } from '#server/http/send-json.ts'
import { whileUnchanged } from '#server/http/while-unchanged.ts'
import type { Scope } from '#server/store/sql.ts'
import { cohortOrders, cohortPeople, cohortRows } from './cohorts.ts'
import { performanceBuyers, performanceOf, performanceOrders, performanceProducts } from './performance.ts'
import type { FirstOrderFilter } from './purchases.ts'
import { type RepurchaseRows, repurchaseOf, repurchaseOrders, repurchasePeople } from './repurchase.ts'
import { type AskedMonth, rfmOf, rfmOrders, rfmPeople, type SegmentRows } from './rfm.ts'

/** Orders of any month decide who bought before. */
const reads = ['dimensions', EVERY_MONTH]

/** They are placed on the day of the store's clock. */
const byDay = { byDay: true } as const

/** The filter of a call; throws a 403 where a value needs a permission that the caller lacks, as in questions. */
function filterOf(query: FirstOrderFilter, principal: Principal): FirstOrderFilter {
  const { distributor, province, company, benefit } = query
  if (distributor !== undefined && !may(principal, 'view:distributors')) throw new HttpError('forbidden')
  if (benefit !== undefined && !may(principal, 'view:benefits')) throw new HttpError('forbidden')
  return { distributor, province, company, benefit }
}

export function buyerRoutes(app: App): void {
  cohortRoutes(app)
  repurchaseRoutes(app)
  rfmRoutes(app)
  performanceRoutes(app)
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
    ...cohortPeople({
      ...{ cohort: month, since: query.months_since ?? 0, scope },
      filter: filterOf(query, principal),
    }),
    reads,
  }))
  listRoute(app, buyerCalls.cohortOrders, ({ month, scope, query, principal }) => ({
    ...cohortOrders({
      ...{ cohort: month, since: query.months_since ?? 0, scope },
      filter: filterOf(query, principal),
    }),
    reads,
  }))
}

interface RepurchaseRowsCall {
  readonly month: Month
  readonly today: string
  readonly scope: Scope
  readonly query: FirstOrderFilter & { months: number; days?: AgainAfter | undefined }
  readonly principal: Principal
}

function repurchaseRoutes(app: App): void {
  monthRoute(
    app,
    repurchase,
    async ({ month, scope, query, principal, today }) => {
      // A value of the first order needs the permission of its filter.
      const asked = query.by === 'month' ? {} : { [query.by]: '' }
      filterOf({ ...query, ...asked }, principal)
      const from = addMonths(month, 1 - query.months)
      const filter = filterOf(query, principal)
      return {
        months: [month],
        reads,
        data: await repurchaseOf(app.store, { from, to: month, scope, filter, today }, query.by),
      }
    },
    byDay,
  )
  const rowsOf = ({ month, scope, query, principal, today }: RepurchaseRowsCall): RepurchaseRows => ({
    ...{ from: addMonths(month, 1 - query.months), to: month, scope, days: query.days, today },
    filter: filterOf(query, principal),
  })
  listRoute(app, buyerCalls.repurchasePeople, (call) => ({ ...repurchasePeople(rowsOf(call)), reads }), byDay)
  listRoute(app, buyerCalls.repurchaseOrders, (call) => ({ ...repurchaseOrders(rowsOf(call)), reads }), byDay)
}

interface RfmRowsCall extends AskedMonth {
  readonly query: Partial<Pick<SegmentRows, 'segment' | 'previous'>>
}

function rfmRoutes(app: App): void {
  monthRoute(
    app,
    rfm,
    async (call) => ({
      months: [call.month],
      reads,
      data: await rfmOf(app.store, call, call.versions),
    }),
    byDay,
  )
  const rowsOf = ({ month, scope, today, query }: RfmRowsCall) => ({
    ...{ month, scope, today, segment: query.segment, previous: query.previous },
  })
  listRoute(
    app,
    buyerCalls.rfmPeople,
    async (call) => ({
      ...(await rfmPeople(app.store, rowsOf(call), whileUnchanged(call.versions))),
      reads,
    }),
    byDay,
  )
  listRoute(
    app,
    buyerCalls.rfmOrders,
    async (call) => ({
      ...(await rfmOrders(app.store, rowsOf(call), whileUnchanged(call.versions))),
      reads,
    }),
    byDay,
  )
}

interface PerformanceCall {
  readonly month: Month
  readonly scope: Scope
  readonly query: { readonly months: number; readonly by: PerformanceBy }
}

function performanceRoutes(app: App): void {
  const asked = ({ month, scope, query: { months, by } }: PerformanceCall) => ({
    ...{ from: addMonths(month, 1 - months), to: month, scope, by },
  })
  monthRoute(app, performance, async (call) => ({
    months: [call.month],
    reads,
    data: await performanceOf(app.store, {
      ...asked(call),
      withCosts: may(call.principal, 'view:costs'),
    }),
  }))
  listRoute(app, performanceCalls.performanceBuyers, (call) => ({
    ...performanceBuyers({ ...asked(call), value: call.query.value }, call.query.state),
    reads,
  }))
  listRoute(app, performanceCalls.performanceOrders, (call) => ({
    ...performanceOrders({ ...asked(call), value: call.query.value }, call.query.having),
    reads,
  }))
  listRoute(app, performanceCalls.performanceProducts, (call) => ({
    query: performanceProducts({ ...asked(call), value: call.query.value }, app.store.engine),
    reads,
    singlePass: true,
  }))
}
