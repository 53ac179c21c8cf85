// What the figures of a mail cover, in words: the filters of its question or table, and the distributors of a limited reader.
import { scopeWords } from '#contract/coverage.ts'
import { dimensionOf } from '#contract/questions/dimensions.ts'
import { isEveryStatus, type NamedFilter, type TableFilter } from '#contract/questions/filter.ts'
import { distributorNames, labelsOf } from '#server/figures/labels.ts'
import type { Scope } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'
import { DELIVERY_TEXT as text } from './text.ts'

const NAMED = 3

const listed = new Intl.ListFormat('es')

const shortList = (labels: readonly string[]): string =>
  labels.length > NAMED
    ? `${labels.slice(0, NAMED - 1).join(', ')} ${text.andMore(labels.length - NAMED + 1)}`
    : listed.format(labels)

/** ['Distribuidor: Distri 2', 'Provincia: sin Salta', 'Solo Distri 1']. */
export async function coverageOf(
  store: Reads,
  filters: readonly TableFilter[],
  scope: Scope,
): Promise<string[]> {
  const inWords = filters.map(async (filter) => {
    if (isEveryStatus(filter)) return text.everyStatus
    if (!('dimension' in filter)) return namedWords(filter)
    const { dimension, isExcluded, values } = filter
    const labels = await labelsOf(store, dimension, values, scope)
    const words = shortList(values.map((value) => labels.get(value) ?? value))
    return text.filter(dimensionOf(dimension).title, isExcluded ? text.except(words) : words)
  })
  return [...(await Promise.all(inWords)), ...(await scopeCoverage(store, scope))]
}

const namedWords = ({ title, values }: NamedFilter): string =>
  values.length === 0 ? title : text.filter(title, shortList(values))

/** ['Solo Distri 1']; empty for the whole shop. */
export async function scopeCoverage(store: Reads, scope: Scope): Promise<string[]> {
  const whose = scopeWords(scope && (await distributorNames(store, scope)))
  return whose === '' ? [] : [whose]
}
