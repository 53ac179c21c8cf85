// What is known of an order before it, as numbers whose sum is the logarithm of the net expected from it on.
import { EFFECT_DAYS } from '#contract/lists/benefit-effect.ts'
import { segmentOf, type Trial } from './trials.ts'
import { type Usual, usualOf } from './usual.ts'

export interface Known {
  readonly row: Float64Array
  /** Logarithm of what the buyer's past lets expect. */
  readonly usual: number
  /** Net an order, in parts of the usual one. */
  readonly ticket: number
}

export interface Features {
  readonly of: (trial: Trial) => Known
  /** How strongly each weight is drawn to none. */
  readonly penalties: Float64Array
}

const FREE = 1e-4
/** As many orders as say that something counts. */
const DRAWN = 3
const CLASSES = [segmentOf, ({ province }: Trial) => province, ({ company }: Trial) => company]
/** Of a trial, beside the classes that it belongs to. */
const NUMBERS = 7

export function featuresOf(controls: readonly Trial[], users: readonly Trial[]): Features {
  const usual = usualOf(controls, users)
  const places = new Map<string, number>()
  const keysOf = (trial: Trial) => CLASSES.map((classOf, index) => `${index} ${classOf(trial)}`)
  for (const trial of controls)
    for (const key of keysOf(trial)) if (!places.has(key)) places.set(key, NUMBERS + places.size)
  const size = NUMBERS + places.size
  const numbersOf = (trial: Trial) => numbers(trial, usual({ ...trial, uses: false }))
  const seen = rangesOf(controls.map(numbersOf))
  return {
    penalties: Float64Array.from({ length: size }, (_, index) => (index === 0 ? FREE : DRAWN)),
    of: (trial) => {
      const { ticket, rate } = usual(trial)
      const row = new Float64Array(size)
      row.set(numbersOf(trial).map((value, index) => seen(value, index)))
      for (const key of keysOf(trial)) {
        const place = places.get(key)
        if (place !== undefined) row[place] = 1
      }
      return { row, usual: Math.log(ticket) + Math.log1p(rate * EFFECT_DAYS), ticket }
    },
  }
}

const numbers = ({ ordersBefore, ordersYear, recency, day }: Trial, { ticket, rate }: Usual): number[] => [
  ...[1, Math.log(ticket), Math.log1p(rate * EFFECT_DAYS)],
  ...[Math.log1p(ordersBefore), Math.log1p(ordersYear), Math.log1p((recency ?? 0) / 30), day / 30],
]

/** What nobody among the controls is like teaches nothing: a user beyond them counts as the last of them. */
function rangesOf(rows: readonly (readonly number[])[]): (value: number, index: number) => number {
  const ranges = Array.from({ length: NUMBERS }, (_, index) => {
    const values = rows.map((row) => row[index] ?? 0)
    return [Math.min(...values), Math.max(...values)] as const
  })
  return (value, index) => {
    const [least, most] = ranges[index] ?? [value, value]
    return Math.min(most, Math.max(least, value))
  }
}
