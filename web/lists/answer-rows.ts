import type { AnswerBody } from '#contract/questions/calls.ts'

export type Row = AnswerBody['data'][number]

export const numberIn = (row: Row, key: string): number | null => {
  const value = row[key]
  return typeof value === 'number' ? value : null
}

/** Key and label of a dimension in a row. */
export const keyIn = (row: Row, dimension: string): { key: string; label: string } => {
  const value = row[dimension]
  return typeof value === 'object' && value !== null ? value : { key: String(value), label: String(value) }
}
