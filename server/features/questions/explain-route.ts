import type { Reading } from '#contract/known-change.ts'
import { dimensionOf } from '#contract/questions/dimensions.ts'
import { explainChange } from '#contract/questions/explain-call.ts'
import {
  EXPLAINED_BY,
  type ExplainParams,
  type ExplainQuestion,
  explainParams,
  FACTORS,
  readExplainQuestion,
} from '#contract/questions/explain-question.ts'
import { measureOf } from '#contract/questions/measures.ts'
import { PLAIN_QUESTION, type Question } from '#contract/questions/question.ts'
import { permissionsOf, refusals } from '#contract/questions/rules.ts'
import { type Explanation, explain } from '#server/figures/explain/explain.ts'
import { sentencesOf } from '#server/figures/explain/sentences.ts'
import { readingOf } from '#server/figures/known-changes.ts'
import { missingValues } from '#server/figures/missing-values.ts'
import { dataOf, reachOf } from '#server/figures/period-data.ts'
import type { App } from '#server/http/app.ts'
import { badRequest, HttpError } from '#server/http/errors.ts'
import { may, type Principal } from '#server/http/principal.ts'
import { callOf, register } from '#server/http/route.ts'
import { EVERY_MONTH, freshnessOf, readsOf, sendCached } from '#server/http/send-json.ts'
import { windowsAndReads } from './asked.ts'
import { coverageMeta } from './coverage-meta.ts'

/** Throws 400 with every problem, or 403 where the measure or a filter needs a permission that is missing. */
function askedExplanation(params: ExplainParams, principal: Principal) {
  const { question, problems } = readExplainQuestion(params)
  const { measure, ...rest } = question
  const asked: Question = { ...PLAIN_QUESTION, ...rest, measures: [measure] }
  const errors = problems.length > 0 ? problems : refusals(asked)
  if (errors.length > 0) throw new HttpError('bad-request', { errors })
  if (!permissionsOf(asked).every((permission) => may(principal, permission)))
    throw new HttpError('forbidden')
  return { question, asked }
}

/** A period that has begun and has no days to be compared with is a 29 February beside a shorter one. */
const uncompared = (hasBegun: boolean) =>
  hasBegun
    ? badRequest('compare', 'El 29 de febrero no tiene con qué compararse: el año anterior no tiene ese día.')
    : badRequest('period', 'El período no tiene con qué compararse: todavía no empezó.')

export function explainRoute(app: App): void {
  register(app, explainChange, async (request, reply) => {
    const { query, principal, versions, scope } = callOf<typeof explainChange>(request)
    const { question, asked } = askedExplanation(query, principal)
    const { windows, months } = await windowsAndReads(app, asked, versions)
    const { current, compared } = windows
    if (!compared) throw uncompared(windows.begun !== null)
    const at = app.now()
    const key = [explainParams(question).toString(), windows, await reachOf(app, windows, versions, at)]
    const holdsPersonal = question.where.some(({ dimension }) => dimensionOf(dimension).personal)
    return sendCached(app, request, reply, { key, holdsPersonal }, async () => {
      // The usual noise, and who bought before, depend on months before both periods.
      const reads = readsOf(months, [EVERY_MONTH])
      const dimensions = EXPLAINED_BY.filter((dimension) => may(principal, dimensionOf(dimension).permission))
      const explanation = await explain(question, {
        store: app.store,
        scope,
        windows: { current, compared },
        dimensions,
      })
      const missing = await missingValues(question.where, versions.keys(), { store: app.store, scope })
      const meta = {
        ...freshnessOf(months, reads, versions),
        period: current,
        as_of: windows.asOf ?? null,
        compared_period: compared,
        ...(await coverageMeta(question.where, { store: app.store, scope, missing })),
      }
      const reading = readingOf(windows, await dataOf(app, windows, versions, at))
      return { reads, body: bodyOf(question, explanation, reading, meta) }
    })
  })
}

function bodyOf(question: ExplainQuestion, explanation: Explanation, reading: Reading, meta: object) {
  const { before, after, difference, factors, dimensions, notSplitBy } = explanation
  return {
    success: true,
    data: {
      before,
      after,
      difference,
      unit: measureOf(question.measure).format,
      factors: factors.map(({ key, difference }) => ({ key, label: FACTORS[key], difference })),
      dimensions: dimensions.map(({ dimension, explains, addsUp, values, rest }) => ({
        key: dimension,
        label: dimensionOf(dimension).title,
        explains,
        adds_up: addsUp,
        values: values.map(({ standsOut, ...value }) => ({ ...value, stands_out: standsOut })),
        rest,
      })),
      sentences: sentencesOf(question, explanation, reading),
    },
    meta: { ...meta, measure: question.measure, not_split_by: notSplitBy },
  }
}
