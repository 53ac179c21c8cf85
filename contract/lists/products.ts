import { column, field } from '../columns.ts'
import { list } from '../list.ts'
import { PRODUCT_STATUS_LABELS, STOCK_LABELS } from '../value-labels.ts'
import { distributor } from './common.ts'
import { preparing } from './preparing.ts'

const access = 'view:products'

const productId = column('product_id', 'ID', 'id')
const sku = column('sku', 'SKU', 'text', { filter: 'sku' })
const place = [column('business', 'Negocio'), column('segment', 'Segmento')] as const
const stock = [
  column('stock_status', 'Stock', 'text', {
    description: 'instock, outofstock or onbackorder',
    labels: STOCK_LABELS,
  }),
  column('stock_quantity', 'Cantidad en stock', 'units', {
    nullable: true,
    description: 'null: the store does not count it',
  }),
] as const
const sold = [
  column('units_sold', 'Unidades vendidas', 'units', {
    description: 'Units of completed orders of the month, net of refunded units',
  }),
  column('total_amount', 'Monto total', 'money', { description: 'Net of completed orders of the month' }),
] as const
const totalOrders = column('total_orders', 'Órdenes', 'integer')
const url = column('url', 'Enlace', 'text', { sortable: false })

const changed = [
  column('increment', 'Variación %', 'percent', {
    description: 'Change of total_amount, in percent; 0 if there was none',
  }),
  column('difference', 'Diferencia $', 'money', { description: 'total_amount less prev_amount' }),
  column('prev_amount', 'Monto comparado', 'money'),
  ...preparing,
] as const

const stockList = {
  access,
  columns: [
    productId,
    sku,
    column('product', 'Producto', 'text', { filter: 'product' }),
    ...place,
    ...stock,
    ...sold,
    url,
  ],
  key: ['product_id'],
} as const

export const productLists = {
  products: list('/api/products', {
    access,
    summary: 'The catalogue with each product’s sales of the month',
    columns: [
      productId,
      sku,
      column('name', 'Producto', 'text', { filter: 'name' }),
      ...place,
      column('status', 'Estado', 'text', { labels: PRODUCT_STATUS_LABELS }),
      ...stock,
      column('price', 'Precio', 'money'),
      ...sold,
      totalOrders,
      url,
    ],
    key: ['product_id'],
    orderBy: 'product_id',
    maxPerPage: 1_000_000,
    file: 'productos',
  }),

  productsOfCategory: list('/api/products/cat/{category_id}', {
    ...stockList,
    summary: 'Products of a category and of the categories below it',
    orderBy: 'total_amount',
    file: 'productos_por_categoria',
  }),

  productsWithoutStock: list('/api/products/ranking-products-without-stock', {
    ...stockList,
    summary: 'Products out of stock, the month’s best sellers first',
    orderBy: 'units_sold',
    file: 'productos_sin_stock',
  }),

  distributorsWithoutStock: list('/api/products/distributors-without-stock', {
    access,
    summary: 'Per distributor, the products sold in the month that are out of stock now',
    columns: [
      ...distributor,
      column('products_sold', 'Productos vendidos', 'integer'),
      column('products_without_stock', 'Productos sin stock', 'integer'),
      column('percent_without_stock', '% sin stock', 'percent'),
      column('units_without_stock', 'Unidades afectadas', 'units'),
      column('amount_without_stock', 'Monto afectado', 'money'),
    ],
    key: ['dist_id'],
    orderBy: 'products_without_stock',
    file: 'ranking_de_stock_de_distribuidores',
  }),

  /** Productos por Distribuidor. */
  productsByDistributor: list('/api/products/by-distributor', {
    access,
    summary: 'What each distributor sold of each product in the month, beside the compared month',
    description: 'A product that a distributor no longer sells has an amount of 0.',
    columns: [
      column('dist_id', 'Dist ID', 'text', { filter: 'dist_id' }),
      column('dist_name', 'Distribuidor', 'text', { filter: 'dist_name' }),
      sku,
      column('name', 'Producto', 'text', { filter: 'name' }),
      column('total_amount', 'Monto total', 'money'),
      ...changed,
      column('units_sold', 'Unidades vendidas', 'units'),
      column('prev_units_sold', 'Unidades comparadas', 'units'),
      totalOrders,
      column('business', 'Negocio', 'text', { filter: 'business' }),
      column('segment', 'Segmento', 'text', { filter: 'segment' }),
    ],
    hidden: [
      field('product_id', 'id'),
      field('variation_id', 'id', { description: '0: the product has no variations' }),
      field('prev_preparing_amount', 'money'),
    ],
    key: ['dist_id', 'product_id', 'variation_id', 'name'],
    orderBy: 'total_amount',
    file: 'productos_por_distribuidor',
  }),
}

const soldShare = [
  totalOrders,
  column('total_amount', 'Monto facturado', 'money'),
  column('percent_amount', '% del monto', 'share'),
  column('total_units_sold', 'Unidades vendidas', 'units'),
  column('percent_units_sold', '% de unidades', 'share'),
  ...changed,
] as const

export const segmentsTable = {
  columns: [column('segment', 'Segmento'), column('business', 'Negocio'), ...soldShare],
  field: 'rows',
  file: 'segmentos',
} as const

export const businessesTable = {
  columns: [column('business', 'Negocio'), ...soldShare],
  field: 'rows',
  file: 'negocios',
} as const

export const rankingTable = {
  columns: [
    column('sku', 'SKU'),
    column('name', 'Producto'),
    ...place,
    column('total_amount', 'Monto total', 'money'),
    ...changed,
    column('units_sold', 'Unidades vendidas', 'units'),
    column('prev_units_sold', 'Unidades comparadas', 'units'),
    totalOrders,
  ],
  orderBy: 'total_amount',
  file: 'ranking_de_ventas',
} as const
