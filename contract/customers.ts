// Calls of the customers' views; imports only zod and this room.
import { z } from 'zod'
import {
  customersByStateColumns,
  employeesColumns,
  employeesDetailColumns,
  registeredColumns,
  withoutDistributorsColumns,
} from './customers-columns.ts'
import { monthEndpoint } from './endpoint.ts'
import { listEndpoint, onColumns } from './list-endpoint.ts'
import { comparison, count, datesBetween, id, isoDate, money, percent, text } from './vocabulary.ts'

const access = 'view:customers'
const registeredAt = isoDate.meta({ description: 'Day of registration in the store’s zone' })
const state = z.string().meta({ description: 'Province in capitals, or SIN PROVINCIA', example: 'CÓRDOBA' })

export const customersWithoutDistributors = listEndpoint({
  path: '/api/customers/without-distributors',
  timeless: true,
  access,
  summary: 'Accounts with no distributor of their own and no order through one',
  row: z.object({
    customer_id: id,
    date_registered: registeredAt,
    email: z.string(),
    name: z.string(),
    surname: z.string(),
    locality: z.string(),
    city: z.string(),
    state,
  }),
  columns: withoutDistributorsColumns,
  filters: onColumns('email', 'locality', 'city', 'state'),
  defaultOrderBy: 'date_registered',
  defaultOrder: 'DESC',
  file: 'clientes_sin_distribuidor',
})

export const employees = listEndpoint({
  path: '/api/customers/employees',
  timeless: true,
  access,
  summary: 'Accounts of the companies’ employees',
  row: z.object({
    customer_id: id,
    date_registered: registeredAt,
    name: z.string(),
    surname: z.string(),
    email: z.string(),
    employee_id: z.string(),
    company: z.string(),
    role: z.string(),
  }),
  columns: employeesColumns,
  filters: onColumns('email', 'name', 'surname', 'employee_id', 'company'),
  defaultOrderBy: 'company',
  file: 'empleados',
})

export const registeredByRole = listEndpoint({
  path: '/api/customers/registered/{role}',
  access,
  summary: 'Accounts of one role',
  description:
    'The role is the store’s own or its label. With an explicit start_date, accounts registered up to the end of that month: as many as the corporate card counts.',
  params: z.object({
    role: text.meta({ description: 'The store’s role, or its label', example: 'empleado_arcor' }),
  }),
  row: z.object({
    customer_id: id,
    date_registered: registeredAt,
    name: z.string(),
    surname: z.string(),
    email: z.string(),
  }),
  columns: registeredColumns,
  filters: onColumns('email', 'name', 'surname'),
  defaultOrderBy: 'surname',
  maxPerPage: 100_000,
  file: 'empleados_registrados',
})

export const employeesDetail = listEndpoint({
  path: '/api/customers/employees/detail',
  access,
  summary: 'The month’s orders of the companies’ employees, in the statuses of benefits',
  row: z.object({
    order_id: id,
    date: isoDate,
    name: z.string(),
    surname: z.string(),
    employee_id: z.string(),
    company: z.string(),
    dist_id: z.string(),
    dist_name: z.string(),
    order_subtotal: money,
    discount: money,
    order_total: money,
    status: z.string(),
  }),
  columns: employeesDetailColumns,
  filters: onColumns('order_id', 'name', 'surname', 'employee_id', 'company'),
  defaultOrderBy: 'order_id',
  defaultOrder: 'DESC',
  file: 'compras_de_empleados',
})

const monthCount = z.object({ total: count, 'dates-between': datesBetween })

const comparedCount = z.object({
  main_month: monthCount,
  prev_month: monthCount,
  increment: percent.meta({ description: 'Percent change; 0 where there was none' }),
})

export const newCustomers = monthEndpoint({
  path: '/api/customers/new-customers',
  access,
  summary: 'Accounts registered in the month, every role',
  query: comparison,
  data: comparedCount,
})

export const newEmployees = monthEndpoint({
  path: '/api/customers/new-employees',
  access,
  summary: 'Accounts of company roles registered in the month',
  query: comparison,
  data: comparedCount,
})

export const distinctCustomers = monthEndpoint({
  path: '/api/customers/distinct-customers-by-dates',
  access,
  summary: 'Distinct buyers with a completed order in the month',
  query: comparison,
  data: comparedCount,
})

export const distinctEmployees = monthEndpoint({
  path: '/api/customers/distinct-employees-by-dates',
  access,
  summary: 'Distinct employees of companies with a completed order in the month',
  query: comparison,
  data: comparedCount,
})

export const employeesByCompanies = monthEndpoint({
  path: '/api/customers/employees-registered-by-companies',
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

export const customersByState = listEndpoint({
  path: '/api/customers/group-by-states-and-period',
  access,
  summary: 'Accounts registered in the month per province',
  row: z.object({ state, total_registered: count }),
  columns: customersByStateColumns,
  defaultOrderBy: 'total_registered',
  defaultOrder: 'DESC',
  defaultPerPage: 50,
  file: 'clientes_por_provincia',
})

export type RegisteredRow = z.infer<typeof registeredByRole.response>['data'][number]
export type EmployeeRow = z.infer<typeof employees.response>['data'][number]
export type CustomersByStateRow = z.infer<typeof customersByState.response>['data'][number]
export type CustomerComparison = z.infer<typeof comparedCount>
