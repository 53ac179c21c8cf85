// Columns of the reports, on screen and in the file; plain data, free of zod, so the browser can load it.
import { column } from './columns.ts'

const orderId = column('order_id', 'Orden ID', 'id', { filter: 'order_id' })
const distId = column('dist_id', 'Dist ID', 'text', { filter: 'dist_id' })
const distName = column('dist_name', 'Distribuidor', 'text', { filter: 'dist_name' })
const sku = column('sku', 'SKU', 'text', { filter: 'sku' })
const productName = column('product_name', 'Producto', 'text', { filter: 'product_name' })

export const businessLinesColumns = [
  orderId,
  column('date', 'Fecha', 'date'),
  column('business', 'Negocio'),
  column('segment', 'Segmento'),
  column('sku', 'SKU'),
  column('product_name', 'Producto'),
  column('quantity', 'Cantidad', 'integer'),
  column('total_amount', 'Neto', 'money'),
] as const

/** Lista de emails de usuarios. */
export const mailListColumns = [
  column('date_registered', 'Fecha de registro', 'date'),
  column('name', 'Nombre', 'text', { filter: 'name', personal: true }),
  column('surname', 'Apellido', 'text', { filter: 'surname', personal: true }),
  column('email', 'Email', 'text', { filter: 'email', personal: true }),
  column('main_state', 'Provincia', 'text', { filter: 'main-state' }),
  column('main_city', 'Ciudad', 'text', { filter: 'main-city' }),
  column('allow_receive_comunications', 'Acepta comunicaciones', 'flag'),
  column('allow_receive_samples', 'Acepta muestras', 'flag'),
] as const

/** Apertura por Mes y Periodo. */
export const simpleColumns = [
  column('period', 'Periodo'),
  sku,
  productName,
  column('total_users_buy', 'Usuarios', 'integer'),
  column('total_orders_count', 'Ordenes', 'integer'),
  column('product_quantity', 'Unidades', 'integer'),
  column('total_net_revenue', 'Ingresos', 'money'),
] as const

/** Reporte Comercial. */
export const tradeColumns = [
  column('order_date', 'Fecha', 'date'),
  orderId,
  distId,
  distName,
  sku,
  productName,
  column('quantity', 'Cantidad', 'integer'),
  column('unit_price_list', 'Precio lista', 'money'),
  column('unit_discount_price', 'Precio con desc.', 'money'),
  column('discount_per_unit', 'Desc. por unidad', 'money'),
  column('subtotal_discounts_price', 'Subtotal con desc.', 'money'),
  column('corporate_name', 'Corporativo', 'text'),
  column('corporate_discount', 'Desc. corporativo', 'money'),
  column('label_unit_discount', 'Otros descuentos', 'text'),
  column('discount_unit_amount', 'Otro desc. por unidad', 'money'),
  column('subtotal_other_discounts', 'Subtotal otros desc.', 'money'),
  column('total_discounts', 'Total descuentos', 'money'),
  column('net_total', 'Neto', 'money'),
  column('type', 'Tipo'),
] as const

/** Tabla de Cajas Surtidas. */
export const mixedBoxesColumns = [
  orderId,
  column('date', 'Fecha', 'date'),
  distId,
  distName,
  column('promo_name', 'Promo', 'text', { filter: 'promo_name' }),
  column('coupon_code', 'Cupon', 'text', { filter: 'coupon_code' }),
  column('promo_discount', 'Descuento', 'money'),
  column('status', 'Estado', 'status'),
] as const

/** Reporte compro X llevo Y. */
export const buyXGetYColumns = [
  orderId,
  column('order_date', 'Fecha', 'date'),
  column('product_id', 'Producto ID', 'id', { filter: 'product_id' }),
  productName,
  column('product_qty', 'Cantidad', 'integer'),
  column('discount_price', 'Descuento', 'money'),
  column('type', 'Tipo'),
  column('order_status', 'Estado', 'status'),
] as const
