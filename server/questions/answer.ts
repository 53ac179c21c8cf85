// Answers a question: one query per part and window, combined row by row.
import { dimensionOf } from '#contract/questions/dimensions.ts'
import type { MeasureKey } from '#contract/questions/measures.ts'
import { type Days, PLAIN_QUESTION, type Question } from '#contract/questions/question.ts'
import { addsUp, dimensionsOf, statusesOf } from '#contract/questions/rules.ts'
import { compareKeys, fold, type SortKey } from '#contract/row-order.ts'
import type { Scope, ScopedSql } from '#server/store/sql.ts'
import type { Reads, Row } from '#server/store/store.ts'
import { labelsOf } from './labels.ts'
import { keyColumn, type PartQuery, TIME_COLUMN, type Without } from './part-query.ts'
import { fromRollup } from './rollup-sources.ts'
import { fromAccounts, fromRows } from './row-source.ts'
import { changeOf, differenceOf, measureValue, type Part, type Sum, sumKey, sumsOf } from './sums.ts'
import { stepAt, stepIndex } from './time-steps.ts'
import type { Window, Windows } from './windows.ts'

export interface AnswerOptions {
  readonly store: Reads
  readonly scope: Scope
  readonly windows: Windows
  /** Reads facts even where a rollup could answer; both give the same rows. */
  readonly onlyRows?: boolean
}

/** A value of each measure, and with a comparison `…_compared`, `…_difference` and `…_change`. */
export type Values = Record<string, number | null>

export interface AnswerRow {
  /** One key per dimension of `by`. */
  readonly keys: readonly string[]
  /** 'YYYY-MM', or the first day of the step; null without a grain. */
  readonly time: string | null
  readonly values: Values
}

export interface Answer {
  readonly rows: AnswerRow[]
  /** Number of rows before `limit` is applied. */
  readonly totalRows: number
  readonly totals: Values
  /** The rows that `limit` left out, as one; null: there are none. */
  readonly rest: Values | null
}

/** Larger answers would take too much memory, and nobody reads them. */
export const MAX_ROWS = 200_000

export class TooManyRows extends Error {}

type SumMap = Map<string, number>

interface Pair {
  keys: string[]
  /** Step of the window, counted from 0; -1 without a grain. */
  step: number
  current: SumMap
  compared: SumMap
}

export async function answer(question: Question, options: AnswerOptions): Promise<Answer> {
  const [pairs, total] = await Promise.all([
    pairsOf(question, question, null, options),
    totalOf(question, null, options),
  ])
  const rows = await ordered(question, rowsOf(question, pairs, options.windows.current), options)
  const shown = question.limit === null ? rows : rows.slice(0, question.limit)
  const rest = shown.length < rows.length ? await restOf(question, shown, rows, options) : null
  return { rows: shown, totalRows: rows.length, totals: valuesOf(question, total), rest }
}

/** All rows, unordered and without `limit`. */
export const unorderedRows = async (question: Question, options: AnswerOptions): Promise<AnswerRow[]> =>
  rowsOf(question, await pairsOf(question, question, null, options), options.windows.current)

export const totalsOnly = async (question: Question, options: AnswerOptions): Promise<Values> =>
  valuesOf(question, await totalOf(question, null, options))

/** The answer over these days, compared with nothing. */
export const answerOver = (
  period: Days,
  asked: Pick<Question, 'measures'> & Partial<Question>,
  reading: Pick<AnswerOptions, 'store' | 'scope'>,
): Promise<Answer> =>
  answer(
    { ...PLAIN_QUESTION, ...asked, period },
    { ...reading, windows: { current: { ...period, until: null }, compared: null } },
  )

type Split = Pick<Question, 'by' | 'grain'>
const WHOLE: Split = { by: [], grain: null }

async function totalOf(question: Question, without: Without | null, options: AnswerOptions): Promise<Pair> {
  const [pair] = await pairsOf(question, WHOLE, without, options)
  return pair ?? { keys: [], step: -1, current: new Map(), compared: new Map() }
}

