// A question as data, and its query string; used by everything that shows figures over time. Without zod.
import { isDay } from '../month.ts'
import {
  DIMENSION_KEYS,
  type DimensionKey,
  dimensionOf,
  isDimension,
  TIME_GRAINS,
  type TimeGrain,
} from './dimensions.ts'
import { type Filter, filterText } from './filter.ts'
import { isMeasure, MEASURE_KEYS, type MeasureKey } from './measures.ts'

/** Periods relative to the day of the answer, on the shop's clock; `daysOf` has their days. */
export const PERIODS = {
  today: 'Hoy',
  yesterday: 'Ayer',
  this_week: 'Esta semana',
  last_week: 'Semana pasada',
  last_7_days: 'Últimos 7 días',
  last_28_days: 'Últimos 28 días',
  last_90_days: 'Últimos 90 días',
  this_month: 'Este mes',
  last_month: 'Mes pasado',
  last_3_months: 'Últimos 3 meses',
  last_12_months: 'Últimos 12 meses',
  last_24_months: 'Últimos 24 meses',
  this_quarter: 'Este trimestre',
  this_year: 'Este año',
  latest_month: 'Último mes con datos',
  all: 'Todo, hasta hoy',
} as const

export type Period = keyof typeof PERIODS

/** Days, 'YYYY-MM-DD', both included. */
export interface Days {
  readonly from: string
  readonly to: string
}

/**
 * `previous`: as many months before, or as many days where the period is not made of whole months; `year`: the same days of the
 * year before, and for a week from Monday to Sunday the one 52 weeks before; `same_days`: like `previous`, and while the period is
 * running only as far as it has come; `same_days_year`: the same of `year`. Relative periods are always compared as far as they
 * have come.
 */
export const QUESTION_COMPARISONS = {
  none: 'Sin comparar',
  previous: 'Período anterior',
  year: 'Mismo período del año anterior',
  same_days: 'Mismos días del período anterior',
  same_days_year: 'Mismos días del año anterior',
} as const

export type QuestionComparison = keyof typeof QUESTION_COMPARISONS

/** The comparison of a question; that of a relative period goes as far as the period has come. */
export function comparisonOf({ period, compare }: Pick<Question, 'period' | 'compare'>): QuestionComparison {
  if (typeof period !== 'string') return compare
  return compare === 'previous' ? 'same_days' : compare === 'year' ? 'same_days_year' : compare
}

export type { Filter } from './filter.ts'

export interface QuestionOrder {
  readonly key:
    | MeasureKey
    | `${MeasureKey}_${'compared' | 'difference' | 'change'}`
    | DimensionKey
    | TimeGrain
  readonly direction: 'ASC' | 'DESC'
}

export interface Question {
  readonly measures: readonly MeasureKey[]
  readonly by: readonly DimensionKey[]
  readonly grain: TimeGrain | null
  readonly period: Period | Days
  readonly compare: QuestionComparison
  readonly where: readonly Filter[]
  /** Null: by time, by the order of a dimension's own, else the first measure, highest first. */
  readonly order: QuestionOrder | null
  /** Rows before the row *Resto*; null: all. */
  readonly limit: number | null
}

/** One row for the whole period, and nothing that narrows it. */
export const PLAIN_QUESTION = {
  ...{ by: [], grain: null, compare: 'none', where: [], order: null, limit: null },
} as const satisfies Partial<Question>

const DEFAULT_MEASURE: MeasureKey = 'net_sale'
export const MAX_MEASURES = 8
export const MAX_DIMENSIONS = 2
export const MAX_LIMIT = 1000
const MAX_FILTERS = 10
const MAX_VALUES = 500

export interface Problem {
  /** Name of the parameter. */
  readonly path: string
  readonly message: string
}

type Parameter =
  | 'measures'
  | 'by'
  | 'grain'
  | 'from'
  | 'to'
  | 'period'
  | 'compare'
  | 'where'
  | 'order'
  | 'limit'

/** Parameters of a question as they stand in an address; only `where` may repeat. */
export type QuestionParams = Readonly<Partial<Record<Parameter, string | readonly string[] | undefined>>>

/** These parameters of a query string. */
export function paramsIn(text: string, names: readonly string[]): QuestionParams {
  const sent = new URLSearchParams(text)
  return Object.fromEntries(
    names
      .filter((name) => sent.has(name))
      .map((name) => {
        const [first, ...more] = sent.getAll(name)
        return [name, more.length === 0 ? first : [first, ...more]]
      }),
  )
}

const listed = (text: string | undefined): string[] =>
  text === undefined || text === '' ? [] : text.split(',')

const valuesOf = (text: string): string[] =>
  (text.match(/(?:\\.|[^\\,])+|(?<=,|^)(?=,|$)/gsu) ?? ['']).map((value) => value.replace(/\\(.)/gsu, '$1'))

/** The parameters of a question; absent ones have their defaults. */
export function questionParams(question: Question): URLSearchParams {
  const { measures, by, grain, period, compare, where, order, limit } = question
  const params = new URLSearchParams({ measures: measures.join(',') })
  if (by.length > 0) params.set('by', by.join(','))
  if (grain) params.set('grain', grain)
  if (typeof period === 'string') {
    if (period !== 'latest_month') params.set('period', period)
  } else {
    params.set('from', period.from)
    params.set('to', period.to)
  }
  if (compare !== 'none') params.set('compare', compare)
  for (const filter of where) params.append('where', filterText(filter))
  if (order) params.set('order', `${order.direction === 'DESC' ? '-' : ''}${order.key}`)
  if (limit !== null) params.set('limit', String(limit))
  return params
}

