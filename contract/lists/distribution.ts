// Tables about distribution: what part of the active distributors sells something.
import { column, field } from '../columns.ts'
import { list } from '../list.ts'

const access = 'view:products'

/** What a row of the distribution is. */
export const DISTRIBUTION_BY = { product: 'Productos', segment: 'Segmentos', business: 'Negocios' } as const
export type DistributionBy = keyof typeof DISTRIBUTION_BY
export const DISTRIBUTION_BY_KEYS = Object.keys(DISTRIBUTION_BY) as DistributionBy[]

/** `sells`: in the month; `stopped`: in an earlier one; `never`: in none. */
export const SELLER_STATES = {
  sells: 'Lo vende',
  stopped: 'Dejó de venderlo',
  never: 'Nunca lo vendió',
} as const
export type SellerState = keyof typeof SELLER_STATES
export const SELLER_STATE_KEYS = Object.keys(SELLER_STATES) as SellerState[]

/** `gained`: sells it and did not in the compared month; `lost`: the reverse. */
export const SELLER_MOVES = { gained: 'Ganado', kept: 'Sigue', lost: 'Perdido' } as const
/** `before`: those that sold it in the compared month. */
export const MOVE_STATES = { ...SELLER_MOVES, before: 'Lo vendían' } as const
export type MoveState = keyof typeof MOVE_STATES
export const MOVE_STATE_KEYS = Object.keys(MOVE_STATES) as MoveState[]

const WEIGHT =
  'Net of the month by which the distributor counts in the weighted distribution: of its segment; of a segment, of its business; of a business, all'

export const distributionLists = {
  distribution: list('/api/products/distribution', {
    access,
    summary:
      'What part of the active distributors sells each product, segment or business, beside the compared month',
    description:
      'Active: with a completed order in the month, in the province if one is given. Orders without distributor are left out. Rows do not add up.',
    columns: [
      column('name', 'Nombre', 'text', { filter: 'name' }),
      column('numeric_distribution', 'Numérica %', 'percent2', {
        nullable: true,
        description: 'Active distributors with net units above 0 of it, in percent of the active ones',
      }),
      column('numeric_points', 'Puntos', 'decimal2', {
        nullable: true,
        description: 'numeric_distribution less that of the compared month',
      }),
      column('weighted_distribution', 'Ponderada %', 'percent2', {
        nullable: true,
        description:
          'Net of its segment at the distributors that sold it, in percent of that at all active ones; of a segment by its business, of a business by all net',
      }),
      column('weighted_points', 'Puntos ponderados', 'decimal2', { nullable: true }),
      column('distributors', 'Lo venden', 'integer', { description: 'Active distributors that sold it' }),
      column('active_distributors', 'Activos', 'integer'),
      column('prev_distributors', 'Lo vendían', 'integer', { description: 'In the compared month' }),
      column('sku', 'SKU', 'text', { filter: 'sku' }),
      column('segment', 'Segmento', 'text', { filter: 'segment' }),
      column('business', 'Negocio', 'text', { filter: 'business' }),
    ],
    hidden: [field('key')],
    key: ['key'],
    orderBy: 'weighted_distribution',
    file: 'distribucion',
  }),

  distributionSellers: list('/api/products/distribution/{key}/distributors', {
    access: 'view:distributors',
    summary: 'The active distributors that sell something, that stopped, or that never sold it',
    columns: [
      column('dist_name', 'Distribuidor', 'text', { filter: 'dist_name' }),
      column('total_amount', 'Neto del mes', 'money', { description: 'Net of it in the month' }),
      column('weight', 'Neto que pondera', 'money', { description: WEIGHT }),
      column('units_sold', 'Unidades', 'units'),
      column('last_sold', 'Última venta', 'text', {
        nullable: true,
        description: 'Last month with units of it up to the month, YYYY-MM; null: never',
      }),
      column('state', 'Situación', 'text', { labels: SELLER_STATES }),
      column('dist_id', 'Dist ID', 'text', { filter: 'dist_id' }),
    ],
    key: ['dist_id'],
    orderBy: 'total_amount',
    file: 'distribuidores_por_producto',
  }),

  distributionMoves: list('/api/products/distribution/{key}/moves', {
    access: 'view:distributors',
    summary: 'Who sells something now or sold it in the compared month, with what each adds to its points',
    description:
      'gained: sells it and did not; lost: sold it and does not; kept: both. The points add up to those of the distribution: also who goes on counts for more or less, where others became active.',
    columns: [
      column('dist_name', 'Distribuidor', 'text', { filter: 'dist_name' }),
      column('numeric_points', 'Puntos', 'decimal2', {
        nullable: true,
        description: 'What it adds to numeric_points of the distribution',
      }),
      column('weighted_points', 'Puntos ponderados', 'decimal2', { nullable: true }),
      column('state', 'Situación', 'text', { labels: SELLER_MOVES }),
      column('total_amount', 'Neto del mes', 'money', { description: 'Net of it in the month' }),
      column('prev_amount', 'Neto antes', 'money', { description: 'In the compared month' }),
      column('weight', 'Neto que pondera', 'money', { description: WEIGHT }),
      column('prev_weight', 'Ponderaba', 'money', { description: 'The same of the compared month' }),
      column('dist_id', 'Dist ID', 'text', { filter: 'dist_id' }),
    ],
    key: ['dist_id'],
    orderBy: 'weighted_points',
    file: 'puntos_por_distribuidor',
  }),
}
