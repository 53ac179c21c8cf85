// The rows of an answer as the call and its files show them.
import { type Column, column } from '#contract/columns.ts'
import { dimensionOf, TIME_GRAINS } from '#contract/questions/dimensions.ts'
import { type MeasureKey, measureOf } from '#contract/questions/measures.ts'
import { QUESTION_COMPARISONS, type Question } from '#contract/questions/question.ts'
import { addsUp } from '#contract/questions/rules.ts'
import type { Answer, AnswerOptions, AnswerRow, Values } from '#server/figures/answer.ts'
import { type Labels, labelsOf } from '#server/figures/labels.ts'
import { monthsShown } from '#server/figures/paired-steps.ts'
import type { ExportRow } from '#server/http/export/cell-text.ts'
import { mapPaced } from '#server/store/pace.ts'

export type LabelsByDimension = readonly Labels[]

type Reading = Pick<AnswerOptions, 'store' | 'scope' | 'windows'>

/** Labels of the keys in these rows, one map per dimension. */
export const labelsOfRows = (
  question: Question,
  rows: readonly AnswerRow[],
  { store, scope, windows }: Reading,
): Promise<LabelsByDimension> =>
  Promise.all(
    question.by.map((dimension, index) => {
      const keys = [...new Set(rows.map(({ keys }) => keys[index] ?? ''))]
      return labelsOf(store, dimension, keys, scope, monthsShown(question, windows))
    }),
  )

const rowWith =
  <T>(cell: (key: string, label: string) => T) =>
  ({ by, grain }: Question, { keys, time, values }: AnswerRow, labels: LabelsByDimension) => {
    const dimensions = by.map((dimension, index) => {
      const key = keys[index] ?? ''
      return [dimension, cell(key, labels[index]?.get(key) ?? key)] as const
    })
    return { ...Object.fromEntries(dimensions), ...(grain && { [grain]: time }), ...values }
  }

/** A row on the wire: `{ distributor: { key, label }, month, net_sale, … }`. */
export const wireRow = rowWith((key, label) => ({ key, label }))

/** A row of a file: labels and values. */
const fileRow = rowWith((_, label) => label)

const REST = 'Resto'

/** What `limit` left out as a row of a file, named in its first column. */
const restRow = ({ by, grain }: Question, rest: Values): ExportRow => {
  const [first, ...others] = [...by, ...(grain ? [grain] : [])]
  const empty = Object.fromEntries(others.map((key) => [key, null]))
  return { ...(first && { [first]: REST }), ...empty, ...rest }
}

/** The rows of a file, and what `limit` left out as one more; null: nothing. */
export async function fileRows(question: Question, { rows, rest }: Answer, reading: Reading) {
  const labels = await labelsOfRows(question, rows, reading)
  return {
    rows: await mapPaced(rows, (row): ExportRow => fileRow(question, row, labels)),
    rest: rest && restRow(question, rest),
  }
}

const measureColumns = (measure: MeasureKey, { compare }: Question): Column[] => {
  const { title, format } = measureOf(measure)
  const own = column(measure, title, format)
  if (compare === 'none') return [own]
  const compared = QUESTION_COMPARISONS[compare].toLowerCase()
  return [
    own,
    column(`${measure}_compared`, `${title} (${compared})`, format),
    column(`${measure}_difference`, `${title}: diferencia`, format),
    column(`${measure}_change`, `${title}: variación %`, 'percent2'),
  ]
}

export const fileColumns = (question: Question): Column[] => [
  ...question.by.map((dimension): Column => {
    const { title, personal } = dimensionOf(dimension)
    return column(dimension, title, 'text', personal ? { personal } : {})
  }),
  ...(question.grain
    ? [column(question.grain, TIME_GRAINS[question.grain], question.grain === 'month' ? 'month' : 'date')]
    : []),
  ...question.measures.flatMap((measure) => measureColumns(measure, question)),
]

/** What `meta` says about each measure. */
export const measuresMeta = (question: Question) =>
  Object.fromEntries(
    question.measures.map((measure) => {
      const { format, title, definition } = measureOf(measure)
      return [measure, { unit: format, adds_up: addsUp(measure, question), title, definition }]
    }),
  )

/** Sums of the measures that add up over rows. */
export const sumsBefore = (question: Question, rows: readonly AnswerRow[]): Record<string, number> =>
  Object.fromEntries(
    question.measures
      .filter((measure) => addsUp(measure, question))
      .map((measure) => {
        const thousandths = rows.reduce(
          (sum, { values }) => sum + Math.round((values[measure] ?? 0) * 1000),
          0,
        )
        return [measure, thousandths / 1000]
      }),
  )
