// Computes in whole cents to avoid floating-point errors.
import { exact } from './too-large.ts'

/** Of a shop that tells none. */
export const DEFAULT_CURRENCY = 'ARS'

/** `amount / count`, rounded to cents, half away from zero; 0 if `count` is 0. */
export const averageOf = (amount: number, count: number): number =>
  count === 0 ? 0 : (Math.sign(amount) * Math.round(Math.round(Math.abs(amount) * 100) / count)) / 100 + 0

/** Exact difference of two amounts with at most 2 decimals. */
export const differenceOf = (amount: number, other: number): number =>
  (Math.round(amount * 100) - Math.round(other * 100)) / 100

const sumBy =
  (scale: number) =>
  <T>(rows: readonly T[], of: (row: T) => number): number =>
    exact(rows.reduce((sum, row) => sum + Math.round(of(row) * scale), 0)) / scale

/** Exact sum of amounts with at most 2 decimals; throws beyond 90 million million. */
export const sumOf = sumBy(100)

/** Exact sum of units, which have at most 3 decimals. */
export const unitsOf = sumBy(1000)

/** An estimate to cents, half up. */
export const roundAmount = (amount: number): number => Math.round(amount * 100) / 100

/** Units to 3 decimals, half up. */
export const roundUnits = (units: number): number => Math.round(units * 1000) / 1000

/** A cost of a unit with 4 decimals, rounded half away from zero; null for what is no decimal text without a sign. */
export function unitCostText(text: string): string | null {
  const [, whole, fraction = ''] = /^(\d{1,13})(?:\.(\d*))?$/.exec(text.trim()) ?? []
  if (whole === undefined) return null
  const digits = String((BigInt(whole + fraction.padEnd(5, '0').slice(0, 5)) + 5n) / 10n).padStart(5, '0')
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`
}
