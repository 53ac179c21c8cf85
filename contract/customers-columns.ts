// Columns of the customer lists, on screen and in the file; plain data, free of zod, so the browser can load it.
import { column } from './columns.ts'

const registered = column('date_registered', 'Fecha de registro', 'date')
const email = column('email', 'Email', 'text', { filter: 'email', personal: true })
const name = column('name', 'Nombre', 'text', { filter: 'name', personal: true })
const surname = column('surname', 'Apellido', 'text', { filter: 'surname', personal: true })

export const withoutDistributorsColumns = [
  registered,
  email,
  column('name', 'Nombre', 'text', { personal: true }),
  column('surname', 'Apellido', 'text', { personal: true }),
  column('locality', 'Localidad', 'text', { filter: 'locality' }),
  column('city', 'Ciudad', 'text', { filter: 'city' }),
  column('state', 'Provincia', 'text', { filter: 'state' }),
] as const

/** Detalles empleados. */
export const registeredColumns = [registered, name, surname, email] as const

export const employeesColumns = [
  registered,
  name,
  surname,
  email,
  column('employee_id', 'Legajo', 'text', { filter: 'employee_id', personal: true }),
  column('company', 'Empresa', 'text', { filter: 'company' }),
  column('role', 'Rol'),
] as const

export const employeesDetailColumns = [
  column('order_id', 'Orden ID', 'id', { filter: 'order_id' }),
  column('date', 'Fecha', 'date'),
  name,
  surname,
  column('employee_id', 'Legajo', 'text', { filter: 'employee_id', personal: true }),
  column('company', 'Empresa', 'text', { filter: 'company' }),
  column('dist_id', 'Dist ID'),
  column('dist_name', 'Distribuidor'),
  column('order_subtotal', 'Bruto', 'money'),
  column('discount', 'Desc', 'money'),
  column('order_total', 'Neto', 'money'),
  column('status', 'Estado', 'status'),
] as const

export const customersByStateColumns = [
  column('state', 'Provincia'),
  column('total_registered', 'Cantidad de Clientes', 'integer'),
] as const
