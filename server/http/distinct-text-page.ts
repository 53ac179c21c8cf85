// Finds a page of a list that is ordered by a text with few distinct values, such as names: the rows of each text are counted,
// and only rows with the texts of the page are sorted. Sorting all rows would fold case and accents of each.
import type { Reads, Row } from '#server/store/store.ts'
import type { DistinctTextOrder, Slice } from './list-query.ts'

/** More distinct texts are not worth counting. */
const MOST_TEXTS = 5000
/** Number of rows that show whether texts repeat. */
const LOOKED_AT = 2000

export interface DistinctTexts {
  readonly texts: readonly { readonly text: string | null; readonly rows: number }[]
  readonly total: number
}

/** Undefined if most texts differ. `isCheap`: reading some rows costs less than reading all. */
export async function countDistinctTexts(
  store: Reads,
  order: DistinctTextOrder,
  isCheap: boolean,
): Promise<DistinctTexts | undefined> {
  if (isCheap) {
    const seen = await store.one<{ texts: number; rows: number }>(order.look(LOOKED_AT))
    if (seen && seen.rows === LOOKED_AT && seen.texts * 2 > seen.rows) return undefined
  }
  const texts = await store.all<DistinctTexts['texts'][number]>(order.texts(MOST_TEXTS + 1))
  if (texts.length > MOST_TEXTS) return undefined
  return withTotal(texts)
}

const withTotal = (texts: DistinctTexts['texts']): DistinctTexts => ({
  texts,
  total: texts.reduce((sum, { rows }) => sum + rows, 0),
})

/** Those of the list without its filter on the text that pass this filter: no row is counted again. */
export async function passingTexts(
  store: Reads,
  { passing }: NonNullable<DistinctTextOrder['filtered']>,
  { texts }: DistinctTexts,
): Promise<DistinctTexts> {
  const some = texts.flatMap(({ text }) => text ?? [])
  const rows = some.length === 0 ? [] : await store.all<{ text: string }>(passing(some))
  const passed = new Set(rows.map(({ text }) => text))
  return withTotal(texts.filter(({ text }) => text !== null && passed.has(text)))
}

/** A slice of the list, or its keys. */
export async function rowsOfTexts(
  store: Reads,
  order: DistinctTextOrder,
  { texts }: DistinctTexts,
  columns: 'all' | 'key',
  { from, rows }: Pick<Slice, 'from' | 'rows'>,
): Promise<Row[]> {
  const chosen: (string | null)[] = []
  let [before, skipped, span] = [0, 0, 0]
  for (const entry of texts) {
    if (before + entry.rows > from && before < from + rows) {
      if (chosen.length === 0) skipped = before
      chosen.push(entry.text)
      span += entry.rows
    }
    before += entry.rows
  }
  if (chosen.length === 0) return []
  const [start, wanted] = [from - skipped, Math.min(rows, span - (from - skipped))]
  // The rows of one text are sorted from the end that is nearer.
  const backwards = start > span / 2
  const slice = { from: backwards ? span - start - wanted : start, rows: wanted, backwards }
  const found = await store.all<Row>(order.slice(chosen, columns, slice))
  return backwards ? found.reverse() : found
}
