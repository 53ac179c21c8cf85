import * as calls from '#contract/customers.ts'
import { percentChange } from '#server/domain/percent-change.ts'
import type { Span } from '#server/domain/span.ts'
import type { App } from '#server/http/app.ts'
import { compareMonths } from '#server/http/compare-months.ts'
import { foundByKey } from '#server/http/list-query.ts'
import { listRoute } from '#server/http/list-route.ts'
import { monthRoute } from '#server/http/month-route.ts'
import { accountReads, EVERY_MONTH } from '#server/http/send-json.ts'
import * as queries from './queries.ts'

export function customerRoutes(app: App): void {
  const { store } = app

  // An order of any month may assign an account to its distributor.
  listRoute(app, calls.customerCalls.customersWithoutDistributors, ({ scope }) => ({
    reads: ['dimensions', EVERY_MONTH],
    query: queries.accountsWithoutDistributor(scope),
    singlePass: true,
  }))

  listRoute(app, calls.customerCalls.employees, ({ scope }) => ({
    ...foundByKey(queries.employeeAccounts(scope), 'customer_id'),
    reads: ['dimensions', ...accountReads(scope)],
  }))

  listRoute(app, calls.customerCalls.registeredByRole, ({ scope, params, query: { start_date } }) => ({
    ...foundByKey(queries.accountsOfRole(params.role, start_date, scope), 'customer_id'),
    reads: ['dimensions', ...accountReads(scope)],
    months: [],
    // Without a month the file has the accounts of all time.
    file: ['empleados_registrados', params.role, ...(start_date ? [start_date] : [])].join('_'),
  }))

  listRoute(app, calls.customerCalls.employeesDetail, ({ month, scope }) =>
    foundByKey(queries.ordersOfEmployees(month, scope, store.isCluster), 'order_id', { allAtOnce: true }),
  )
  listRoute(app, calls.customerCalls.customersByState, ({ compared, scope }) => ({
    query: queries.registeredByProvince(compared, scope),
    reads: accountReads(scope),
  }))

  monthRoute(app, calls.employeesByCompanies, async ({ month, scope }) => ({
    months: [month],
    reads: accountReads(scope),
    data: await queries.registeredByCompany(store, month, scope),
  }))

  monthRoute(app, calls.newCustomers, async (call) => ({
    ...(await compareCounts(call, (span) => queries.registeredInMonth(store, span, call.scope, 'all'))),
    reads: accountReads(call.scope),
  }))
  monthRoute(app, calls.newEmployees, async (call) => ({
    ...(await compareCounts(call, (span) => queries.registeredInMonth(store, span, call.scope, 'employees'))),
    reads: accountReads(call.scope),
  }))
  monthRoute(app, calls.distinctCustomers, (call) =>
    compareCounts(call, (span) => queries.distinctBuyers(store, span, call.scope)),
  )
  monthRoute(app, calls.distinctEmployees, (call) =>
    compareCounts(call, (span) => queries.distinctEmployees(store, span, call.scope)),
  )
}

const compareCounts = (call: Parameters<typeof compareMonths>[0], count: (span: Span) => Promise<number>) =>
  compareMonths(
    call,
    async (span) => ({ total: await count(span) }),
    (main, previous) => ({ increment: percentChange(main.total, previous.total, 0) }),
  )
