// A filter of a question and its text form. Separate from question.ts, so that screens can write one without loading the
// catalogue.
import type { DimensionKey } from './dimensions.ts'

export interface Filter {
  readonly dimension: DimensionKey
  readonly isExcluded: boolean
  readonly values: readonly string[]
}

/** What chooses the rows of a table without being a value of a dimension; without values the title says all. */
export interface NamedFilter {
  readonly title: string
  readonly values: readonly string[]
}

export type TableFilter = Filter | NamedFilter

/** Commas and backslashes inside a value are escaped by a backslash. */
export const escapedValue = (value: string): string => value.replace(/[\\,]/g, '\\$&')

/** `province:CORDOBA,SALTA` keeps these values, `province!:…` excludes them. */
export const filterText = ({ dimension, isExcluded, values }: Filter): string =>
  `${dimension}${isExcluded ? '!' : ''}:${values.map(escapedValue).join(',')}`

export const keptValue = (dimension: DimensionKey, value: string): Filter => ({
  dimension,
  isExcluded: false,
  values: [value],
})

/** A filter that leaves values out, as the rows *Otros* and *Resto* do. */
export const withoutValues = (dimension: DimensionKey, values: readonly string[]): Filter => ({
  dimension,
  isExcluded: true,
  values,
})

/** Includes orders of every status, where a measure by default counts only some. */
export const EVERY_STATUS = withoutValues('status', [''])

export const isEveryStatus = (filter: TableFilter): boolean =>
  'dimension' in filter && filterText(filter) === filterText(EVERY_STATUS)
