// Tables about opportunities: products that a distributor does not sell and its peers do.

import { type Column, column, field } from '../columns.ts'
import { entryOf } from '../entry.ts'
import { list } from '../list.ts'

const access = 'view:distributors'

/** Closed months in which a distributor sold nothing of a void. */
export const WINDOW_MONTHS = 3

/** Why a month has no opportunities; `ok`: it has, or every distributor sells what its peers do. */
export const OPPORTUNITY_STATES = ['ok', 'few-months', 'few-distributors', 'inactive'] as const

/** What was decided about a void. `open`: nothing, or that it is open again. */
export const VOID_STATES = {
  open: 'Abierta',
  followed: 'En seguimiento',
  dismissed: 'Descartada',
} as const
export type VoidState = keyof typeof VOID_STATES
export const VOID_STATE_KEYS = Object.keys(VOID_STATES) as VoidState[]

/** Letters of the reason why a void was dismissed. */
export const REASON_LENGTH = 200

/** Columns that say something only of voids in these states. */
const OF_STATES: Readonly<Record<string, readonly VoidState[]>> = {
  ...{ sold_net: ['followed'], sold_units: ['followed'], sold_days: ['followed'], reason: ['dismissed'] },
  ...{ since: ['followed', 'dismissed'], decided_by: ['followed', 'dismissed'] },
}

/** The columns of a list of voids in one state. */
export const columnsOfState = <C extends Column>(columns: readonly C[], state: VoidState): readonly C[] =>
  columns.filter(({ key }) => entryOf(OF_STATES, key)?.includes(state) ?? key !== 'state')

export const opportunityLists = {
  opportunities: list('/api/distributors/opportunities', {
    access,
    summary: 'Products that a distributor sold nothing of in three closed months and its peers sell',
    description:
      'Open ones, or with `state` those that somebody follows or dismissed, of whatever month. The months end with that of start_date, or the one before while it runs. Peers are the active distributors most alike within what the role sees; active: with completed orders in each of the months. Listed: sold by at least half of the peers, or regularly sold by the distributor itself in the twelve months before and by a quarter of the peers now. Amounts are estimates a month; of a followed or dismissed one as they were when that was decided, or null for a role that sees less than the one that decided.',
    columns: [
      column('product_name', 'Producto', 'text', { filter: 'product_name' }),
      column('sold_net', 'Vendido desde entonces', 'money', {
        nullable: true,
        description:
          'Net of completed orders from the day after it was followed to yesterday, less returns; null: not followed, or no such day yet',
      }),
      column('estimated_net', 'Estimado por mes', 'money', {
        nullable: true,
        description: 'What it would bring a month; 80 of 100 lie from estimated_low to estimated_high',
      }),
      column('dist_name', 'Distribuidor', 'text', { filter: 'dist_name' }),
      column('sold_units', 'Unidades desde entonces', 'units', { nullable: true }),
      column('sold_days', 'Días contados', 'integer', {
        nullable: true,
        description: 'Whole days of sold_net and sold_units',
      }),
      column('reason', 'Motivo', 'text', { filter: 'reason', description: 'Why it was dismissed' }),
      column('since', 'Decidida el', 'date', { nullable: true }),
      column('decided_by', 'Por', 'text', {
        description: 'Empty: the account was deleted, or the void is open',
        example: 'Delia Dueña',
      }),
      column('estimated_low', 'Desde', 'money', { nullable: true }),
      column('estimated_high', 'Hasta', 'money', { nullable: true }),
      column('peers_selling', 'Pares que lo venden', 'integer', { nullable: true }),
      column('peers', 'Pares', 'integer', { nullable: true }),
      column('last_sold', 'Última venta', 'text', {
        nullable: true,
        description: 'Last month with units of it before the three months, YYYY-MM; null: never',
        example: '2026-05',
      }),
      column('segment', 'Segmento', 'text', { filter: 'segment' }),
      column('business', 'Negocio', 'text', { filter: 'business' }),
      column('sku', 'SKU', 'text', { filter: 'sku' }),
      column('dist_id', 'Dist ID', 'text'),
      column('state', 'Situación', 'text', { labels: VOID_STATES }),
    ],
    hidden: [
      field('key', 'text', { description: 'Of the product, as in the distribution', example: '11' }),
      field('decision', 'id', {
        nullable: true,
        description: 'Number of the last decision about it; null: none',
      }),
    ],
    key: ['dist_id', 'key'],
    orderBy: 'estimated_net',
    file: 'oportunidades',
  }),

  opportunityPeers: list('/api/distributors/{dist_id}/opportunities/{key}/peers', {
    access,
    summary: 'The peers of a distributor, with what they sold of a product in the three closed months',
    description:
      'Those that the opportunities of the month count. Without the distributor among the active ones, none.',
    columns: [
      column('dist_name', 'Distribuidor', 'text', { filter: 'dist_name' }),
      column('total_amount', 'Neto de los tres meses', 'money'),
      column('units_sold', 'Unidades', 'units'),
      column('sells', 'Lo vende', 'flag', { description: 'Units in one of the months' }),
      column('dist_id', 'Dist ID', 'text'),
    ],
    key: ['dist_id'],
    orderBy: 'total_amount',
    file: 'pares_que_lo_venden',
  }),
}
