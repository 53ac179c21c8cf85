// Answers a question: one query per part and window, combined row by row.
import { entryOf } from '#contract/entry.ts'
import { percentChange } from '#contract/percent-change.ts'
import { dimensionOf } from '#contract/questions/dimensions.ts'
import { type MeasureKey, measureOf } from '#contract/questions/measures.ts'
import { type Days, PLAIN_QUESTION, type Question } from '#contract/questions/question.ts'
import { addsUp, dimensionsOf, statusesOf } from '#contract/questions/rules.ts'
import { compareKeys, fold, type SortKey } from '#contract/row-order.ts'
import { mapPaced, pacer, sortPaced } from '#server/store/pace.ts'
import { type Scope, type ScopedSql, sql } from '#server/store/sql.ts'
import type { Reads, Row } from '#server/store/store.ts'
import { differenceOf, measureValue, type Part, SURROUNDINGS, type Sum, sumKey, sumsOf } from './catalogue.ts'
import { fromDistribution, isCategory } from './distribution-part.ts'
import { type HasChange, hasChangeIn, type PeriodData } from './known-changes.ts'
import { labelsOf } from './labels.ts'
import { comparedWindow, everyStep, monthsShown, type PairedSteps, pairedSteps } from './paired-steps.ts'
import { keyColumn, MAX_ROWS, type PartQuery, TIME_COLUMN, type Without } from './part-query.ts'
import { fromRollup } from './rollup-sources.ts'
import { fromAccounts, fromRows } from './row-source.ts'
import { canShareRows, fromSharedRows, sharingRows } from './shared-rows.ts'
import { areCostsKnown, soldAlone, withUnknownCosts } from './unknown-costs.ts'
import type { Window, Windows } from './windows.ts'

