// Routes of customers. Room features/customers: may import contract, domain, store, rollups and http.
import {
  customersByState,
  customersWithoutDistributors,
  distinctCustomers,
  distinctEmployees as distinctEmployeesCall,
  employees,
  employeesByCompanies,
  employeesDetail,
  newCustomers,
  newEmployees,
  registeredByRole,
} from '#contract/customers.ts'
import { type Comparison, comparedMonth, monthBounds } from '#contract/month.ts'
import { percentChange } from '#server/domain/percent-change.ts'
import type { App } from '#server/http/app.ts'
import { foundByKey } from '#server/http/list-query.ts'
import { listRoute, monthRoute } from '#server/http/route.ts'
import { EVERY_MONTH } from '#server/http/send-json.ts'
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

/** Lists of accounts are of no month: their data changes with the accounts. */
const ALL_TIME = { months: [], reads: ['dimensions'] }

export function customerRoutes(app: App): void {
  const { store } = app

  // Any month's orders may give an account its distributor.
  listRoute(app, customersWithoutDistributors, ({ scope }) => ({
    months: [],
    reads: ['dimensions', EVERY_MONTH],
    query: accountsWithoutDistributor(scope),
    key: ['customer_id'],
    once: true,
  }))

  listRoute(app, employees, ({ scope }) => ({
    ...ALL_TIME,
    ...foundByKey(employeeAccounts(scope), 'customer_id'),
  }))

  listRoute(app, registeredByRole, ({ scope, params, query: { start_date } }) => ({
    ...ALL_TIME,
    ...foundByKey(accountsOfRole(params.role, start_date, scope), 'customer_id'),
    // Of all accounts where no month is asked for.
    file: ['empleados_registrados', params.role, ...(start_date ? [start_date] : [])].join('_'),
  }))

  listRoute(app, employeesDetail, ({ month, scope }) => ({
    query: ordersOfEmployees(month, scope),
    key: ['order_id'],
  }))

  listRoute(app, customersByState, ({ month, scope }) => ({
    query: registeredByProvince(month, scope),
    key: ['state'],
  }))

  monthRoute(app, employeesByCompanies, async ({ month, scope }) => ({
    months: [month],
    data: await registeredByCompany(store, month, scope),
  }))

  monthRoute(app, newCustomers, ({ month, scope, query }) =>
    compared(month, query, (asked) => registeredInMonth(store, asked, scope, 'all')),
  )

  monthRoute(app, newEmployees, ({ month, scope, query }) =>
    compared(month, query, (asked) => registeredInMonth(store, asked, scope, 'employees')),
  )

  monthRoute(app, distinctCustomers, ({ month, scope, query }) =>
    compared(month, query, (asked) => distinctBuyers(store, asked, scope)),
  )

  monthRoute(app, distinctEmployeesCall, ({ month, scope, query }) =>
    compared(month, query, (asked) => distinctEmployees(store, asked, scope)),
  )
}

/** One count of the month beside that of the month compared with. */
async function compared(
  month: string,
  { compare }: { compare: Comparison },
  ask: (month: string) => Promise<number>,
) {
  const previous = comparedMonth(month, compare)
  const [main, prev] = await Promise.all([ask(month), ask(previous)])
  return {
    months: [month, previous],
    data: {
      main_month: { total: main, 'dates-between': monthBounds(month) },
      prev_month: { total: prev, 'dates-between': monthBounds(previous) },
      increment: percentChange(main, prev, 0),
    },
  }
}
