// Trials of a month in columns.
import type { Trial } from './trials.ts'

/** Texts as numbers: that of each trial, and the text of each number. */
export interface Numbered {
  readonly of: Int32Array
  readonly names: readonly string[]
}

/** Companies or provinces of trials. */
export interface Kind extends Numbered {
  /** A number for each kind and buyer together, below `size`. */
  readonly pairs: { readonly of: Int32Array; readonly size: number }
}

/** Trials of a month in columns, with numbers in place of what every benefit compares anew. */
export interface Pool<T extends Trial = Trial> {
  readonly trialAt: (at: number) => T
  readonly days: Int32Array
  readonly buyers: Numbered
  readonly companies: Kind
  readonly provinces: Kind
}

export function numbered(count: number, textAt: (at: number) => string): Numbered {
  const numbers = new Map<string, number>()
  const of = new Int32Array(count)
  for (let at = 0; at < count; at++) {
    const text = textAt(at)
    const number = numbers.get(text) ?? numbers.size
    if (number === numbers.size) numbers.set(text, number)
    of[at] = number
  }
  return { of, names: [...numbers.keys()] }
}

export function kindOf(buyers: Numbered, textAt: (at: number) => string): Kind {
  const kinds = numbered(buyers.of.length, textAt)
  const seen = new Map<number, number>()
  const of = kinds.of.map((kind, at) => {
    const pair = kind * buyers.names.length + (buyers.of[at] ?? 0)
    const number = seen.get(pair) ?? seen.size
    if (number === seen.size) seen.set(pair, number)
    return number
  })
  return { ...kinds, pairs: { of, size: seen.size } }
}
