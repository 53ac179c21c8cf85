// A question in its query string, to be answered as the rows of a file.
import { monthOf } from '#contract/month.ts'
import { questionParameters } from '#contract/questions/calls.ts'
import { dimensionOf } from '#contract/questions/dimensions.ts'
import { type Days, paramsIn, type QuestionParams, questionParams } from '#contract/questions/question.ts'
import { missingValues } from '#server/figures/missing-values.ts'
import { everyStep, partialSteps } from '#server/figures/paired-steps.ts'
import type { App, Versions } from '#server/http/app.ts'
import { badRequest } from '#server/http/errors.ts'
import type { Principal } from '#server/http/principal.ts'
import { sql, wholeShop } from '#server/store/sql.ts'
import { askedQuestion, windowsAndReads } from './asked.ts'
import { answered } from './routes.ts'
import { fileColumns, fileRows } from './table.ts'

/** Throws a 400 for an invalid question, or a 403 without a permission that it needs. */
export const questionAsker =
  (app: App) =>
  async (text: string, principal: Principal, versions: Versions, at = app.now()) => {
    const question = askedQuestion(paramsOf(text), principal)
    const asked = await windowsAndReads(app, question, versions, at)
    const { scope } = principal
    return {
      key: JSON.stringify([questionParams(question).toString(), asked.windows]),
      reads: asked.reads,
      question,
      current: asked.windows.current,
      asOf: asked.windows.asOf ?? null,
      compared: asked.windows.compared,
      steps: question.grain ? everyStep(question.grain, asked.windows) : [],
      partial: partialSteps(question.grain, asked.windows.current),
      holdsPersonal: question.by.some((dimension) => dimensionOf(dimension).personal),
      missing: () => missingValues(question.where, versions.keys(), { store: app.store, scope }),
      read: async () => {
        const answer = await answered(app, question, asked, { scope })
        const file = await fileRows(app.store, question, answer, scope)
        return {
          columns: fileColumns(question),
          ...file,
          totals: answer.totals,
          hasOrders: await hasOrders(app, asked.windows.current),
        }
      },
    }
  }

/** Whether the shop has any counted order in these days. */
const hasOrders = async ({ store }: App, { from, to }: Days): Promise<boolean> =>
  (
    await store.all(
      wholeShop(
        'whether there are data, not a figure',
        sql`
        select 1 from orders
        where counted and month >= ${monthOf(from)} and month <= ${monthOf(to)}
          and order_date >= cast(${from} as date) and order_date <= cast(${to} as date)
        limit 1`,
      ),
    )
  ).length > 0

function paramsOf(text: string): QuestionParams {
  const names = Object.keys(questionParameters)
  const unknown = [...new URLSearchParams(text).keys()].find((name) => !names.includes(name))
  if (unknown !== undefined) throw badRequest(unknown, 'is not a parameter of a question')
  return paramsIn(text, names)
}
