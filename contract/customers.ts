import { z } from 'zod'
import { monthEndpoint, type RowOf } from './endpoint.ts'
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
  increment: percent.describe('Percent change; 0 where there was none'),
})

const compared = <const Path extends string>(path: Path, summary: string) =>
  monthEndpoint(path, { access, summary, query: comparison, data: comparedCount })

export const newCustomers = compared(
  '/api/customers/new-customers',
  'Accounts registered in the month, every role',
)
export const newEmployees = compared(
  '/api/customers/new-employees',
  'Accounts of company roles registered in the month',
)
export const distinctCustomers = compared(
  '/api/customers/distinct-customers-by-dates',
  'Distinct buyers with a completed order in the month',
)
export const distinctEmployees = compared(
  '/api/customers/distinct-employees-by-dates',
  'Distinct employees of companies with a completed order in the month',
)

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

export type CompanyRegistrations = RowOf<typeof employeesByCompanies>