export interface AnswerOptions {
  readonly store: Reads
  readonly scope: Scope
  readonly windows: Windows
  /** Without it, every value has a change. */
  readonly data?: PeriodData
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

export class TooManyRows extends Error {}

type SumMap = Map<string, number>

interface Pair {
  readonly keys: readonly string[]
  /** Step of the asked days; null without a grain. */
  readonly time: string | null
  readonly current: SumMap
  /** Null: the row is compared with nothing. */
  readonly compared: SumMap | null
}

export async function answer(question: Question, options: AnswerOptions): Promise<Answer> {
  const [pairs, total] = await Promise.all([
    pairsOf(question, question, null, options),
    totalOf(question, null, options),
  ])
  const all = withEveryStep(question, pairs, options.windows)
  const rows = await ordered(question, await rowsOf(question, all, options), options)
  const shown = question.limit === null ? rows : rows.slice(0, question.limit)
  const totals = valuesOf(question, total, options)
  const rest = shown.length < rows.length ? await restOf(question, shown, totals, options) : null
  return { rows: shown, totalRows: rows.length, totals, rest }
}

/** All rows, unordered and without `limit`. */
export const unorderedRows = async (question: Question, options: AnswerOptions): Promise<AnswerRow[]> =>
  rowsOf(question, await pairsOf(question, question, null, options), options)

export const totalsOnly = async (question: Question, options: AnswerOptions): Promise<Values> =>
  valuesOf(question, await totalOf(question, null, options), options)

/** The rows of several questions, each about one window, as `unorderedRows` has them; those of the same orders share a statement. */
export async function rowsTogether(
  asked: readonly { readonly question: Question; readonly window: Window }[],
  options: AnswerOptions,
): Promise<AnswerRow[][]> {
  const parts = asked.map(({ question, window }) => partsOf(question, question, window, null, options))
  const found = await readTogether(parts.flat(), options)
  return Promise.all(
    asked.map(async ({ question, window }, index) => {
      const pairs = noPairs(question, false)
      const read = (parts[index] ?? []).map((query) => ({ query, rows: found.get(query) ?? [] }))
      await addTo(pairs, read, { side: 'current', steps: null, isCompared: false })
      const windows = { ...options.windows, current: window, compared: null }
      return rowsOf(question, presentIn(question, question, pairs), { ...options, windows })
    }),
  )
}

type Asked = Pick<Question, 'measures'> & Partial<Question>
type Reading = Pick<AnswerOptions, 'store' | 'scope'>

/** A question about these days, compared with nothing. */
const over = (period: Days, asked: Asked, reading: Reading): [Question, AnswerOptions] => [
  { ...PLAIN_QUESTION, ...asked, period },
  { ...reading, windows: { current: { ...period, until: null }, compared: null } },
]

/** The rows over these days, unordered. */
export const rowsOver = (period: Days, asked: Asked, reading: Reading): Promise<AnswerRow[]> =>
  unorderedRows(...over(period, asked, reading))

export const totalsOver = (period: Days, asked: Asked, reading: Reading): Promise<Values> =>
  totalsOnly(...over(period, asked, reading))

type Split = Pick<Question, 'by' | 'grain'>
const WHOLE: Split = { by: [], grain: null }

async function totalOf(question: Question, without: Without | null, options: AnswerOptions): Promise<Pair> {
  const [pair] = await pairsOf(question, WHOLE, without, options)
  return pair as Pair
}

/** Rows by their keys, with the sums of both windows. A question without keys has one row, whatever was sold. */
async function pairsOf(question: Question, split: Split, without: Without | null, options: AnswerOptions) {
  const { current, compared } = options.windows
  const { grain } = split
  const steps = grain && pairedSteps(grain, question.compare, options.windows)
  const before = comparedWindow(steps, options.windows)
  const pairs = noPairs(split, compared !== null)
  const read = (window: Window, beside: Window | null) =>
    Promise.all(
      partsOf(question, split, window, without, { ...options, beside }).map(async (query) => ({
        query,
        rows: await readPart(query, options),
      })),
    )
  const [now, earlier] = await Promise.all([read(current, before), before ? read(before, current) : []])
  await addTo(pairs, now, { side: 'current', steps, isCompared: compared !== null })
  if (before) await addTo(pairs, earlier, { side: 'compared', steps, isCompared: true })
  return presentIn(question, split, pairs)
}

interface FoundPart {
  readonly query: PartQuery
  readonly rows: readonly Row[]
}

const isWhole = ({ by, grain }: Split): boolean => by.length === 0 && grain === null

const noPairs = (split: Split, isCompared: boolean) =>
  new Map<string, Pair>(isWhole(split) ? [keyedPair([], null, isCompared)] : [])

async function addTo(pairs: Map<string, Pair>, parts: readonly FoundPart[], side: Side): Promise<void> {
  const pace = pacer()
  const add = adderOf(pairs, side)
  for (const { query, rows } of parts) {
    if (rows.length > MAX_ROWS) throw new TooManyRows()
    for (const row of rows) {
      add(query, row)
      await pace()
    }
  }
  if (pairs.size > MAX_ROWS) throw new TooManyRows()
}

const presentIn = (question: Question, split: Split, pairs: ReadonlyMap<string, Pair>): Pair[] =>
  isWhole(split)
    ? [...pairs.values()]
    : [...pairs.values()].filter((pair) => isPresent(question, split, pair))

/** A question over time alone has a row for each step up to now: a course must not end where sales end. */
function withEveryStep({ by, grain, compare }: Question, pairs: readonly Pair[], windows: Windows): Pair[] {
  if (!grain || by.length > 0) return [...pairs]
  const found = new Set(pairs.map(({ time }) => time))
  const steps = pairedSteps(grain, compare, windows)
  const missing = everyStep(grain, windows).filter((step) => !found.has(step))
  return [...pairs, ...missing.map((step) => keyedPair([], step, steps?.partnerOf(step) != null)[1])]
}

/** Rollups have rows with sums of 0 where facts have no rows; neither is shown, nor a good that nobody sold. */
function isPresent(question: Question, { by }: Split, { current, compared }: Pair): boolean {
  const isOfGoods = by.some(isCategory)
  return (
    question.measures.length > 0 &&
    [...current, ...(compared ?? [])].some(
      ([key, sum]) => sum !== 0 && !(isOfGoods && SURROUNDINGS.includes(key)),
    )
  )
}

const keyedPair = (keys: readonly string[], time: string | null, isCompared: boolean): [string, Pair] => [
  JSON.stringify([keys, time]),
  { keys, time, current: new Map(), compared: isCompared ? new Map() : null },
]

interface Side {
  readonly side: 'current' | 'compared'
  readonly steps: PairedSteps | null
  readonly isCompared: boolean
}

/** Adds the rows of one window; a compared row without an asked one of its time is in the total alone. */
function adderOf(pairs: Map<string, Pair>, { side, steps, isCompared }: Side) {
  return (query: PartQuery, row: Row) => {
    const keys = query.by.map((_, index) => String(entryOf(row, keyColumn(index))))
    const step = query.grain ? String(row[TIME_COLUMN]) : null
    const time = step !== null && side === 'compared' ? (steps?.ownerOf(step) ?? null) : step
    if (step !== null && time === null) return
    const isPaired = isCompared && (time === null || steps?.partnerOf(time) != null)
    const [id, empty] = keyedPair(keys, time, isPaired)
    const pair = pairs.get(id) ?? empty
    pairs.set(id, pair)
    for (const sum of query.sums) pair[side]?.set(sumKey({ part: query.part, sum }), Number(row[sum] ?? 0))
  }
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
  distribution: 'numeric_distribution',
  times: 'on_time_rate',
  costs: 'cost',
}

interface Surroundings extends Pick<AnswerOptions, 'store' | 'scope'> {
  readonly windows?: Windows
  readonly beside?: Window | null
}

export function partsOf(
  question: Question,
  { by, grain }: Split,
  window: Window,
  without: Without | null,
  { scope, store: { isCluster }, windows, beside = null }: Surroundings,
): PartQuery[] {
  return [...sumsOf(question.measures)].map(([part, sums]: [Part, Sum[]]) => ({
    part,
    sums,
    statuses: statusesOf(PART_MEASURES[part], question),
    by,
    grain,
    where: question.where,
    window,
    beside,
    now: windows?.now ?? null,
    scope,
    isCluster,
    without,
  }))
}

/** Reads one row more than allowed at most, as every row has keys of its own. */
export async function readPart(
  query: PartQuery,
  { store, onlyRows = false }: Pick<AnswerOptions, 'store' | 'onlyRows'>,
): Promise<Row[]> {
  const read = (from: ScopedSql) => store.all<Row>(sql`${from} limit ${sql.whole(MAX_ROWS + 1)}`)
  if (query.part === 'distribution') return read(fromDistribution(query, onlyRows))
  const rollup = onlyRows ? undefined : fromRollup(query)
  if (query.part === 'costs' && !onlyRows && !(await areCostsKnown(store, query)))
    return withUnknownCosts(await readPart(soldAlone(query), { store }))
  const found = rollup && (await read(rollup.query))
  if (found && !(rollup.mayBeEmpty && found.length === 0)) return found
  const filled = rollup && fromRollup(query, 'filled')
  return read(filled?.query ?? (query.part === 'accounts' ? fromAccounts(query) : fromRows(query)))
}

/** The rows of each query; those that no rollup answers and that read the same orders share a statement. */
async function readTogether(
  queries: readonly PartQuery[],
  options: Pick<AnswerOptions, 'store' | 'onlyRows'>,
): Promise<Map<PartQuery, readonly Row[]>> {
  const { store, onlyRows = false } = options
  const found = new Map<PartQuery, readonly Row[]>()
  const ofRows = queries.filter((query) => canShareRows(query) && (onlyRows || !fromRollup(query)))
  const shared = sharingRows(ofRows).filter(({ queries }) => queries.length > 1)
  const together = new Set(shared.flatMap(({ queries }) => queries))
  await Promise.all([
    ...shared.map(async (each) => {
      const most = sql.whole((MAX_ROWS + 1) * each.queries.length)
      const rows = await store.all<Row>(sql`select * from (${fromSharedRows(each)}) shared limit ${most}`)
      const answers = Map.groupBy(rows, (row) => Number(row.query))
      for (const [index, query] of each.queries.entries()) found.set(query, answers.get(index) ?? [])
    }),
    ...queries
      .filter((query) => !together.has(query))
      .map(async (query) => found.set(query, await readPart(query, options))),
  ])
  return found
}

/** The values of each measure, and with a comparison those that follow from both sides. */
function valuesFrom(
  { measures, compare }: Question,
  read: (measure: MeasureKey, side: 'current' | 'compared') => number | null,
  hasChange: (value: number) => boolean,
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
    values[`${measure}_change`] =
      now === null || before === null || !hasChange(now) ? null : percentChange(now, before)
  }
  return values
}

