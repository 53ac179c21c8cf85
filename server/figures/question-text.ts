// A question in its query string, as views and boards store it.
import { questionParameters } from '#contract/questions/calls.ts'
import {
  type Problem,
  paramsIn,
  type Question,
  questionParams,
  readQuestion,
} from '#contract/questions/question.ts'
import { refusals } from '#contract/questions/rules.ts'

/** Leaves out parameters that do not belong to a question, such as how a screen shows the answer. */
export function questionIn(text: string): { question: Question; problems: readonly Problem[] } {
  const { question, problems } = readQuestion(paramsIn(text, Object.keys(questionParameters)))
  return { question, problems: problems.length > 0 ? problems : refusals(question) }
}

/** With readable e-mails, so that deleting a person's data finds them. */
export const questionText = (question: Question): string =>
  questionParams(question).toString().replaceAll('%40', '@')