/** Parses the parameters; `problems` names what is wrong, once per parameter, in English like every message about parameters. */
export function readQuestion(params: QuestionParams): { question: Question; problems: Problem[] } {
  const problems: Problem[] = []
  const wrong = (path: string, message: string) => {
    if (!problems.some((problem) => problem.path === path)) problems.push({ path, message })
  }
  const one = (name: keyof QuestionParams) => {
    const value = params[name]
    if (typeof value !== 'object') return value
    wrong(name, 'must appear once')
    return value[0]
  }
  const oneOf = <T extends string>(
    name: keyof QuestionParams,
    choices: Readonly<Record<T, unknown>>,
  ): T | undefined => {
    const value = one(name)
    if (value === undefined || Object.hasOwn(choices, value)) return value as T | undefined
    wrong(name, `must be one of ${Object.keys(choices).join(', ')}`)
    return undefined
  }
  const question: Question = {
    measures: keysOf(
      'measures',
      one('measures') ?? DEFAULT_MEASURE,
      { isKey: isMeasure, keys: MEASURE_KEYS, most: MAX_MEASURES },
      wrong,
    ),
    by: keysOf('by', one('by'), { isKey: isDimension, keys: DIMENSION_KEYS, most: MAX_DIMENSIONS }, wrong),
    grain: oneOf('grain', TIME_GRAINS) ?? null,
    period: daysOf(one('from'), one('to'), wrong) ?? oneOf('period', PERIODS) ?? 'latest_month',
    compare: oneOf('compare', QUESTION_COMPARISONS) ?? 'none',
    where: filtersOf(params.where, wrong),
    order: null,
    limit: limitOf(one('limit'), wrong),
  }
  return { question: { ...question, order: orderOf(question, one('order'), wrong) }, problems }
}

type Wrong = (path: string, message: string) => void

interface Keys<K extends string> {
  readonly isKey: (text: string) => text is K
  readonly keys: readonly K[]
  readonly most: number
}

function keysOf<K extends string>(
  path: string,
  text: string | undefined,
  { isKey, keys, most }: Keys<K>,
  wrong: Wrong,
): K[] {
  const named = listed(text)
  const unknown = named.find((key) => !isKey(key))
  if (unknown !== undefined || (text === '' && path === 'measures'))
    wrong(path, `must be some of ${keys.join(', ')}`)
  if (new Set(named).size < named.length) wrong(path, 'must not repeat a name')
  if (named.length > most) wrong(path, `must name at most ${most}`)
  return named.filter(isKey)
}

function daysOf(from: string | undefined, to: string | undefined, wrong: Wrong): Days | undefined {
  if (from === undefined && to === undefined) return undefined
  if (to === undefined) wrong('from', 'needs the last day in to')
  if (from === undefined) wrong('to', 'needs the first day in from')
  for (const [path, text] of Object.entries({ from, to })) {
    if (text === undefined) continue
    if (!isDay(text)) wrong(path, 'must be YYYY-MM-DD')
    else if (text < '1900' || text >= '3000') wrong(path, 'must be from 1900 to 2999')
  }
  const days = { from: from ?? '', to: to ?? '' }
  if (from !== undefined && to !== undefined && from > to) wrong('to', 'must not be before from')
  return days
}

function filtersOf(where: string | readonly string[] | undefined, wrong: Wrong): Filter[] {
  const texts = where === undefined ? [] : typeof where === 'string' ? [where] : where
  if (texts.length > MAX_FILTERS) wrong('where', `must appear at most ${MAX_FILTERS} times`)
  return texts.flatMap((text) => {
    const [, key = '', mark, list = ''] = /^(\w*)(!?):(.*)$/su.exec(text) ?? []
    if (!isDimension(key)) {
      wrong('where', `must be dimension:value,value with one of ${DIMENSION_KEYS.join(', ')}`)
      return []
    }
    const values = valuesOf(list)
    if (values.length > MAX_VALUES) wrong('where', `must name at most ${MAX_VALUES} values of ${key}`)
    const { keys } = dimensionOf(key)
    if (!values.every(keys.isKey)) wrong('where', `must name values of ${key}: ${keys.rule}`)
    return { dimension: key, isExcluded: mark === '!', values }
  })
}

function limitOf(text: string | undefined, wrong: Wrong): number | null {
  if (text === undefined) return null
  const limit = /^\d{1,6}$/.test(text) ? Number(text) : 0
  if (limit >= 1 && limit <= MAX_LIMIT) return limit
  wrong('limit', `must be a whole number from 1 to ${MAX_LIMIT}`)
  return null
}

const COMPARED = ['compared', 'difference', 'change'] as const

/** Keys that the rows of a question can be ordered by. */
export const orderKeys = ({ measures, by, grain, compare }: Question): QuestionOrder['key'][] => [
  ...measures,
  ...(compare === 'none' ? [] : measures.flatMap((key) => COMPARED.map((part) => `${key}_${part}` as const))),
  ...by,
  ...(grain ? [grain] : []),
]

function orderOf(question: Question, text: string | undefined, wrong: Wrong): QuestionOrder | null {
  if (text === undefined) return null
  const direction = text.startsWith('-') ? 'DESC' : 'ASC'
  const name = text.replace(/^-/, '')
  const key = orderKeys(question).find((each) => each === name)
  if (key !== undefined) return { key, direction }
  wrong('order', `must be one of ${orderKeys(question).join(', ')}, after a minus to start with the highest`)
  return null
}
