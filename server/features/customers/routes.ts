import {
  customerCalls,
  distinctCustomers,
  distinctEmployees as distinctEmployeesCall,
  employeesByCompanies,
  newCustomers,
  newEmployees,
} from '#contract/customers.ts'
import { percentChange } from '#server/domain/percent-change.ts'
import type { Span } from '#server/domain/span.ts'
import type { App } from '#server/http/app.ts'
import { compareMonths } from '#server/http/compare-months.ts'
import { foundByKey } from '#server/http/list-query.ts'
import { listRoute } from '#server/http/list-route.ts'
import { monthRoute } from '#server/http/month-route.ts'
import { accountReads, EVERY_MONTH } from '#server/http/send-json.ts'
import {
  accountsOfRole,
  accountsWithoutDistributor,
  distinctBuyers,
  distinctEmployees,
  employeeAccounts,
  ordersOfEmployees,
  registeredByCompany,
  registeredByProvince,
  registeredInMonth,
} from './queries.ts'

export function customerRoutes(app: App): void {
  const { store } = app

  // An order of any month may assign an account to its distributor.
  listRoute(app, customerCalls.customersWithoutDistributors, ({ scope }) => ({
    reads: ['dimensions', EVERY_MONTH],
    query: accountsWithoutDistributor(scope),
    singlePass: true,
  }))

  listRoute(app, customerCalls.employees, ({ scope }) => ({
    ...foundByKey(employeeAccounts(scope), 'customer_id'),
    reads: ['dimensions', ...accountReads(scope)],
  }))

  listRoute(app, customerCalls.registeredByRole, ({ scope, params, query: { start_date } }) => ({
    ...foundByKey(accountsOfRole(params.role, start_date, scope), 'customer_id'),
    reads: ['dimensions', ...accountReads(scope)],
    months: [],
    // Without a month the file has the accounts of all time.
    file: ['empleados_registrados', params.role, ...(start_date ? [start_date] : [])].join('_'),
  }))

  listRoute(app, customerCalls.employeesDetail, ({ month, scope }) => ({
    query: ordersOfEmployees(month, scope),
    singlePass: true,
  }))
  listRoute(app, customerCalls.customersByState, ({ compared, scope }) => ({
    query: registeredByProvince(compared, scope),
    reads: accountReads(scope),
  }))

  monthRoute(app, employeesByCompanies, async ({ month, scope }) => ({
    months: [month],
    reads: accountReads(scope),
    data: await registeredByCompany(store, month, scope),
  }))

  monthRoute(app, newCustomers, async (call) => ({
    ...(await compareCounts(call, (span) => registeredInMonth(store, span, call.scope, 'all'))),
    reads: accountReads(call.scope),
  }))
  monthRoute(app, newEmployees, async (call) => ({
    ...(await compareCounts(call, (span) => registeredInMonth(store, span, call.scope, 'employees'))),
    reads: accountReads(call.scope),
  }))
  monthRoute(app, distinctCustomers, (call) =>
    compareCounts(call, (span) => distinctBuyers(store, span, call.scope)),
  )
  monthRoute(app, distinctEmployeesCall, (call) =>
    compareCounts(call, (span) => distinctEmployees(store, span, call.scope)),
  )
}

const compareCounts = (call: Parameters<typeof compareMonths>[0], count: (span: Span) => Promise<number>) =>
  compareMonths(
    call,
    async (span) => ({ total: await count(span) }),
    (main, previous) => ({ increment: percentChange(main.total, previous.total, 0) }),
  )
