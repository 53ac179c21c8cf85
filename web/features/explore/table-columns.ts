// Columns and rows of the table of an answer. Pure.
import { type Column, column } from '#contract/columns.ts'
import { dimensionOf, TIME_GRAINS } from '#contract/questions/dimensions.ts'
import { type MeasureKey, measureOf } from '#contract/questions/measures.ts'
import type { Question, QuestionOrder } from '#contract/questions/question.ts'
import { addsUp } from '#contract/questions/rules.ts'
import type { Answered } from '#web/shared/questions/answers.ts'
import { stepText } from '#web/shared/questions/question-steps.ts'
import { keyIn, numberIn, type Row } from '#web/shared/why/why-of.ts'
import type { Extra } from './address.ts'
import { sharesOf } from './shares.ts'
import { text } from './text.ts'

export const extraKey = <E extends Extra>(measure: MeasureKey, extra: E) => `${measure}_${extra}` as const

/** Measures whose rows add up to the total, and so have shares. */
export const sharedMeasures = (question: Question): MeasureKey[] =>
  question.by.length + (question.grain ? 1 : 0) > 0
    ? question.measures.filter((measure) => addsUp(measure, question))
    : []

/** By time, by an ordered dimension, else by the first measure: the same default order as the API. */
export function orderOf({ order, grain, by, measures }: Question): QuestionOrder {
  if (order) return order
  const key = grain ?? by.find((dimension) => dimensionOf(dimension).isOrdered)
  return key ? { key, direction: 'ASC' } : { key: measures[0] ?? 'net_sale', direction: 'DESC' }
}

/** The measure that orders the rows, highest first: cumulated shares only make sense then. */
const rankedBy = (question: Question) => {
  const { key, direction } = orderOf(question)
  return direction === 'DESC' ? question.measures.find((measure) => measure === key) : undefined
}

function extraColumns(measure: MeasureKey, question: Question, extras: readonly Extra[]): Column[] {
  if (!sharedMeasures(question).includes(measure)) return []
  const { title } = measureOf(measure)
  const isRanked = rankedBy(question) === measure
  const only = question.measures.length === 1
  const offered = [
    ['share', only ? text.share : text.shareOf(title), 'percent'],
    ['cumulated', only ? text.cumulated : text.cumulatedOf(title), 'percent'],
    ['abc', only ? text.abc : text.abcOf(title), 'text'],
  ] as const
  return offered
    .filter(([extra]) => extras.includes(extra) && (isRanked || extra === 'share'))
    .map(([extra, heading, format]) =>
      column(extraKey(measure, extra), heading, format, { sortable: false, nullable: true }),
    )
}

/** For one measure all columns of the comparison are shown; for several, only the changes and the column that orders the rows. */
function comparedColumns(measure: MeasureKey, question: Question, extras: readonly Extra[]): Column[] {
  if (question.compare === 'none') return []
  const { title, format } = measureOf(measure)
  const all = question.measures.length === 1 || extras.includes('before')
  const { key: orderKey } = orderOf(question)
  return [
    column(`${measure}_compared`, text.compared(title), format),
    column(`${measure}_difference`, text.differenceOf(title), format),
    column(`${measure}_change`, text.changeOf(title), 'percent'),
  ].filter(({ key }) => all || key === `${measure}_change` || key === orderKey)
}

const measureColumns = (measure: MeasureKey, question: Question, extras: readonly Extra[]): Column[] => [
  column(measure, measureOf(measure).title, measureOf(measure).format),
  ...comparedColumns(measure, question, extras),
  ...extraColumns(measure, question, extras),
]

export const tableColumns = (question: Question, extras: readonly Extra[]): Column[] => [
  ...question.by.map((key) => column(key, dimensionOf(key).title)),
  ...(question.grain ? [column(question.grain, TIME_GRAINS[question.grain])] : []),
  ...question.measures.flatMap((measure) => measureColumns(measure, question, extras)),
]

/** The cells of a row by column; `source` is the row of the answer. */
export type TableRow = { readonly [column: string]: string | number | null | Row } & { readonly source: Row }

type Cells = Record<string, string | number | null>

const plainCells = (row: Row, { by, grain }: Question, meta: Answered['meta']): Cells => ({
  ...Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      typeof value === 'object' && value ? value.label : value,
    ]),
  ),
  ...Object.fromEntries(by.map((dimension) => [dimension, keyIn(row, dimension).label])),
  ...(grain && { [grain]: stepText(grain, String(row[grain]), meta) }),
})

/** Rows as the table shows them, with the shares of each measure that adds up. */
export function tableRows({ question, data, meta }: Answered): TableRow[] {
  const rows = data.map((row) => plainCells(row, question, meta))
  for (const measure of sharedMeasures(question)) {
    const values = data.map((row) => numberIn(row, measure))
    const shares = sharesOf(values, meta.totals[measure] ?? 0, meta.before[measure] ?? 0)
    for (const [index, row] of rows.entries())
      for (const extra of ['share', 'cumulated', 'abc'] as const)
        row[extraKey(measure, extra)] = shares[index]?.[extra] ?? null
  }
  return rows.map((row, index) => ({ ...row, source: data[index] ?? {} }))
}

export const rowId = ({ by, grain }: Question, row: Row): string =>
  JSON.stringify([...by.map((dimension) => keyIn(row, dimension).key), grain ? row[grain] : null])
