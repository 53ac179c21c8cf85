// A question in its query string, as views and boards store it.
import { questionParameters } from '#contract/questions/calls.ts'
import { type Problem, type Question, questionParams, readQuestion } from '#contract/questions/question.ts'
import { refusals } from '#contract/questions/rules.ts'

/** Leaves out parameters that do not belong to a question, such as how a screen shows the answer. */
export function questionIn(text: string): { question: Question; problems: readonly Problem[] } {
  const sent = new URLSearchParams(text)
  const { question, problems } = readQuestion(
    Object.fromEntries(
      Object.keys(questionParameters).flatMap((name) => {
        const all = sent.getAll(name)
        return all.length === 0 ? [] : [[name, all.length === 1 ? all[0] : all]]
      }),
    ),
  )
  return { question, problems: problems.length > 0 ? problems : refusals(question) }
}

/** With readable e-mails, so that deleting a person's data finds them. */
export const questionText = (question: Question): string =>
  questionParams(question).toString().replaceAll('%40', '@')
