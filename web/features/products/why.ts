// The questions that explain changes of the products screens' figures. Pure.
import { keptValue } from '#contract/questions/filter.ts'
import type { WhyQuestion } from '#web/lists/why-address.ts'
import type { Mode } from './rules.ts'

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
