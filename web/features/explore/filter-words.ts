// The filters of a question in words, for titles of pictures and prints.
import { useQueries } from '@tanstack/react-query'
import { dimensionOf } from '#contract/questions/dimensions.ts'
import { type Filter, isEveryStatus } from '#contract/questions/filter.ts'
import type { Question } from '#contract/questions/question.ts'
import { keyIn } from '#web/shared/why/why-of.ts'
import { answerQuery } from './address.ts'
import { valuesOf } from './edits.ts'
import { text } from './text.ts'
import { ownLabel, shortList } from './wording.ts'

/** The answer that knows the labels of a filter's values; `enabled`: not all can be derived. */
export const labelQuery = (question: Question, { dimension, values }: Filter) => ({
  ...answerQuery(valuesOf(question, dimension, [{ dimension, isExcluded: false, values }]), {
    page: 1,
    perPage: 500,
  }),
  enabled: values.some((value) => ownLabel(dimension, value) === null),
})

/** ['Distribuidor: Distri 2', 'Provincia: sin Córdoba']. */
export function useFilterWords(question: Question): string[] {
  const answers = useQueries({ queries: question.where.map((filter) => labelQuery(question, filter)) })
  return question.where.map((filter, index) => {
    const { dimension, isExcluded, values } = filter
    const { title } = dimensionOf(dimension)
    if (isEveryStatus(filter)) return `${title}: ${text.allStatuses}`
    const named = new Map(
      answers[index]?.data?.data.map((row) => keyIn(row, dimension)).map(({ key, label }) => [key, label]),
    )
    const words = shortList(values.map((value) => ownLabel(dimension, value) ?? named.get(value) ?? value))
    return `${title}: ${isExcluded ? `${text.except} ${words}` : words}`
  })
}