type Known = Pick<AnswerOptions, 'windows' | 'data'>

const changesOf = ({ grain }: Question, { windows, data }: Known): HasChange =>
  hasChangeIn(grain, windows, data)

/** Of the whole period. */
const valuesOf = (question: Question, pair: Omit<Pair, 'keys' | 'time'>, known: Known): Values =>
  pairValues(question, { ...pair, time: null }, changesOf(question, known))

const pairValues = (question: Question, pair: Omit<Pair, 'keys'>, hasChange: HasChange): Values =>
  valuesFrom(
    question,
    (measure, side) => {
      const sums = pair[side]
      return sums && measureValue(measure, sums)
    },
    (value) => hasChange(value, pair.time),
  )

function rowsOf(question: Question, pairs: readonly Pair[], known: Known): Promise<AnswerRow[]> {
  const hasChange = changesOf(question, known)
  return mapPaced(pairs, (pair) => ({
    ...{ keys: pair.keys, time: pair.time },
    values: pairValues(question, pair, hasChange),
  }))
}

/** By time, by a dimension that has an order, else by the first measure, highest first. */
function orderOf({ order, grain, by, measures }: Question) {
  if (order) return order
  const own = by.find((dimension) => dimensionOf(dimension).isOrdered)
  const key = grain ?? own
  return key
    ? { key, direction: 'ASC' as const }
    : { key: measures[0] ?? 'net_sale', direction: 'DESC' as const }
}

