// Columns of the coupon and discount lists, on screen and in the file; plain data, free of zod, so the browser can load it.
import { column } from './columns.ts'

const orderId = column('order_id', 'Orden ID', 'id', { filter: 'order_id' })
const date = column('date', 'Fecha', 'date')
const distId = column('dist_id', 'Dist ID', 'text', { filter: 'dist_id' })
const distName = column('dist_name', 'Distribuidor', 'text', { filter: 'dist_name' })

export const virtualCouponsColumns = [
  orderId,
  date,
  distId,
  distName,
  column('promo', 'Promo', 'text', { filter: 'promo_name' }),
  column('coupon_code', 'Cupón', 'text', { filter: 'coupon_code' }),
  column('discount_value', 'Descuento', 'money'),
  column('group', 'Grupo'),
  column('sub_group', 'Subgrupo'),
  column('status', 'Estado', 'status'),
] as const

/** Cupones de {month}. */
export const couponTotalsColumns = [
  column('name', 'Cupón', 'text', { filter: 'name' }),
  column('total_used', 'Usos', 'integer'),
  column('total_amount_discounted', 'Total descontado', 'money'),
  column('group', 'Grupo'),
  column('sub_group', 'Subgrupo'),
] as const

export const couponsUsedColumns = [
  orderId,
  date,
  distId,
  distName,
  column('name', 'Nombre', 'text', { filter: 'name', personal: true }),
  column('surname', 'Apellido', 'text', { filter: 'surname', personal: true }),
  column('email', 'Email', 'text', { filter: 'email', personal: true }),
  column('city', 'Ciudad', 'text', { filter: 'city' }),
  column('state', 'Provincia', 'text', { filter: 'state' }),
  column('promo_name', 'Promo', 'text', { filter: 'promo_name' }),
  column('coupon_code', 'Cupón'),
  column('order_subtotal', 'Bruto', 'money'),
  column('total_discounted', 'Desc', 'money'),
  column('order_total', 'Neto', 'money'),
] as const

/** Detalle Beneficio Masivo / Bancario; the discount has 1 decimal on screen as specified. */
export const discountDetailColumns = [
  orderId,
  date,
  distId,
  distName,
  column('firstname', 'Nombre', 'text', { filter: 'firstname', personal: true }),
  column('surname', 'Apellido', 'text', { filter: 'surname', personal: true }),
  column('promo_name', 'Promo', 'text', { filter: 'promo_name' }),
  column('discount_name', 'Cupon/Desc', 'text', { filter: 'discount_name' }),
  column('order_subtotal', 'Bruto', 'money1'),
  column('total_discounted', 'Desc', 'money1'),
  column('order_total', 'Neto', 'money1'),
] as const

export const couponLinesColumns = [
  orderId,
  date,
  distId,
  distName,
  column('group', 'Grupo'),
  column('sub_group', 'Subgrupo', 'text', { filter: 'sub_group' }),
  column('promo_name', 'Promo', 'text', { filter: 'promo_name' }),
  column('discount_name', 'Cupon/Desc', 'text', { filter: 'discount_name' }),
  column('discount_value', 'Descuento', 'money'),
  column('status', 'Estado', 'status'),
] as const

export const groupDistributorsColumns = [
  distId,
  distName,
  column('total-discount', 'Total Descontado', 'money'),
  column('quantity', 'Cant.', 'integer'),
] as const
