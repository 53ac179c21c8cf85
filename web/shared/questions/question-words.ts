// A question in words, for places that do not show its answer. Pure.
import { dimensionOf, TIME_GRAINS } from '#contract/questions/dimensions.ts'
import type { Filter } from '#contract/questions/filter.ts'
import { measureOf } from '#contract/questions/measures.ts'
import {
  PERIODS,
  type Problem,
  QUESTION_COMPARISONS,
  type Question,
  type QuestionParams,
  readQuestion,
} from '#contract/questions/question.ts'
import { periodText } from '#web/text/periods.ts'
import { questionText as text } from '../text.ts'

export const listed = (words: readonly string[]): string => {
  const [last = '', ...others] = [...words].reverse()
  return others.length > 0 ? `${others.reverse().join(', ')} ${text.and} ${last}` : last
}

/** 'Venta Neta y Órdenes por Provincia y Mes'. */
export function titleOf({ measures, by, grain }: Question): string {
  const axes = [...by.map((key) => dimensionOf(key).title), ...(grain ? [TIME_GRAINS[grain]] : [])]
  const what = listed(measures.map((key) => measureOf(key).title))
  return axes.length > 0 ? `${what} ${text.by} ${listed(axes)}` : what
}

/** Why the question of an address cannot be read. The parts of `readQuestion` have words for programs, in English. */
export const problemSentences = (problems: readonly Problem[]): string[] => [
  ...new Set(problems.map(({ path, message }) => (path ? text.wrongPart(path) : message))),
]

/** 'Últimos 12 meses', 'octubre 2026'. */
export const daysText = (period: Question['period']): string =>
  typeof period === 'string' ? PERIODS[period] : periodText(period)

/** 'Provincia: 2 valores · Estado (excluye): 1 valor'; '' without filters. */
export const filtersText = (where: Question['where']): string =>
  where
    .map(({ dimension, isExcluded, values }) => {
      const { title } = dimensionOf(dimension)
      return `${isExcluded ? text.except(title) : title}: ${text.values(values.length)}`
    })
    .join(' · ')

/** 'Provincia: Córdoba, Salta', by the keys of the values. */
export const filterWords = ({ dimension, isExcluded, values }: Filter): string => {
  const { title } = dimensionOf(dimension)
  return `${isExcluded ? text.except(title) : title}: ${values.join(', ')}`
}

/** The question of a query string. */
export function questionOf(query: string): ReturnType<typeof readQuestion> {
  const sent = new URLSearchParams(query)
  const params = [...new Set(sent.keys())].map((name) => {
    const all = sent.getAll(name)
    return [name, all.length === 1 ? all[0] : all]
  })
  return readQuestion(Object.fromEntries(params) as QuestionParams)
}

/** 'Venta Neta por Distribuidor · Últimos 12 meses · Provincia: 2 valores'; the query string if it cannot be read. */
export function questionWords(query: string): string {
  const { question, problems } = questionOf(query)
  if (problems.length > 0) return query
  const { period, compare, where, limit } = question
  return [
    titleOf(question),
    daysText(period),
    compare === 'none' ? '' : text.against(QUESTION_COMPARISONS[compare]),
    filtersText(where),
    limit === null ? '' : text.firstRows(limit),
  ]
    .filter(Boolean)
    .join(' · ')
}
