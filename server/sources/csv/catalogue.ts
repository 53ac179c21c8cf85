import {
  type CustomerFact,
  NO_BUSINESS,
  NO_DISTRIBUTOR,
  NO_SEGMENT,
  type ProductFact,
} from '#server/domain/facts.ts'
import { foldedEmail } from '#server/domain/folded.ts'
import { provinceOf } from '#server/domain/province.ts'
import type { WallClock } from '#server/domain/wall-clock.ts'
import { UNDATED } from './orders.ts'
import type { Row } from './table.ts'
import { amount, dateTime, id, units } from './values.ts'

export const productOf = (row: Row): ProductFact => ({
  product_id: id(row, 'producto'),
  parent_id: 0,
  sku: row.text('sku'),
  name: row.text('nombre'),
  status: 'publish',
  stock_status: '',
  stock_quantity: row.text('stock') === '' ? null : units(row, 'stock'),
  price: amount(row, 'precio'),
  url: row.text('url'),
  business: row.text('negocio') || NO_BUSINESS,
  segment: row.text('segmento') || NO_SEGMENT,
  modified_at: UNDATED,
  category_ids: [],
})

export function customerOf(row: Row, clock: WallClock): CustomerFact {
  const registered = dateTime(row, 'alta', clock)
  const company = row.text('empresa')
  return {
    customer_id: id(row, 'cliente'),
    registered_at: registered,
    month: registered.slice(0, 7),
    modified_at: UNDATED,
    email: foldedEmail(row.text('email')),
    first_name: row.text('nombre'),
    last_name: row.text('apellido'),
    role: company === '' ? 'customer' : company,
    company,
    employee_id: row.text('legajo'),
    locality: row.text('localidad') || row.text('ciudad'),
    city: row.text('ciudad'),
    province: provinceOf(row.text('provincia'), row.text('pais')),
    dist_id: row.text('distribuidor') || NO_DISTRIBUTOR.dist_id,
    allow_communications: false,
    allow_samples: false,
  }
}
