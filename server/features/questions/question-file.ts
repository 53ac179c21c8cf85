// A question in its query string, to be answered as the rows of a file.
import { questionParameters } from '#contract/questions/calls.ts'
import { dimensionOf } from '#contract/questions/dimensions.ts'
import { paramsIn, type QuestionParams, questionParams } from '#contract/questions/question.ts'
import type { App, Versions } from '#server/http/app.ts'
import { badRequest } from '#server/http/errors.ts'
import type { Principal } from '#server/http/principal.ts'
import { askedQuestion, windowsAndReads } from './asked.ts'
import { answered } from './routes.ts'
import { fileColumns, fileRow, labelsOfRows } from './table.ts'

/** Throws a 400 for an invalid question, or a 403 without a permission that it needs. */
export const questionAsker = (app: App) => async (text: string, principal: Principal, versions: Versions) => {
  const question = askedQuestion(paramsOf(text), principal)
  const asked = await windowsAndReads(app, question, versions)
  const { scope } = principal
  return {
    key: JSON.stringify([questionParams(question).toString(), asked.windows]),
    reads: asked.reads,
    question,
    current: asked.windows.current,
    compared: asked.windows.compared,
    holdsPersonal: question.by.some((dimension) => dimensionOf(dimension).personal),
    read: async () => {
      const { rows, totals } = await answered(app, question, asked, { scope })
      const labels = await labelsOfRows(app.store, question, rows, scope)
      return {
        columns: fileColumns(question),
        rows: rows.map((row) => fileRow(question, row, labels)),
        totals,
      }
    },
  }
}

function paramsOf(text: string): QuestionParams {
  const names = Object.keys(questionParameters)
  const unknown = [...new URLSearchParams(text).keys()].find((name) => !names.includes(name))
  if (unknown !== undefined) throw badRequest(unknown, 'is not a parameter of a question')
  return paramsIn(text, names)
}
