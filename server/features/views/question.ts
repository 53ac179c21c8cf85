// The question that a view holds.
import { EXPLORE_PATH, pathOf, queryOfAddress } from '#contract/address.ts'
import { questionParameters } from '#contract/questions/calls.ts'
import { type Question, questionParams, readQuestion } from '#contract/questions/question.ts'
import { refusals } from '#contract/questions/rules.ts'
import { badRequest } from '#server/http/errors.ts'

/** The question in a query string; other parameters, such as how a screen shows the answer, are left out. */
function readText(text: string) {
  const sent = new URLSearchParams(text)
  return readQuestion(
    Object.fromEntries(
      Object.keys(questionParameters).flatMap((name) => {
        const all = sent.getAll(name)
        return all.length === 0 ? [] : [[name, all.length === 1 ? all[0] : all]]
      }),
    ),
  )
}

/** The question of a view; null for a screen without one. */
export const questionOfView = ({ question }: { readonly question: string | null }): Question | null =>
  question === null ? null : readText(question).question

/** What is stored as the question of an address. Throws a 400 that names the field of a wrong one. */
export function storedQuestion(address: string, sent: string | null): string | null {
  const isExplore = pathOf(address) === EXPLORE_PATH
  const text = isExplore ? queryOfAddress(address).toString() : sent
  if (text === null || (isExplore && !queryOfAddress(address).has('measures'))) return null
  const { question, problems } = readText(text)
  const [wrong] = [...problems, ...refusals(question)]
  if (wrong) throw badRequest(isExplore ? 'address' : 'question', `${wrong.path} ${wrong.message}`)
  return questionParams(question).toString().replaceAll('%40', '@')
}