/** Rows by their keys, with the sums of both windows. */
async function pairsOf(question: Question, split: Split, without: Without | null, options: AnswerOptions) {
  const { current, compared } = options.windows
  const pairs = new Map<string, Pair>()
  const read = async (window: Window, side: 'current' | 'compared') => {
    const results = await Promise.all(
      partsOf(question, split, window, without, options).map(async (query) => ({
        query,
        rows: await options.store.all<Row>(sqlOf(query, options.onlyRows ?? false)),
      })),
    )
    for (const { query, rows } of results) for (const row of rows) addRow(pairs, query, row, side)
  }
  await read(current, 'current')
  if (compared) await read(compared, 'compared')
  if (pairs.size > MAX_ROWS) throw new TooManyRows()
  return [...pairs.values()].filter((pair) => split === WHOLE || isPresent(question, pair))
}

/** Rollups have rows with sums of 0 where facts have no rows; neither is shown. */
const isPresent = (question: Question, pair: Pair) =>
  question.measures.length > 0 &&
  [...pair.current.values(), ...pair.compared.values()].some((sum) => sum !== 0)

function addRow(pairs: Map<string, Pair>, query: PartQuery, row: Row, side: 'current' | 'compared') {
  const keys = query.by.map((_, index) => String(row[keyColumn(index)]))
  const step = query.grain ? stepIndex(query.grain, query.window.from, String(row[TIME_COLUMN])) : -1
  const id = JSON.stringify([keys, step])
  const pair = pairs.get(id) ?? { keys, step, current: new Map(), compared: new Map() }
  pairs.set(id, pair)
  for (const sum of query.sums) pair[side].set(sumKey({ part: query.part, sum }), Number(row[sum] ?? 0))
}

const PART_MEASURES: Readonly<Record<Part, MeasureKey>> = {
  sales: 'net_sale',
  buyers: 'buyers',
  new_buyers: 'new_buyers',
  products: 'products_sold',
  benefits: 'benefit_amount',
  accounts: 'registered',
  cancelled: 'cancelled_amount',
  ended: 'cancel_rate',
}

function partsOf(
  question: Question,
  { by, grain }: Split,
  window: Window,
  without: Without | null,
  { scope, store: { isCluster } }: AnswerOptions,
): PartQuery[] {
  return [...sumsOf(question.measures)].map(([part, sums]: [Part, Sum[]]) => ({
    part,
    sums,
    statuses: statusesOf(PART_MEASURES[part], question),
    by,
    grain,
    where: question.where,
    window,
    scope,
    isCluster,
    without,
  }))
}

function sqlOf(query: PartQuery, onlyRows: boolean): ScopedSql {
  const rollup = onlyRows ? undefined : fromRollup(query)
  if (rollup) return rollup.query
  return query.part === 'accounts' ? fromAccounts(query) : fromRows(query)
}

/** The values of each measure, and with a comparison those that follow from both sides. */
function valuesFrom(
  { measures, compare }: Question,
  read: (measure: MeasureKey, side: 'current' | 'compared') => number | null,
): Values {
  const values: Values = {}
  for (const measure of measures) {
    const now = read(measure, 'current')
    values[measure] = now
    if (compare === 'none') continue
    const before = read(measure, 'compared')
    values[`${measure}_compared`] = before
    values[`${measure}_difference`] =
      now === null || before === null ? null : differenceOf(measure, now, before)
    values[`${measure}_change`] = now === null || before === null ? null : changeOf(now, before)
  }
  return values
}

const valuesOf = (question: Question, pair: Pair): Values =>
  valuesFrom(question, (measure, side) => measureValue(measure, pair[side]))

const rowsOf = (question: Question, pairs: readonly Pair[], window: Window): AnswerRow[] =>
  pairs.map((pair) => ({
    keys: pair.keys,
    time: question.grain ? stepAt(question.grain, window.from, pair.step) : null,
    values: valuesOf(question, pair),
  }))

