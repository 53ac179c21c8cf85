import {
  type CustomerFact,
  NO_BUSINESS,
  NO_DISTRIBUTOR,
  NO_SEGMENT,
  type ProductFact,
} from '#server/domain/facts.ts'
import { foldedEmail } from '#server/domain/folded.ts'
import { provinceOf } from '#server/domain/province.ts'
import { indexable } from '#server/ingest/notes.ts'
import { type OwnContext, UNDATED } from './orders.ts'
import type { Row } from './row.ts'
import { amount, dateTime, id, units } from './values.ts'

export const productOf = (row: Row): ProductFact => ({
  product_id: id(row, 'producto'),
  parent_id: 0,
  type: '',
  sku: row.text('sku'),
  name: row.text('nombre'),
  status: 'publish',
  stock_status: '',
  stock_quantity: row.text('stock') === '' ? null : units(row, 'stock'),
  price: amount(row, 'precio'),
  cost: row.text('costo') === '' ? null : amount(row, 'costo'),
  url: row.text('url'),
  business: row.text('negocio') || NO_BUSINESS,
  segment: row.text('segmento') || NO_SEGMENT,
  modified_at: UNDATED,
  category_ids: [],
})

export function customerOf(row: Row, { clock, notes }: Pick<OwnContext, 'clock' | 'notes'>): CustomerFact {
  const cut = (text: string, field: string) => indexable(text, field, notes)
  const registered = dateTime(row, 'alta', clock)
  const company = cut(row.text('empresa'), 'empresa')
  return {
    customer_id: id(row, 'cliente'),
    registered_at: registered,
    month: registered.slice(0, 7),
    modified_at: UNDATED,
    email: cut(foldedEmail(row.text('email')), 'correo'),
    first_name: cut(row.text('nombre'), 'nombre'),
    last_name: cut(row.text('apellido'), 'apellido'),
    role: company === '' ? 'customer' : company,
    company,
    employee_id: cut(row.text('legajo'), 'legajo'),
    locality: row.text('localidad') || row.text('ciudad'),
    city: row.text('ciudad'),
    province: provinceOf(row.text('provincia'), row.text('pais')),
    dist_id: cut(row.text('distribuidor'), 'distribuidor') || NO_DISTRIBUTOR.dist_id,
    allow_communications: false,
    allow_samples: false,
  }
}
