// What each sum adds up, and how measures follow from sums. Rollups, questions and lists take both from here.
import { keysOf } from '#contract/questions/definitions.ts'
import { MEASURES, type MeasureKey } from '#contract/questions/measures.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import { DAY_SECONDS } from './times.ts'

/** A column of the row that is added up. */
type Column = (name: string) => Sql

interface Amount {
  readonly order: (of: Column) => Sql
  readonly line: (of: Column) => Sql
}

const same = (name: string): Amount => ({ order: (of) => of(name), line: (of) => of(name) })

/** What an order adds to each sum, and what a line of it does. */
const AMOUNTS = {
  net: same('net'),
  gross: same('gross'),
  discount: { ...same('discount'), line: (of) => sql`${of('discount')} + ${of('promotion')}` },
  refunded: { ...same('refunded'), line: (of) => sql`${of('refunded')} + ${of('shared')}` },
  units: {
    order: (of) => sql`${of('units')} - ${of('refunded_units')}`,
    line: (of) => sql`${of('quantity')} - ${of('refunded_units')}`,
  },
} satisfies Record<string, Amount>

export type AmountKey = keyof typeof AMOUNTS

export const AMOUNT_KEYS = keysOf(AMOUNTS)

const amountOf =
  (row: keyof Amount) =>
  (key: AmountKey, table?: string): Sql =>
    AMOUNTS[key][row]((name) => sql.identifier(...(table === undefined ? [name] : [table, name])))

/** In rows of `orders`, or of a table or alias with its columns. */
export const orderAmount = amountOf('order')
/** In rows of `order_lines`, or of a table or alias with its columns. */
export const lineAmount = amountOf('line')

/** Columns of a `select`, each under the name of its sum. */
export const namedAmounts = (
  amount: typeof orderAmount,
  table: string,
  keys: readonly AmountKey[] = AMOUNT_KEYS,
): Sql => sql.join(keys.map((key) => sql`${amount(key, table)} as ${sql.identifier(key)}`))

/** Each part is read by one query, from the smallest table that has what it needs. */
export type Part =
  | 'sales'
  | 'buyers'
  | 'new_buyers'
  | 'products'
  | 'benefits'
  | 'accounts'
  | 'cancelled'
  | 'ended'
  | 'distribution'
  | 'times'
  | 'costs'

export type Sum =
  | AmountKey
  | 'orders'
  | 'buyers'
  | 'new_buyers'
  | 'products'
  | 'amount'
  | 'uses'
  | 'registered'
  | (typeof OF_DISTRIBUTION)[number]
  | 'median'
  | 'dated'
  | 'on_time'
  | 'cost'
  | 'covered'
  | 'priced'
  | 'lines'

/** Distributors that sold it and active ones, and the net of its class at the ones and the others. */
const OF_DISTRIBUTION = ['sellers', 'active', 'reached', 'whole'] as const

interface Term {
  readonly part: Part
  readonly sum: Sum
}

/** Sums of one row, keyed by `part.sum`; null if the row has none. */
export type Sums = ReadonlyMap<string, number>

export const sumKey = ({ part, sum }: Term): string => `${part}.${sum}`

const sale = (sum: Sum): Term => ({ part: 'sales', sum })
const BUYERS: Term = { part: 'buyers', sum: 'buyers' }
const NEW_BUYERS: Term = { part: 'new_buyers', sum: 'new_buyers' }
const CANCELLED_ORDERS: Term = { part: 'cancelled', sum: 'orders' }
const ENDED_ORDERS: Term = { part: 'ended', sum: 'orders' }

const [SELLERS, ACTIVE, REACHED, WHOLE] = OF_DISTRIBUTION.map(
  (sum): Term => ({ part: 'distribution', sum }),
) as [Term, Term, Term, Term]
const ofCosts = (sum: Sum): Term => ({ part: 'costs', sum })
const time = (sum: Sum): Term => ({ part: 'times', sum })

/** Sums of the surroundings of a row: a row of nothing else does not exist. */
export const SURROUNDINGS: readonly string[] = [ACTIVE, WHOLE].map(sumKey)

interface Formula {
  readonly terms: readonly Term[]
  /** Exact: computed in whole cents, thousandths or counts. Null for a ratio with a divisor of 0. */
  readonly value: (...terms: number[]) => number | null
}

const plain = (term: Term): Formula => ({ terms: [term], value: (sum = 0) => sum })

/** Half away from zero. */
const rounded = (value: number, decimals: number): number => {
  const factor = 10 ** decimals
  return (Math.sign(value) * Math.round(Math.abs(value) * factor)) / factor
}

const thousandths = (value: number) => BigInt(Math.round(Math.abs(value) * 1000))

