// The name of a file with the answer of a question or the rows of a table, for server and screen.
import { fileSuffix } from '../coverage.ts'
import { monthBounds } from '../month.ts'
import { fold } from '../row-order.ts'
import { statusLabel } from '../statuses.ts'
import { dimensionOf, TIME_GRAINS } from './dimensions.ts'
import { isEveryStatus, type TableFilter } from './filter.ts'
import { measureOf } from './measures.ts'
import type { Days, Question } from './question.ts'

/** With an extension, mails carry it in one piece: some readers do not join the pieces of longer names (RFC 2231). */
const MAX_NAME = 69

const SOME_FILTERS = '_con_filtros'

/** 'distribuidor 2', 'sin provincia CORDOBA SALTA'. */
function filterWords(filter: TableFilter): string {
  if (isEveryStatus(filter)) return 'todos los estados'
  if (!('dimension' in filter)) return [filter.title, ...filter.values].join(' ')
  const { dimension, isExcluded, values } = filter
  const named = values.map((value) =>
    value === '' ? 'ninguno' : dimension === 'status' ? statusLabel(value) : value,
  )
  return [...(isExcluded ? ['sin'] : []), dimensionOf(dimension).title, ...named].join(' ')
}

const snake = (words: string): string =>
  fold(words)
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')

/** A name that ends with *y* or *por* looks broken. */
const wholeWords = (words: string, room: number): string =>
  words.length > room
    ? words.slice(0, words.lastIndexOf('_', room)).replace(/(_(y|por|de|del|con|sin|a|la|el))+$/, '')
    : words

function whatOf({ measures, by, grain, where }: Question, room: number): string {
  const axes = [...by.map((key) => dimensionOf(key).title), ...(grain ? [TIME_GRAINS[grain]] : [])]
  const what = measures.map((key) => measureOf(key).title).join(' y ')
  const title = snake(axes.length > 0 ? `${what} por ${axes.join(' y ')}` : what)
  return where.length === 0 ? wholeWords(title, room) : withFilters(title, where, room)
}

function withFilters(title: string, filters: readonly TableFilter[], room: number): string {
  const words = filters.map((filter) => snake(filterWords(filter)))
  const named = (count: number) => [title, ...words.slice(0, count)].join('_')
  if (named(words.length).length <= room) return named(words.length)
  // The first ones that fit, which say whose file it is; a list that ends without a word would name the wrong figures.
  const left = room - SOME_FILTERS.length
  const most = words.findLastIndex((_, index) => named(index).length <= left)
  return (most > 0 ? named(most) : wholeWords(title, left)) + SOME_FILTERS
}

/** 'ordenes_provincia_cordoba_2026-05'; without filters, the name of the table and its month. Its sender adds the `fileSuffix` of the scope. */
export function tableFileName(
  name: string,
  { filters, month }: { readonly filters: readonly TableFilter[]; readonly month: string | null },
  scope: readonly string[] | null,
): string {
  const end = month === null ? '' : `_${month}`
  if (filters.length === 0) return name + end
  return withFilters(name, filters, MAX_NAME - `${end}${fileSuffix(scope)}`.length) + end
}

const daysIn = ({ from, to }: Days): string => {
  const { from_date, to_date } = monthBounds(from.slice(0, 7))
  if (from === from_date && to === to_date) return from.slice(0, 7)
  return from === to ? from : `${from}_${to}`
}

/** '2026-11-01_11-27_en_curso': the year is not repeated, since names must be short. */
function runningDays({ from }: Days, asOf: string): string {
  const isOfYear = from.slice(0, 4) === asOf.slice(0, 4)
  return `${daysIn({ from, to: isOfYear && from !== asOf ? asOf.slice(5) : asOf })}_en_curso`
}

/**
 * 'venta_neta_y_ordenes_por_distribuidor_2026-10', with both days of a period that is not one month; ASCII. Filters follow the
 * measures. `asOf`: the day that a running period has come to: '…_2026-11-01_11-27_en_curso'. `scope`: the distributors of a limited role, null without a limit.
 */
export function answerFileName(
  question: Question,
  { current, asOf = null }: { readonly current: Days; readonly asOf?: string | null },
  scope: readonly string[] | null,
): string {
  const end = `_${asOf === null ? daysIn(current) : runningDays(current, asOf)}${fileSuffix(scope)}`
  return whatOf(question, MAX_NAME - end.length) + end
}
