import { OPEN_STATUSES } from '#contract/lists/service.ts'
import { type OpenAges, openAges, serviceCalls } from '#contract/service.ts'
import { openByAge, openOrders, serviceOfMonth } from '#server/figures/service.ts'
import type { App } from '#server/http/app.ts'
import { listRoute } from '#server/http/list-route.ts'
import { monthRoute } from '#server/http/month-route.ts'
import { EVERY_MONTH } from '#server/http/send-json.ts'

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
    serviceCalls.openOrders,
    (call) => ({ query: openOrders(call.query, call), reads, singlePass: true }),
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

const NONE = { open_orders: 0, age_0_2: 0, age_3_5: 0, age_6_10: 0, age_over_10: 0, dated_later: 0 }

const rowOf = (status: string, found: OpenAges): OpenAges[number] =>
  found.find((row) => row.status === status) ?? { status, ...NONE }
