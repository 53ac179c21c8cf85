import { column, field } from '../columns.ts'
import { list } from '../list.ts'
import { PROVINCE_LABELS } from '../value-labels.ts'
import { email, names, orderId, orderNumber, person } from './common.ts'

const access = 'view:customers'

const hidden = [field('customer_id', 'id')] as const
const registered = column('date_registered', 'Fecha de registro', 'date', {
  description: 'Day of registration in the store’s time zone',
})
const employee = [
  column('employee_id', 'Legajo', 'text', { filter: 'employee_id', personal: true }),
  column('company', 'Empresa', 'text', { filter: 'company' }),
] as const
const province = {
  description: 'Province in capitals, or SIN PROVINCIA',
  example: 'CÓRDOBA',
  labels: PROVINCE_LABELS,
} as const

export const customerLists = {
  customersWithoutDistributors: list('/api/customers/without-distributors', {
    timeless: true,
    access,
    summary: 'Accounts with no distributor of their own and no order through one',
    columns: [
      registered,
      email,
      column('name', 'Nombre', 'text', { personal: true }),
      column('surname', 'Apellido', 'text', { personal: true }),
      column('locality', 'Localidad', 'text', { filter: 'locality' }),
      column('city', 'Ciudad', 'text', { filter: 'city' }),
      column('state', 'Provincia', 'text', { filter: 'state', ...province }),
    ],
    hidden,
    key: ['customer_id'],
    orderBy: 'date_registered',
    file: 'clientes_sin_distribuidor',
  }),

  employees: list('/api/customers/employees', {
    timeless: true,
    access,
    summary: 'Accounts of employees of the companies',
    columns: [registered, ...person, ...employee, column('role', 'Rol')],
    hidden,
    key: ['customer_id'],
    orderBy: 'company',
    order: 'ASC',
    file: 'empleados',
  }),

  /** Detalles empleados. */
  registeredByRole: list('/api/customers/registered/{role}', {
    access,
    summary: 'Accounts of one role',
    description:
      'The role is the store’s own or its label. With an explicit start_date, accounts registered up to the end of that month: as many as the corporate card counts.',
    columns: [registered, ...person],
    hidden,
    key: ['customer_id'],
    orderBy: 'surname',
    order: 'ASC',
    maxPerPage: 100_000,
    file: 'empleados_registrados',
  }),

  employeesDetail: list('/api/customers/employees/detail', {
    access,
    summary: 'The month’s orders of employees of the companies, in the statuses of benefits',
    columns: [
      orderId,
      orderNumber,
      column('date', 'Fecha', 'date'),
      ...names,
      ...employee,
      column('dist_id', 'Dist ID'),
      column('dist_name', 'Distribuidor'),
      column('order_subtotal', 'Bruto', 'money'),
      column('discount', 'Desc', 'money'),
      column('refunded', 'Reembolsado', 'money'),
      column('order_total', 'Neto', 'money'),
      column('status', 'Estado', 'status'),
    ],
    key: ['order_id'],
    orderBy: 'order_id',
    file: 'compras_de_empleados',
  }),

  customersByState: list('/api/customers/group-by-states-and-period', {
    access,
    summary: 'Accounts registered in the month per province',
    columns: [
      column('state', 'Provincia', 'text', province),
      column('total_registered', 'Cantidad de Clientes', 'integer'),
    ],
    key: ['state'],
    orderBy: 'total_registered',
    perPage: 50,
    file: 'clientes_por_provincia',
  }),
}
