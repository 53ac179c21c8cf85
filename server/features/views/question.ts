import { EXPLORE_PATH, pathOf, queryOfAddress } from '#contract/address.ts'
import type { Question } from '#contract/questions/question.ts'
import { questionIn, questionText } from '#server/figures/question-text.ts'
import { badRequest } from '#server/http/errors.ts'

/** The question of a view; null for a screen without one. */
export const questionOfView = ({ question }: { readonly question: string | null }): Question | null =>
  question === null ? null : questionIn(question).question

/** The question to store for an address. Throws a 400 that names the field of a wrong one. */
export function storedQuestion(address: string, sent: string | null): string | null {
  const isExplore = pathOf(address) === EXPLORE_PATH
  const text = isExplore ? queryOfAddress(address).toString() : sent
  if (text === null || (isExplore && !queryOfAddress(address).has('measures'))) return null
  const { question, problems } = questionIn(text)
  const [wrong] = problems
  if (wrong) throw badRequest(isExplore ? 'address' : 'question', `${wrong.path} ${wrong.message}`)
  return questionText(question)
}
