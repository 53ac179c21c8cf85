// A question in its query string, to be answered as the rows of a file.
import { questionParameters } from '#contract/questions/calls.ts'
import { dimensionOf } from '#contract/questions/dimensions.ts'
import { paramsIn, type QuestionParams, questionParams } from '#contract/questions/question.ts'
import { wallClock } from '#server/domain/wall-clock.ts'
import { missingValues } from '#server/figures/missing-values.ts'
import { everyStep, partialSteps } from '#server/figures/paired-steps.ts'
import { dataOf, reachOf } from '#server/figures/period-data.ts'
import type { App, Versions } from '#server/http/app.ts'
import { badRequest } from '#server/http/errors.ts'
import type { Principal } from '#server/http/principal.ts'
import { askedQuestion, upTo, windowsAndReads } from './asked.ts'
import { answered } from './routes.ts'
import { fileColumns, fileRows } from './table.ts'

/** The moment that a mail speaks of. */
export interface Moment {
  readonly at: Date
  /** It is past: later orders are left out. */
  readonly isPast?: boolean
}

/** Throws a 400 for an invalid question, or a 403 without a permission that it needs. */
export const questionAsker =
  (app: App) => async (text: string, principal: Principal, versions: Versions, moment?: Moment) => {
    const { at, isPast = false } = moment ?? { at: app.now() }
    const question = askedQuestion(paramsOf(text), principal)
    const found = await windowsAndReads(app, question, versions, moment?.at)
    const asked = isPast ? upTo(wallClock(app.timeZone)(at.toISOString()), found) : found
    const { scope } = principal
    return {
      key: JSON.stringify([
        questionParams(question).toString(),
        asked.windows,
        await reachOf(app, asked.windows, versions, at),
      ]),
      reads: asked.reads,
      question,
      current: asked.windows.current,
      asOf: asked.windows.asOf ?? null,
      compared: asked.windows.compared,
      steps: question.grain ? everyStep(question.grain, asked.windows) : [],
      partial: partialSteps(question.grain, asked.windows.current),
      holdsPersonal: question.by.some((dimension) => dimensionOf(dimension).personal),
      missing: () => missingValues(question.where, versions.keys(), { store: app.store, scope }),
      gone: () => missingValues(question.where, versions.keys(), { store: app.store, scope: null }),
      read: async () => {
        const data = await dataOf(app, asked.windows, versions, at)
        const answer = await answered(app, question, asked, { scope, data })
        const file = await fileRows(question, answer, { store: app.store, scope, windows: asked.windows })
        return {
          columns: fileColumns(question),
          ...file,
          keys: answer.rows.map(({ keys }) => keys),
          totals: answer.totals,
          hasOrders: data.hasOrders,
          cutAfter: data.cutAfter,
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
