import { answerQuestion, catalogue } from '#contract/questions/calls.ts'
import { DIMENSION_KEYS, dimensionOf, TIME_GRAINS } from '#contract/questions/dimensions.ts'
import { answerFileName } from '#contract/questions/file-name.ts'
import { MEASURE_KEYS, measureOf } from '#contract/questions/measures.ts'
import { PERIODS, QUESTION_COMPARISONS, type Question, questionParams } from '#contract/questions/question.ts'
import { dimensionsOf, fits } from '#contract/questions/rules.ts'
import { answer, TooManyRows } from '#server/figures/answer.ts'
import type { PeriodData } from '#server/figures/known-changes.ts'
import { type MissingValues, missingValues } from '#server/figures/missing-values.ts'
import { begunSteps, partialSteps } from '#server/figures/paired-steps.ts'
import { dataOf, reachOf } from '#server/figures/period-data.ts'
import type { App } from '#server/http/app.ts'
import { badRequest } from '#server/http/errors.ts'
import { sendFile } from '#server/http/export/send.ts'
import { exportRequest } from '#server/http/export-request.ts'
import { may } from '#server/http/principal.ts'
import { type Call, callOf, envelope, register, route } from '#server/http/route.ts'
import { EVERY_MONTH, freshnessOf, sendCached } from '#server/http/send-json.ts'
import { type Asked, askedQuestion, windowsAndReads } from './asked.ts'
import { coverageMeta } from './coverage-meta.ts'
import { explainRoute } from './explain-route.ts'
import { fileColumns, fileRows, labelsOfRows, measuresMeta, sumsBefore, wireRow } from './table.ts'

type AnswerCall = Call<typeof answerQuestion>

const choices = <Key extends string>(titles: Readonly<Record<Key, string>>) =>
  (Object.keys(titles) as Key[]).map((key) => ({ key, title: titles[key] }))

export function questionRoutes(app: App): void {
  explainRoute(app)
  route(app, catalogue, async ({ principal }) => ({
    measures: MEASURE_KEYS.filter((key) => may(principal, measureOf(key).permission)).map((key) => {
      const { title, definition, format, grain, addsUp, permission } = measureOf(key)
      const dimensions = DIMENSION_KEYS.filter((dimension) => fits(key, dimension))
      return { key, title, definition, unit: format, grain, adds_up: addsUp, permission, dimensions }
    }),
    dimensions: DIMENSION_KEYS.filter((key) => {
      const { permission, personal } = dimensionOf(key)
      return may(principal, permission) && (!personal || may(principal, 'personal-data'))
    }).map((key) => {
      const { title, definition, grain, permission, personal = false } = dimensionOf(key)
      return { key, title, definition, grain, personal, permission }
    }),
    grains: choices(TIME_GRAINS),
    periods: choices(PERIODS),
    comparisons: choices(QUESTION_COMPARISONS),
  }))

  register(app, answerQuestion, async (request, reply) => {
    const call = callOf<typeof answerQuestion>(request)
    const question = askedQuestion(call.query, call.principal)
    const asked = await windowsAndReads(app, question, call.versions)
    const file = exportRequest(call)
    if (file)
      return sendFile(app, request, reply, async () => ({
        ...file,
        ...(await fileOf(app, question, asked, call)),
      }))
    const { page, per_page } = call.query
    const at = app.now()
    const reach = await reachOf(app, asked.windows, call.versions, at)
    const key = [questionParams(question).toString(), asked.windows, reach, page, per_page]
    const holdsPersonal = dimensionsOf(question).some((dimension) => dimensionOf(dimension).personal)
    return sendCached(app, request, reply, { key, holdsPersonal }, async () => {
      const missing = await missingValues(question.where, call.versions.keys(), {
        store: app.store,
        scope: call.scope,
      })
      const data = await dataOf(app, asked.windows, call.versions, at)
      return {
        // Orders of any month may have a missing value, or what is missing of the period.
        reads: [...new Set([...asked.reads, ...(data.mayGrow || missing.length > 0 ? [EVERY_MONTH] : [])])],
        body: envelope(answerQuestion, await bodyOf(app, question, asked, call, missing, data)),
      }
    })
  })
}

export async function answered(
  app: App,
  question: Question,
  { windows }: Asked,
  { scope, data }: Pick<AnswerCall, 'scope'> & { readonly data: PeriodData },
) {
  try {
    return await answer(question, { store: app.store, scope, windows, data })
  } catch (error) {
    if (!(error instanceof TooManyRows)) throw error
    const message =
      'La respuesta tendría más de 200.000 filas. Agregá un filtro, un período más corto o menos dimensiones.'
    throw badRequest('by', message)
  }
}

async function bodyOf(
  app: App,
  question: Question,
  asked: Asked,
  call: AnswerCall,
  missing: readonly MissingValues[],
  data: PeriodData,
) {
  const { rows, totals, rest } = await answered(app, question, asked, { scope: call.scope, data })
  const { page, per_page } = call.query
  const shown = rows.slice((page - 1) * per_page, page * per_page)
  const reading = { store: app.store, scope: call.scope, windows: asked.windows }
  const labels = await labelsOfRows(question, shown, reading)
  return {
    data: shown.map((row) => wireRow(question, row, labels)),
    meta: {
      ...freshnessOf(asked.months, asked.reads, call.versions),
      page,
      per_page,
      total: rows.length,
      page_count: Math.max(1, Math.ceil(rows.length / per_page)),
      totals,
      rest,
      before: sumsBefore(question, rows.slice(0, (page - 1) * per_page)),
      measures: measuresMeta(question),
      ...(await coverageMeta(question.where, { store: app.store, scope: call.scope, missing })),
      period: asked.windows.current,
      as_of: asked.windows.asOf ?? null,
      compared_period: asked.windows.compared,
      has_orders: data.hasOrders,
      cut_after: data.cutAfter,
      steps: begunSteps(question.grain, asked.windows),
      partial: partialSteps(question.grain, asked.windows.current),
    },
  }
}

async function fileOf(app: App, question: Question, asked: Asked, call: AnswerCall) {
  const data = await dataOf(app, asked.windows, call.versions, app.now())
  const answer = await answered(app, question, asked, { scope: call.scope, data })
  const reading = { store: app.store, scope: call.scope, windows: asked.windows }
  const { rows, rest } = await fileRows(question, answer, reading)
  // sendFile adds the scope of the caller.
  const name = answerFileName(question, asked.windows, null)
  return { columns: fileColumns(question), batches: [rows, rest ? [rest] : []], name }
}
