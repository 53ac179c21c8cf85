// What the products screens measure: amounts or units, and the questions that explain its changes.
import type { BusinessRanking } from '#contract/orders.ts'
import { keptValue } from '#contract/questions/filter.ts'
import type { WhyQuestion } from '#web/shared/why/why-address.ts'
import { money, short, shortMoney, units } from '#web/text/format.ts'
import { text } from './text.ts'

export type Business = BusinessRanking['rows'][number]

/** One business, or all of them together. */
type Sales = Pick<Business, 'total_amount' | 'total_units_sold' | 'prev_amount' | 'prev_units_sold'>

export interface Mode {
  key: 'amount' | 'units'
  measure: 'net_sale' | 'units'
  title: string
  file: string
  value: (sales: Pick<Sales, 'total_amount' | 'total_units_sold'>) => number
  changeOf: (sales: Sales) => { now: number; before: number }
  write: (value: number) => string
  writeShort: (value: number) => string
  /** Column that a table is ordered by first. */
  orderBy: string
}

export const AMOUNT: Mode = {
  key: 'amount',
  measure: 'net_sale',
  title: text.billing,
  file: 'facturacion_por_negocio',
  value: (sales) => sales.total_amount,
  changeOf: (sales) => ({ now: sales.total_amount, before: sales.prev_amount }),
  write: money,
  writeShort: shortMoney,
  orderBy: 'total_amount',
}

export const UNITS: Mode = {
  key: 'units',
  measure: 'units',
  title: text.unitsSold,
  file: 'unidades_por_negocio',
  value: (sales) => sales.total_units_sold,
  changeOf: (sales) => ({
    now: sales.total_units_sold,
    before: sales.prev_units_sold,
  }),
  write: units,
  writeShort: short,
  orderBy: 'total_units_sold',
}

export const modeFromParam = (param: string | null): Mode => (param === UNITS.key ? UNITS : AMOUNT)

export const businessOf = ({ business }: { readonly business: string }): string => business
export const segmentOf = ({ segment }: { readonly segment: string }): string => segment

interface Product {
  readonly business: string
  readonly segment: string
}

/** The products of a business and a segment by their full names; an empty name matches all. */
export const productsNamed = <Row extends Product>(rows: readonly Row[], business = '', segment = '') =>
  rows.filter((row) => ['', row.business].includes(business) && ['', row.segment].includes(segment))

/** For one business, or for all of them. */
export const whyOfBusiness = ({ measure }: Pick<Mode, 'measure'>, business?: string): WhyQuestion => ({
  measure,
  where: business === undefined ? [] : [keptValue('business', business)],
})

export const whyOfSegment = ({ business, segment }: { business: string; segment: string }): WhyQuestion => ({
  measure: 'net_sale',
  where: [keptValue('business', business), keptValue('segment', segment)],
})

interface SoldProduct {
  readonly product_id: number
  readonly variation_id: number
  readonly name: string
}

/** Key of the dimension product: a deleted product has no id. */
const keyOf = ({ product_id, variation_id, name }: SoldProduct): string =>
  `${product_id === 0 ? `name:${name}` : product_id}${variation_id === 0 ? '' : `.${variation_id}`}`

/** For a product or variation, optionally as sold by one distributor. */
export const whyOfProduct = (product: SoldProduct, distributor?: string | null): WhyQuestion => ({
  measure: 'net_sale',
  where: [
    ...(typeof distributor === 'string' ? [keptValue('distributor', distributor)] : []),
    keptValue('product', keyOf(product)),
  ],
})
