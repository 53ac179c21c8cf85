import { z } from 'zod'
import { monthEndpoint } from './endpoint.ts'
import { listEndpoints } from './list-endpoint.ts'
import { customerLists } from './lists/customers.ts'
import { besideMonth, comparison, count, datesBetween, percent, text } from './vocabulary.ts'

const access = 'view:customers'

export const customerCalls = listEndpoints(customerLists, {
  registeredByRole: {
    params: z.object({
      role: text.meta({ description: 'The store’s role, or its label', example: 'empleado_arcor' }),
    }),
  },
  customersByState: { query: besideMonth },
})

const monthCount = z.object({ total: count, 'dates-between': datesBetween })

const comparedCount = z.object({
  main_month: monthCount,
  prev_month: monthCount,
  increment: percent.meta({ description: 'Percent change; 0 where there was none' }),
})

export const newCustomers = monthEndpoint('/api/customers/new-customers', {
  access,
  summary: 'Accounts registered in the month, every role',
  query: comparison,
  data: comparedCount,
})

export const newEmployees = monthEndpoint('/api/customers/new-employees', {
  access,
  summary: 'Accounts of company roles registered in the month',
  query: comparison,
  data: comparedCount,
})

export const distinctCustomers = monthEndpoint('/api/customers/distinct-customers-by-dates', {
  access,
  summary: 'Distinct buyers with a completed order in the month',
  query: comparison,
  data: comparedCount,
})

export const distinctEmployees = monthEndpoint('/api/customers/distinct-employees-by-dates', {
  access,
  summary: 'Distinct employees of companies with a completed order in the month',
  query: comparison,
  data: comparedCount,
})

export const employeesByCompanies = monthEndpoint('/api/customers/employees-registered-by-companies', {
  access,
  summary: 'Accounts registered in the month per company: the scorecard’s customers_by_companies',
  data: z.array(
    z.object({
      role: z.string().meta({ description: 'The company’s label', example: 'Arcor' }),
      original_role: z.string().meta({ description: 'The role in the store', example: 'empleado_arcor' }),
      total_registered: count,
    }),
  ),
})

export type CompanyRegistrations = z.infer<typeof employeesByCompanies.response>['data'][number]
type Row<Name extends keyof typeof customerCalls> = z.infer<
  (typeof customerCalls)[Name]['response']
>['data'][number]
export type RegisteredRow = Row<'registeredByRole'>
export type EmployeeRow = Row<'employees'>
export type CustomersByStateRow = Row<'customersByState'>
export type CustomerComparison = z.infer<typeof comparedCount>
