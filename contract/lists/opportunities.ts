// Tables about opportunities: products that a distributor does not sell and its peers do.
import { column, field } from '../columns.ts'
import { list } from '../list.ts'

const access = 'view:distributors'

/** Closed months in which a distributor sold nothing of a void. */
export const WINDOW_MONTHS = 3

/** Why a month has no opportunities; `ok`: it has, or every distributor sells what its peers do. */
export const OPPORTUNITY_STATES = ['ok', 'few-months', 'few-distributors'] as const

export const opportunityLists = {
  opportunities: list('/api/distributors/opportunities', {
    access,
    summary: 'Products that a distributor sold nothing of in three closed months and its peers sell',
    description:
      'The months end with that of start_date, or the one before while it runs. Peers are the active distributors most alike within what the role sees; active: with completed orders in each of the months. Listed: sold by at least half of the peers, or regularly sold by the distributor itself in the twelve months before and by a quarter of the peers now. Amounts are estimates a month.',
    columns: [
      column('product_name', 'Producto', 'text', { filter: 'product_name' }),
      column('estimated_net', 'Estimado por mes', 'money', {
        description: 'What it would bring a month; 80 of 100 lie from estimated_low to estimated_high',
      }),
      column('dist_name', 'Distribuidor', 'text', { filter: 'dist_name' }),
      column('estimated_low', 'Desde', 'money'),
      column('estimated_high', 'Hasta', 'money'),
      column('peers_selling', 'Pares que lo venden', 'integer'),
      column('peers', 'Pares', 'integer'),
      column('last_sold', 'Última venta', 'text', {
        nullable: true,
        description: 'Last month with units of it before the three months, YYYY-MM; null: never',
        example: '2026-05',
      }),
      column('segment', 'Segmento', 'text', { filter: 'segment' }),
      column('business', 'Negocio', 'text', { filter: 'business' }),
      column('sku', 'SKU', 'text', { filter: 'sku' }),
      column('dist_id', 'Dist ID', 'text'),
    ],
    hidden: [field('key', 'text', { description: 'Of the product, as in the distribution', example: '11' })],
    key: ['dist_id', 'key'],
    orderBy: 'estimated_net',
    file: 'oportunidades',
  }),
}
