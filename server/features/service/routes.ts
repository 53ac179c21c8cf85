import { OPEN_STATUSES, placeInCourse } from '#contract/lists/service.ts'
import {
  type OpenAges,
  openAges,
  type ServiceStages,
  serviceCalls,
  serviceStages,
  stagesSince,
} from '#contract/service.ts'
import { wallClock } from '#server/domain/wall-clock.ts'
import {
  endedOrders,
  openByAge,
  openOrders,
  serviceOfMonth,
  serviceOfProvinces,
} from '#server/figures/service.ts'
import {
  ordersOfStages,
  seenSince,
  stagesByDistributor,
  stagesByProvince,
  stagesInGeneral,
} from '#server/figures/service-stages.ts'
import type { App } from '#server/http/app.ts'
import { foundByKey } from '#server/http/list-query.ts'
import { listRoute } from '#server/http/list-route.ts'
import { monthRoute } from '#server/http/month-route.ts'
import { envelope, register } from '#server/http/route.ts'
import { EVERY_MONTH, sendCached } from '#server/http/send-json.ts'

/** Open orders are of any month. */
const reads = ['dimensions', EVERY_MONTH]
const byMinute = { byMinute: true } as const

export function serviceRoutes(app: App): void {
  listRoute(
    app,
    serviceCalls.service,
    (call) => ({ query: serviceOfMonth(call.month, call), reads, singlePass: true }),
    byMinute,
  )

  listRoute(
    app,
    serviceCalls.serviceProvinces,
    (call) => ({ query: serviceOfProvinces(call.month, call), reads, singlePass: true }),
    byMinute,
  )

  listRoute(
    app,
    serviceCalls.endedOrders,
    (call) => ({ query: endedOrders(call.month, call.query, call), reads: ['dimensions'], singlePass: true }),
    byMinute,
  )

  const { timeZone } = app
  monthRoute(app, serviceStages, async (call) => {
    const asked = { ...call, timeZone, ...limitsOf(call.query) }
    const found = await app.store.all<ServiceStages[number]>(stagesInGeneral(asked))
    const inCourse = found.toSorted(
      (one, other) =>
        placeInCourse(one.status) - placeInCourse(other.status) || (one.status < other.status ? -1 : 1),
    )
    return { months: [call.month], data: inCourse }
  })

  listRoute(app, serviceCalls.distributorStages, (call) => ({
    query: stagesByDistributor({ ...call, timeZone }),
    reads: ['dimensions'],
    singlePass: true,
  }))

  listRoute(app, serviceCalls.provinceStages, (call) => ({
    query: stagesByProvince({ ...call, timeZone }),
    reads: ['dimensions'],
    singlePass: true,
  }))

  listRoute(app, serviceCalls.stageOrders, (call) => {
    const asked = { ...call, timeZone, ...limitsOf(call.query), status: call.query.status }
    return { query: ordersOfStages(asked), reads: ['dimensions'], singlePass: true }
  })

  register(app, stagesSince, (request, reply) =>
    sendCached(app, request, reply, { key: [], holdsPersonal: false }, async () => {
      const row = await app.store.one<{ since: string }>(seenSince(request.principal.scope))
      const since = row ? wallClock(timeZone)(row.since.replace(' ', 'T')).slice(0, 10) : null
      return { reads: [EVERY_MONTH], body: envelope(stagesSince, { data: { since } }) }
    }),
  )

  listRoute(
    app,
    serviceCalls.openOrders,
    (call) => ({ ...foundByKey(openOrders(call.query, call), 'order_id'), reads }),
    byMinute,
  )

  monthRoute(
    app,
    openAges,
    async (call) => {
      const found = await app.store.all<OpenAges[number]>(openByAge(call.query, call))
      return { months: [], reads, data: OPEN_STATUSES.map((status) => rowOf(status, found)) }
    },
    byMinute,
  )
}

interface Limits {
  readonly only_dist_id?: string | undefined
  readonly province?: string | undefined
}
const limitsOf = ({ only_dist_id: onlyDistributor, province }: Limits) => ({ onlyDistributor, province })

const NONE = { open_orders: 0, age_0_2: 0, age_3_5: 0, age_6_10: 0, age_over_10: 0, dated_later: 0 }

const rowOf = (status: string, found: OpenAges): OpenAges[number] =>
  found.find((row) => row.status === status) ?? { status, ...NONE }
