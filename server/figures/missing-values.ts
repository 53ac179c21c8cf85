// Values of filters that nothing ever had: a typo, or a name that the shop changed.
import { monthBounds } from '#contract/month.ts'
import { type DimensionKey, dimensionOf } from '#contract/questions/dimensions.ts'
import type { Filter } from '#contract/questions/filter.ts'
import { PLAIN_QUESTION, type Question } from '#contract/questions/question.ts'
import { ORDER_STATUSES } from '#contract/statuses.ts'
import { provinceKey } from '#contract/value-labels.ts'
import { monthsAmong } from '#server/domain/data-months.ts'
import { inScope, sql, wholeShop } from '#server/store/sql.ts'
import { type AnswerOptions, rowsOver } from './answer.ts'
import { presentNames } from './former-names.ts'

/** Dimensions of which rollups hold sums, whatever the number of orders. */
const SUMMED: readonly DimensionKey[] = [
  'distributor',
  'company',
  'business',
  'segment',
  'product',
  'benefit_group',
  'benefit_sub_group',
  'promotion',
  'benefit_code',
  'status',
]

/** Dimensions that are looked up in the orders: the first order with the value is enough. */
const IN_ORDERS: readonly DimensionKey[] = ['province', 'city', 'payment_method']

/** Values that mean something although no order has them yet: an alert may wait for the first failed payment. */
const KNOWN: Readonly<Partial<Record<DimensionKey, readonly string[]>>> = { status: ORDER_STATUSES }

export interface MissingValues {
  readonly dimension: DimensionKey
  /** Spanish name of the dimension. */
  readonly title: string
  readonly values: readonly string[]
}

/** The question that counts the values of a filter; every status counts: a distributor with only cancelled orders exists. */
export const salesBy = (filter: Filter): Question => ({
  ...{ ...PLAIN_QUESTION, period: 'all', by: [filter.dimension], where: [{ ...filter, isExcluded: false }] },
  measures: [dimensionOf(filter.dimension).grain === 'benefit' ? 'benefit_uses' : 'orders'],
})

/** Per filter, its values without any sale in any month; `names`: of the data versions. */
export async function missingValues(
  filters: readonly Filter[],
  names: Iterable<string>,
  reading: Pick<AnswerOptions, 'store' | 'scope'>,
): Promise<MissingValues[]> {
  const checked = filters.filter(({ dimension }) => [...SUMMED, ...IN_ORDERS].includes(dimension))
  const months = checked.length === 0 ? [] : monthsAmong(names)
  const [first, last] = [months[0], months.at(-1)]
  if (first === undefined || last === undefined) return []
  const period = { from: monthBounds(first).from_date, to: monthBounds(last).to_date }
  const missing: MissingValues[] = []
  for (const filter of checked) {
    const { dimension, values } = filter
    const sold = IN_ORDERS.includes(dimension)
      ? await inOrders(filter, reading)
      : new Set((await rowsOver(period, salesBy(filter), reading)).map(({ keys }) => keys[0]))
    const present = await presentNames(reading.store, dimension, values)
    // '' is no name: orders without a value.
    const isKnown = (value: string) =>
      value === '' || sold.has(present.get(value) ?? value) || KNOWN[dimension]?.includes(value)
    const gone = values.filter((value) => !isKnown(value))
    if (gone.length > 0) missing.push({ dimension, title: dimensionOf(dimension).title, values: gone })
  }
  return missing
}

/** The values that an order has, or for the whole shop also an account, which may not have ordered yet. */
async function inOrders(
  { dimension, values }: Filter,
  { store, scope }: Pick<AnswerOptions, 'store' | 'scope'>,
): Promise<ReadonlySet<string>> {
  const column = sql.identifier(dimension)
  const withAccounts = scope === null && dimensionOf(dimension).ofAccounts
  const found = new Set<string>()
  for (const value of values) {
    const key = dimension === 'province' ? provinceKey(value) : value
    const has =
      (await store.one(
        sql`select order_id from orders where ${column} = ${key} and ${inScope(scope)} limit 1`,
      )) ??
      (withAccounts &&
        (await store.one(
          wholeShop(
            'values that an account has',
            sql`select customer_id from customers where ${column} = ${key} limit 1`,
          ),
        )))
    if (has) found.add(value)
  }
  return found
}

/** For a question that is saved: a typo must not read as a figure. */
export const neverSold = (values: string): string =>
  `Nada se vendió nunca con estos valores del filtro: ${values}. Una coma dentro de un nombre se escribe «\\,».`

/** Of something saved whose filter has names that are gone; '' if it finds all of them. */
export const goneText = (missing: readonly MissingValues[]): string =>
  missing.length === 0
    ? ''
    : `El filtro ya no encuentra ${missing.map(namesOf).join(' ni ')}. Si cambió de nombre, elegí el nuevo.`

const namesOf = ({ title, values }: MissingValues) =>
  `${title} ${values.map((value) => `«${value}»`).join(', ')}`

/** True if a filter keeps only values that are gone: nothing is left to find. */
export const findsNothing = (filters: readonly Filter[], missing: readonly MissingValues[]): boolean =>
  filters.some(
    ({ dimension, isExcluded, values }) =>
      !isExcluded &&
      values.every((value) =>
        missing.some((gone) => gone.dimension === dimension && gone.values.includes(value)),
      ),
  )

/** 'segment: Dulcse; distributor: 9' */
export const missingText = (missing: readonly MissingValues[]): string =>
  missing.map(({ dimension, values }) => `${dimension}: ${values.join(', ')}`).join('; ')
