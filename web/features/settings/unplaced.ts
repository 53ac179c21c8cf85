// Reads what a reconciliation could not place out of the detail of its run. Pure.
import { unplacedText } from './text.ts'

interface Named {
  readonly name: string
  readonly count: number
}

export interface UnplacedKind {
  readonly key: keyof typeof unplacedText.kinds
  readonly count: number
  /** The most frequent of them, where they have names. */
  readonly named: readonly Named[]
}

const KINDS = Object.keys(unplacedText.kinds) as UnplacedKind['key'][]

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isNamed = (value: unknown): value is Named =>
  isRecord(value) && typeof value.name === 'string' && typeof value.count === 'number'

/** Null where the run says nothing about it: it failed, or is under way. */
export function readUnplaced(json: string): UnplacedKind[] | null {
  let read: unknown
  try {
    read = JSON.parse(json)
  } catch {
    return null
  }
  const unplaced = isRecord(read) ? read.unplaced : undefined
  if (!isRecord(unplaced)) return null
  return KINDS.map((key) => {
    const value = unplaced[key]
    const named = Array.isArray(value) ? value.filter(isNamed) : []
    const count = typeof value === 'number' ? value : named.reduce((sum, one) => sum + one.count, 0)
    return { key, count, named }
  })
}