/** By time, by a dimension that has an order, else by the first measure, highest first. */
function orderOf({ order, grain, by, measures }: Question) {
  if (order) return order
  const own = by.find((dimension) => dimensionOf(dimension).isOrdered)
  const key = grain ?? own
  return key
    ? { key, direction: 'ASC' as const }
    : { key: measures[0] ?? 'net_sale', direction: 'DESC' as const }
}

/** Empty values come last; keys break ties, so that pages do not overlap. */
async function ordered(question: Question, rows: AnswerRow[], options: AnswerOptions): Promise<AnswerRow[]> {
  const { key, direction } = orderOf(question)
  const cell = await sortKeys(question, key, rows, options)
  const byKeys = (one: AnswerRow, other: AnswerRow) => {
    const [left, right] = [one, other].map(({ time, keys }) => [time ?? '', ...keys].join('\0'))
    return compareKeys(left ?? '', right ?? '', 'ASC')
  }
  const keyed = rows.map((row) => ({ row, key: cell(row) }))
  keyed.sort((one, other) => compareKeys(one.key, other.key, direction) || byKeys(one.row, other.row))
  return keyed.map(({ row }) => row)
}

/** Compares rows in a column: dimensions by their labels, except those that have an order. */
async function sortKeys(
  { by, grain }: Question,
  key: string,
  rows: readonly AnswerRow[],
  { store, scope }: AnswerOptions,
): Promise<(row: AnswerRow) => SortKey> {
  if (key === grain) return ({ time }) => time
  const dimension = by.find((each) => each === key)
  const at = dimension ? by.indexOf(dimension) : -1
  if (dimension === undefined) return ({ values }) => values[key] ?? null
  if (dimensionOf(dimension).isOrdered) return ({ keys }) => Number(keys[at])
  const labels = await labelsOf(store, dimension, [...new Set(rows.map(({ keys }) => keys[at] ?? ''))], scope)
  return ({ keys }) => fold(labels.get(keys[at] ?? '') ?? '')
}

/** The rest of the whole besides the rows shown; measures that do not add up are counted again without the keys of these rows. */
async function restOf(
  question: Question,
  shown: readonly AnswerRow[],
  rows: readonly AnswerRow[],
  options: AnswerOptions,
): Promise<Values> {
  const hidden = rows.slice(shown.length)
  if (question.measures.every((measure) => addsUp(measure, question))) return added(question, hidden)
  const keys = shown.map((row) => [...row.keys, ...(row.time === null ? [] : [row.time])])
  const { by, grain } = question
  const { current, compared } = options.windows
  const rest = { keys: [], step: -1, current: new Map(), compared: new Map() } as Pair
  const currentOnly = { ...options, windows: { current, compared: null } }
  rest.current = (await totalOf(question, { by, grain, keys }, currentOnly)).current
  if (compared) {
    const shifted = grain ? shown.map((row) => shiftedKeys(row, question, options.windows)) : keys
    const comparedOnly = { ...options, windows: { current: compared, compared: null } }
    rest.compared = (await totalOf(question, { by, grain, keys: shifted }, comparedOnly)).current
  }
  return valuesOf(question, rest)
}

/** The keys of a row in the compared window, in which its step has another date. */
function shiftedKeys(row: AnswerRow, { grain }: Question, { current, compared }: Windows): string[] {
  if (!grain || !compared || row.time === null) return [...row.keys]
  return [...row.keys, stepAt(grain, compared.from, stepIndex(grain, current.from, row.time))]
}

function added(question: Question, rows: readonly AnswerRow[]): Values {
  const sum = (key: string) =>
    rows.reduce((total, { values }) => total + Math.round((values[key] ?? 0) * 1000), 0) / 1000
  return valuesFrom(question, (measure, side) => sum(side === 'current' ? measure : `${measure}_compared`))
}

/** True if the answer depends on orders of every month. */
export const readsHistory = (question: Question): boolean =>
  dimensionsOf(question).includes('buyer_kind') ||
  question.measures.some((measure) => measure === 'new_buyers' || measure === 'returning_buyers')
