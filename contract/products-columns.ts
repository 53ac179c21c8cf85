// Columns of the product lists, on screen and in the file; plain data, free of zod, so the browser can load it.
import { column } from './columns.ts'

const sku = column('sku', 'SKU', 'text', { filter: 'sku' })
const place = [column('business', 'Negocio'), column('segment', 'Segmento')] as const
const stock = [
  column('stock_status', 'Stock'),
  column('stock_quantity', 'Cantidad en stock', 'integer'),
] as const
const sold = [
  column('units_sold', 'Unidades vendidas', 'integer'),
  column('total_amount', 'Monto total', 'money'),
] as const

export const productsColumns = [
  column('product_id', 'ID', 'id'),
  sku,
  column('name', 'Producto', 'text', { filter: 'name' }),
  ...place,
  column('status', 'Estado'),
  ...stock,
  column('price', 'Precio', 'money'),
  ...sold,
  column('total_orders', 'Órdenes', 'integer'),
  column('url', 'Enlace', 'text', { sortable: false }),
] as const

export const stockColumns = [
  column('product_id', 'ID', 'id'),
  sku,
  column('product', 'Producto', 'text', { filter: 'product' }),
  ...place,
  ...stock,
  ...sold,
  column('url', 'Enlace', 'text', { sortable: false }),
] as const

export const distributorsStockColumns = [
  column('dist_id', 'Dist ID', 'text', { filter: 'dist_id' }),
  column('dist_name', 'Distribuidor', 'text', { filter: 'dist_name' }),
  column('products_sold', 'Productos vendidos', 'integer'),
  column('products_without_stock', 'Productos sin stock', 'integer'),
  column('percent_without_stock', '% sin stock', 'percent'),
  column('units_without_stock', 'Unidades afectadas', 'integer'),
  column('amount_without_stock', 'Monto afectado', 'money'),
] as const

const soldShare = [
  column('total_orders', 'Órdenes', 'integer'),
  column('total_amount', 'Monto facturado', 'money'),
  column('percent_amount', '% del monto', 'percent'),
  column('total_units_sold', 'Unidades vendidas', 'integer'),
  column('percent_units_sold', '% de unidades', 'percent'),
  column('increment', 'Variación %', 'percent'),
  column('difference', 'Diferencia $', 'money'),
  column('prev_amount', 'Monto comparado', 'money'),
] as const

/** Tabla de Segmentos. */
export const segmentsColumns = [
  column('segment', 'Segmento'),
  column('business', 'Negocio'),
  ...soldShare,
] as const

/** Tabla de Negocios. */
export const businessesColumns = [column('business', 'Negocio'), ...soldShare] as const

/** Ranking de ventas. */
export const productRankingColumns = [
  column('sku', 'SKU'),
  column('name', 'Producto'),
  ...place,
  column('total_amount', 'Monto total', 'money'),
  column('units_sold', 'Unidades vendidas', 'integer'),
  column('total_orders', 'Órdenes', 'integer'),
] as const