/** Rounds half away from zero in whole numbers: 300.78 / 4 is 75.20, although 75.195 in binary is less. */
function quotient(dividend: number, divisor: number, decimals: number, factor = 1): number | null {
  if (divisor === 0) return null
  const [above, below] = [thousandths(dividend) * BigInt(factor * 10 ** decimals), thousandths(divisor)]
  const size = Number((2n * above + below) / (2n * below)) / 10 ** decimals
  return Math.sign(dividend) * Math.sign(divisor) * size + 0
}

const ratio = (dividend: Term, divisor: Term, decimals: number, factor = 1): Formula => ({
  terms: [dividend, divisor],
  value: (one = 0, other = 0) => quotient(one, other, decimals, factor),
})

const OF_COSTS: readonly Term[] = (['cost', 'covered', 'priced', 'lines'] as const).map(ofCosts)

/** Something was sold, and of none of it is the cost known. */
const isUnknown = (priced: number, lines: number): boolean => lines > 0 && priced === 0

const MONEY = 2
const UNITS = 3
const PERCENT = 2
const DAYS = 2

export const FORMULAS: Readonly<Record<MeasureKey, Formula>> = {
  net_sale: plain(sale('net')),
  gross: plain(sale('gross')),
  discount: plain(sale('discount')),
  refunded: plain(sale('refunded')),
  orders: plain(sale('orders')),
  units: plain(sale('units')),
  average_ticket: ratio(sale('net'), sale('orders'), MONEY),
  units_per_order: ratio(sale('units'), sale('orders'), UNITS),
  net_per_unit: ratio(sale('net'), sale('units'), MONEY),
  discount_rate: ratio(sale('discount'), sale('gross'), PERCENT, 100),
  refund_rate: {
    terms: [sale('refunded'), sale('gross'), sale('discount')],
    value: (refunded = 0, gross = 0, discount = 0) =>
      quotient(refunded, rounded(gross - discount, MONEY), PERCENT, 100),
  },
  buyers: plain(BUYERS),
  new_buyers: plain(NEW_BUYERS),
  returning_buyers: { terms: [BUYERS, NEW_BUYERS], value: (buyers = 0, fresh = 0) => buyers - fresh },
  orders_per_buyer: ratio(sale('orders'), BUYERS, UNITS),
  benefit_amount: plain({ part: 'benefits', sum: 'amount' }),
  benefit_uses: plain({ part: 'benefits', sum: 'uses' }),
  registered: plain({ part: 'accounts', sum: 'registered' }),
  cancelled_amount: plain({ part: 'cancelled', sum: 'net' }),
  cancelled_orders: plain(CANCELLED_ORDERS),
  cancel_rate: ratio(CANCELLED_ORDERS, ENDED_ORDERS, PERCENT, 100),
  products_sold: plain({ part: 'products', sum: 'products' }),
  numeric_distribution: ratio(SELLERS, ACTIVE, PERCENT, 100),
  weighted_distribution: ratio(REACHED, WHOLE, PERCENT, 100),
  days_to_complete: {
    terms: [time('median'), time('dated')],
    value: (seconds = 0, dated = 0) => (dated === 0 ? null : quotient(seconds, DAY_SECONDS, DAYS)),
  },
  cost: {
    terms: OF_COSTS,
    value: (cost = 0, _, priced = 0, lines = 0) => (isUnknown(priced, lines) ? null : cost),
  },
  margin: {
    terms: OF_COSTS,
    value: (cost = 0, covered = 0, priced = 0, lines = 0) =>
      isUnknown(priced, lines) ? null : rounded(covered - cost, MONEY),
  },
  margin_rate: {
    terms: OF_COSTS,
    value: (cost = 0, covered = 0) => quotient(rounded(covered - cost, MONEY), covered, PERCENT, 100),
  },
  cost_coverage: ratio(ofCosts('covered'), ofCosts('net'), PERCENT, 100),
  on_time_rate: ratio(time('on_time'), time('dated'), PERCENT, 100),
}

/** The difference of two values of a measure, without the noise of binary fractions. */
export const differenceOf = (measure: MeasureKey, value: number, compared: number): number =>
  rounded(value - compared, MEASURES[measure].format === 'units' ? UNITS : MONEY)

/** Terms of the measures, grouped by part. */
export function sumsOf(measures: readonly MeasureKey[]): Map<Part, Sum[]> {
  const parts = new Map<Part, Sum[]>()
  for (const { part, sum } of measures.flatMap((measure) => FORMULAS[measure].terms)) {
    const sums = parts.get(part) ?? []
    if (!sums.includes(sum)) sums.push(sum)
    parts.set(part, sums)
  }
  return parts
}

/** Measures of a row from its sums. */
export const measureValue = (measure: MeasureKey, sums: Sums): number | null => {
  const { terms, value } = FORMULAS[measure]
  return value(...terms.map((term) => sums.get(sumKey(term)) ?? 0))
}
