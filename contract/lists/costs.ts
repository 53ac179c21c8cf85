// Tables about what goods cost the shop, and what is left of their sales.
import { column, field } from '../columns.ts'
import { list } from '../list.ts'
import type { DimensionKey } from '../questions/dimensions.ts'

const access = 'view:costs'

/** What a row of the margins is about: a dimension of questions. */
export const MARGIN_BY = [
  ...(['product', 'segment', 'business', 'distributor', 'province', 'company'] as const),
  ...(['benefit_group', 'benefit_sub_group', 'promotion'] as const),
] satisfies readonly DimensionKey[]
export type MarginBy = (typeof MARGIN_BY)[number]

/** Where the cost of a product comes from. */
export const COST_SOURCES = { entered: 'Cargado', shop: 'Tienda', '': 'Sin costo' } as const

export const costLists = {
  margins: list('/api/products/margins', {
    access,
    summary: 'Net sale, cost and margin of the month’s completed orders',
    description:
      'Margins are of what has a cost; the coverage says how much of the net sale that is. Rows of benefits count an order once per benefit that it has.',
    columns: [
      column('label', 'Nombre', 'text', { filter: 'label' }),
      column('margin', 'Margen', 'money', { nullable: true, description: 'Null: no cost is known' }),
      column('margin_rate', '% de margen', 'percent2', { nullable: true }),
      column('cost_coverage', '% con costo', 'percent2', {
        nullable: true,
        description: 'Net sale of what has a cost, as percent of the net sale',
      }),
      column('net_sale', 'Neto', 'money'),
      column('cost', 'Costo', 'money', { nullable: true }),
      column('prev_margin_rate', '% de margen antes', 'percent2', {
        nullable: true,
        description: 'Of the compared days',
      }),
    ],
    hidden: [field('key', 'text', { description: 'As in questions', example: '11' })],
    key: ['key'],
    orderBy: 'margin',
    file: 'margenes',
  }),

  costs: list('/api/products/costs', {
    access,
    timeless: true,
    summary: 'What a unit of each product costs today, and where the cost comes from',
    description:
      'Products without variations, and variations. An entered cost counts before that of the shop, the variation’s before its product’s. A line for which the shop recorded a cost has that one.',
    columns: [
      column('product_name', 'Producto', 'text', { filter: 'product_name' }),
      column('unit_cost', 'Costo por unidad', 'unit_money', { nullable: true }),
      column('since', 'Desde', 'date', { nullable: true, description: 'Of an entered cost' }),
      column('source', 'De dónde', 'text', {
        labels: COST_SOURCES,
        description: 'entered, shop, or empty without a cost',
      }),
      column('price', 'Precio', 'money'),
      column('segment', 'Segmento', 'text', { filter: 'segment' }),
      column('business', 'Negocio', 'text', { filter: 'business' }),
      column('sku', 'SKU', 'text', { filter: 'sku' }),
    ],
    hidden: [
      field('key', 'text', { description: 'Product, and variation after a point', example: '14.141' }),
    ],
    key: ['key'],
    orderBy: 'product_name',
    order: 'ASC',
    file: 'costos',
  }),
}
