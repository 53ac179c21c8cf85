// Money in whole cents, without floating-point errors from the source's text to the stored text.

import { exact } from './too-large.ts'

const ZERO = 48
const MAX_CENTS = Number.MAX_SAFE_INTEGER

/**
 * Parses a decimal text such as '1234.5', '-3.1049' or '4770' into cents. Rounds further decimals half away from zero.
 * Returns NaN for any other text and for amounts beyond the safe integers. Imports call it some forty times per order.
 */
export function parseCents(text: string): number {
  const end = text.length
  let at = 0
  let sign = 1
  const first = text.charCodeAt(0)
  if (first === 45) {
    sign = -1
    at = 1
  } else if (first === 43) at = 1
  let value = 0
  let digits = 0
  let decimals = -1
  for (; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code === 46 && decimals < 0) decimals = 0
    else if (code >= ZERO && code <= 57) {
      digits++
      if (decimals < 2) {
        value = value * 10 + (code - ZERO)
        if (decimals >= 0) decimals++
      } else if (decimals === 2) {
        if (code >= 53) value++
        decimals = 3
      }
    } else return Number.NaN
  }
  if (digits === 0) return Number.NaN
  for (let missing = decimals < 0 ? 2 : 2 - Math.min(decimals, 2); missing > 0; missing--) value *= 10
  if (value > MAX_CENTS) return Number.NaN
  return value === 0 ? 0 : sign * value
}

/**
 * Cents of the sum of two amounts, rounded once: in shops with more than two decimals an amount and its tax each have a
 * fraction of a cent.
 */
export function parseCentsOf(amount: string, more: string): number {
  if (!hasFraction(amount) && !hasFraction(more)) return parseCents(amount) + parseCents(more)
  return roundedTo(CENT, fixedPoint(amount) + fixedPoint(more))
}

/** A tax in cents as WooCommerce rounds it: half towards zero where prices include tax. */
export function parseTaxCents(amount: string, isIncluded: boolean): number {
  if (!isIncluded || !hasFraction(amount)) return parseCents(amount)
  const exact = fixedPoint(amount)
  const size = exact < 0n ? -exact : exact
  const cents = Number((size + CENT / 2n - 1n) / CENT)
  return exact < 0n && cents > 0 ? -cents : cents
}

/** The sum of two amounts rounded once to whole units of the currency, in cents. */
export const parseWholeOf = (amount: string, more: string): number =>
  100 * roundedTo(100n * CENT, fixedPoint(amount) + fixedPoint(more))

function roundedTo(unit: bigint, sum: bigint): number {
  const size = sum < 0n ? -sum : sum
  const units = Number((size + unit / 2n) / unit)
  return sum < 0n && units > 0 ? -units : units
}

/** Decimals that `fixedPoint` keeps, and a cent in its units. */
const DECIMALS = 10
const CENT = 10n ** BigInt(DECIMALS - 2)

function hasFraction(text: string): boolean {
  const point = text.indexOf('.')
  if (point < 0) return false
  for (let at = point + 3; at < text.length; at++) if (text.charCodeAt(at) !== ZERO) return true
  return false
}

/** For texts that `parseCents` accepts. */
function fixedPoint(text: string): bigint {
  const [whole = '', fraction = ''] = text.replace(/^[+-]/, '').split('.')
  const value = BigInt(whole + fraction.slice(0, DECIMALS).padEnd(DECIMALS, '0'))
  return text.startsWith('-') ? -value : value
}

/** Formats cents as decimal text: '1234.50'. Throws `TooLarge`. */
export function centsText(cents: number): string {
  if (cents === 0) return '0.00'
  if (cents < 0) return `-${centsText(-cents)}`
  const fraction = exact(cents) % 100
  return `${(cents - fraction) / 100}${fraction < 10 ? '.0' : '.'}${fraction}`
}

/**
 * Splits `total` in proportion to whole, non-negative weights, by largest remainder. The shares are whole and add up to
 * `total`. If all weights are 0, the first share is the total.
 */
export function shareOut(total: number, weights: readonly number[]): number[] {
  if (total < 0) return shareOut(-total, weights).map((share) => (share === 0 ? 0 : -share))
  const sum = weights.reduce((left, weight) => left + weight, 0)
  if (total === 0 || sum === 0) return weights.map((_, index) => (index === 0 ? total : 0))
  const remainders: number[] = []
  let left = total
  const shares = weights.map((weight) => {
    const [share, remainder] = divide(total, weight, sum)
    remainders.push(remainder)
    left -= share
    return share
  })
  if (left > 0) {
    const byRemainder = remainders.map((_, index) => index)
    byRemainder.sort((one, other) => remainders[other]! - remainders[one]! || one - other)
    for (const index of byRemainder.slice(0, left)) shares[index]!++
  }
  return shares
}

/** Quotient and remainder of total × weight / sum, exact even if the product exceeds the safe integers. */
function divide(total: number, weight: number, sum: number): [number, number] {
  const product = total * weight
  if (product <= MAX_CENTS) return [(product - (product % sum)) / sum, product % sum]
  const exact = BigInt(total) * BigInt(weight)
  return [Number(exact / BigInt(sum)), Number(exact % BigInt(sum))]
}
