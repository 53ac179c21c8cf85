// What a preview tells of orders that come in.
import type { Notes } from '#server/ingest/notes.ts'
import type { Warning } from '../sources/files/model.ts'

/** Named of each kind, so that many of one hide none of another. */
const NAMED = 25

export function warningList() {
  const byCode = new Map<string, Warning[]>()
  return {
    count: 0,
    add(warning: Warning) {
      this.count++
      const named = byCode.get(warning.code) ?? []
      byCode.set(warning.code, named)
      if (named.length < NAMED) named.push(warning)
    },
    /** The rarest code first. */
    named: () => [...byCode.values()].sort((one, other) => one.length - other.length).flat(),
  }
}

/** Written as a province of an order and none, most orders first. */
export const unknownProvinces = (notes: Notes): { value: string; orders: number }[] =>
  notes
    .list('province')
    .filter(({ text }) => text !== '')
    .slice(0, NAMED)
    .map(({ text, count }) => ({ value: text, orders: count }))