/** By time, then by the keys: hours and weekdays as numbers, so that 10 comes after 2. */
function tieBreaker({ by }: Question) {
  const isOrdered = by.map((dimension) => dimensionOf(dimension).isOrdered ?? false)
  return (one: AnswerRow, other: AnswerRow): number => {
    const byTime = compareKeys(one.time ?? '', other.time ?? '', 'ASC')
    if (byTime !== 0) return byTime
    for (const [index, key] of one.keys.entries()) {
      const against = other.keys[index] ?? ''
      const difference = isOrdered[index] ? Number(key) - Number(against) : compareKeys(key, against, 'ASC')
      if (difference !== 0) return difference
    }
    return 0
  }
}

/** Empty values come last; keys break ties, so that pages do not overlap. */
async function ordered(question: Question, rows: AnswerRow[], options: AnswerOptions): Promise<AnswerRow[]> {
  const { key, direction } = orderOf(question)
  const cell = await sortKeys(question, key, rows, options)
  const byKeys = tieBreaker(question)
  const keyed = await mapPaced(rows, (row) => ({ row, key: cell(row) }))
  const sorted = await sortPaced(
    keyed,
    (one, other) => compareKeys(one.key, other.key, direction) || byKeys(one.row, other.row),
  )
  return sorted.map(({ row }) => row)
}

/** Compares rows in a column: dimensions by their labels, except those that have an order. */
async function sortKeys(
  question: Question,
  key: string,
  rows: readonly AnswerRow[],
  { store, scope, windows }: AnswerOptions,
): Promise<(row: AnswerRow) => SortKey> {
  const { by, grain } = question
  if (key === grain) return ({ time }) => time
  const dimension = by.find((each) => each === key)
  const at = dimension ? by.indexOf(dimension) : -1
  if (dimension === undefined) return ({ values }) => entryOf(values, key) ?? null
  if (dimensionOf(dimension).isOrdered) return ({ keys }) => Number(keys[at])
  const keys = [...new Set(rows.map(({ keys }) => keys[at] ?? ''))]
  const labels = await labelsOf(store, dimension, keys, scope, monthsShown(question, windows))
  return ({ keys }) => fold(labels.get(keys[at] ?? '') ?? '')
}

/** The rest of the whole besides the rows shown; measures that do not add up are counted again without the keys of these rows. */
async function restOf(
  question: Question,
  shown: readonly AnswerRow[],
  totals: Values,
  options: AnswerOptions,
): Promise<Values> {
  const { by, grain } = question
  const follows = (measure: MeasureKey) => addsUp(measure, question) && !measureOf(measure).mayBeUnknown
  if (question.measures.every(follows)) return lessRows(question, totals, shown, options)
  const { current, compared } = options.windows
  const steps = grain && pairedSteps(grain, question.compare, options.windows)
  const sumsWithout = async (window: Window, keys: string[][]) => {
    const only = { ...options, windows: { ...options.windows, current: window, compared: null } }
    return (await totalOf(question, { by, grain, keys }, only)).current
  }
  const keyed = ({ keys }: AnswerRow, time: string | null) => [...keys, ...(time === null ? [] : [time])]
  const keys = shown.map((row) => keyed(row, row.time))
  const comparedKeys = shown.flatMap((row) => {
    const time = row.time === null ? null : (steps?.partnerOf(row.time) ?? null)
    return row.time !== null && time === null ? [] : [keyed(row, time)]
  })
  const left = {
    current: await sumsWithout(current, keys),
    compared: compared && (await sumsWithout(compared, comparedKeys)),
  }
  return valuesOf(question, left, options)
}

/** The totals less these rows. */
function lessRows(question: Question, totals: Values, rows: readonly AnswerRow[], known: Known): Values {
  const thousandths = (value: number | null | undefined) => Math.round((value ?? 0) * 1000)
  const rest = (key: string) =>
    rows.reduce(
      (left, { values }) => left - thousandths(entryOf(values, key)),
      thousandths(entryOf(totals, key)),
    ) / 1000
  const hasChange = changesOf(question, known)
  return valuesFrom(
    question,
    (measure, side) => {
      const key = side === 'current' ? measure : `${measure}_compared`
      return entryOf(totals, key) == null ? null : rest(key)
    },
    (value) => hasChange(value, null),
  )
}

/** True if the answer depends on orders of every month. */
export const readsHistory = (question: Question): boolean =>
  dimensionsOf(question).includes('buyer_kind') ||
  question.measures.some((measure) => measure === 'new_buyers' || measure === 'returning_buyers')

/** True if the answer depends on the time of day: an order completed later than now has taken no time yet. */
export const readsClock = ({ measures }: Question): boolean => sumsOf(measures).has('times')
