// What Resumen de Negocios measures by: amounts or units, one word of the address. Touches contract, ui, text and this feature.
import type { BusinessRanking } from '#contract/orders.ts'
import { integer, money, short, shortMoney } from '#web/text/format.ts'
import type { TableDefaults } from '#web/ui/table/view.ts'
import { text } from './text.ts'

export type Business = BusinessRanking['rows'][number]

/** One business, or all of them together. */
export type Sold = Pick<
  Business,
  'total_amount' | 'total_units_sold' | 'prev_amount' | 'prev_units_sold' | 'increment' | 'increment_units'
>

export interface Mode {
  key: 'amount' | 'units'
  title: string
  file: string
  value: (sold: Sold) => number
  previous: (sold: Sold) => number
  change: (sold: Sold) => number
  write: (value: number) => string
  writeShort: (value: number) => string
  defaults: TableDefaults
}

const AMOUNT: Mode = {
  key: 'amount',
  title: text.billing,
  file: 'facturacion_por_negocio',
  value: (sold) => sold.total_amount,
  previous: (sold) => sold.prev_amount,
  change: (sold) => sold.increment,
  write: money,
  writeShort: shortMoney,
  defaults: { perPage: 15, orderBy: 'total_amount', order: 'DESC' },
}

const UNITS: Mode = {
  key: 'units',
  title: text.unitsSold,
  file: 'unidades_por_negocio',
  value: (sold) => sold.total_units_sold,
  previous: (sold) => sold.prev_units_sold,
  change: (sold) => sold.increment_units,
  write: integer,
  writeShort: short,
  defaults: { perPage: 15, orderBy: 'total_units_sold', order: 'DESC' },
}

export const modeOf = (word: string | null): Mode => (word === UNITS.key ? UNITS : AMOUNT)

export const MODES = [
  { value: AMOUNT.key, label: text.amountMode },
  { value: UNITS.key, label: text.unitsMode },
]
