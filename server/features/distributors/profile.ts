// The Ficha of a distributor: its month in every respect, from the questions and functions that other screens use.
import type { Reading } from '#contract/known-change.ts'
import { PROFILE_MONTHS_BEFORE } from '#contract/lists/profile.ts'
import { addMonths, lastMonths, monthOf } from '#contract/month.ts'
import { type DistributorProfile, type distributorProfile, PROFILE_OPPORTUNITIES } from '#contract/profile.ts'
import { dimensionOf } from '#contract/questions/dimensions.ts'
import { EXPLAINED_BY, type ExplainQuestion } from '#contract/questions/explain-question.ts'
import { keptValue } from '#contract/questions/filter.ts'
import type { MeasureKey } from '#contract/questions/measures.ts'
import { wholeMonths } from '#contract/questions/periods.ts'
import { PLAIN_QUESTION, type Question } from '#contract/questions/question.ts'
import { PLACED_STATUSES } from '#contract/statuses.ts'
import { firstMonthOf } from '#server/domain/data-months.ts'
import { NO_DISTRIBUTOR } from '#server/domain/facts.ts'
import { sumOf } from '#server/domain/money.ts'
import { spanBounds, wholeMonth } from '#server/domain/span.ts'
import { answer, totalsOnly, unorderedRows } from '#server/figures/answer.ts'
import { explain } from '#server/figures/explain/explain.ts'
import { twoSentencesOf } from '#server/figures/explain/sentences.ts'
import { labelsOf } from '#server/figures/labels.ts'
import { notesSeen } from '#server/figures/notes.ts'
import { summaryOf, voidsOfMonth } from '#server/figures/opportunities/decided.ts'
import { serviceOfMonth } from '#server/figures/service.ts'
import { forecastAt } from '#server/forecast/ask.ts'
import { forecastsOf } from '#server/forecast/forecast.ts'
import { goalsOfMonth } from '#server/forecast/stored-goals.ts'
import { HttpError } from '#server/http/errors.ts'
import type { MonthCall } from '#server/http/month-route.ts'
import { may } from '#server/http/principal.ts'
import type { Reads } from '#server/store/store.ts'
import { billingOf } from './billing.ts'
import { productStates } from './profile-rows.ts'
import { billingByDistributor, distributor } from './queries.ts'

export interface ProfileCall
  extends Pick<
    MonthCall<typeof distributorProfile>,
    'params' | 'principal' | 'scope' | 'versions' | 'month' | 'compared' | 'now' | 'today'
  > {
  readonly reading: Reading
}

/** A call about the distributor in its path. */
interface Asked {
  readonly store: Reads
  readonly call: ProfileCall
  readonly distId: string
}

const FIGURES = [
  ...(['net_sale', 'orders', 'average_ticket', 'units', 'buyers', 'new_buyers'] as const),
  ...(['cancelled_orders', 'cancelled_amount', 'cancel_rate', 'refunded', 'refund_rate'] as const),
] satisfies readonly MeasureKey[]
const COSTS = ['cost', 'margin', 'margin_rate', 'cost_coverage'] as const satisfies readonly MeasureKey[]
const BENEFITS = ['benefit_amount', 'benefit_uses'] as const satisfies readonly MeasureKey[]

/** Throws a 404 for an unknown distributor, or one outside the scope. */
export async function profileOf(store: Reads, call: ProfileCall): Promise<DistributorProfile> {
  const { principal, scope, params } = call
  const found = await distributor(store, params.dist_id, scope)
  if (!found) throw new HttpError('not-found')
  const asked: Asked = { store, call, distId: params.dist_id }
  const sees = { scorecard: may(principal, 'view:scorecard'), products: may(principal, 'view:products') }
  const isDistributor = params.dist_id !== NO_DISTRIBUTOR.dist_id
  const [
    figures,
    billing,
    months,
    recent,
    why,
    goal,
    products,
    opportunities,
    service,
    benefits,
    costs,
    notes,
  ] = await Promise.all([
    figuresOf(asked),
    standingOf(asked),
    courseOf(asked),
    recentCustomers(asked),
    sees.scorecard ? whyOf(asked) : null,
    sees.scorecard && isDistributor ? goalOf(asked) : null,
    sees.products ? productsOf(asked, isDistributor) : { products: null, distribution: null },
    isDistributor ? opportunitiesFor(asked) : null,
    serviceOf(asked),
    may(principal, 'view:benefits') ? benefitsOf(asked) : null,
    may(principal, 'view:costs') ? costsOf(asked) : null,
    sees.scorecard ? notesOf(asked) : null,
  ])
  return {
    ...{ ...found, ...figures, ...billing, ...products },
    ...{ months, lost_customers: recent - figures.main_month.buyers },
    ...{ why, goal, opportunities, service, benefits, costs, notes },
  }
}

const monthDays = ({ month }: ProfileCall) => wholeMonths(month, month)

function windowsOf(call: ProfileCall) {
  const { from_date, to_date } = spanBounds(call.compared)
  return {
    current: { ...monthDays(call), until: null },
    compared: { from: from_date, to: to_date, until: call.compared.until },
  }
}

/** About the distributor in the month, beside the compared days. */
const questionOf = ({ call, distId }: Asked, asked: Pick<Question, 'measures'> & Partial<Question>) => ({
  ...{ ...PLAIN_QUESTION, compare: 'previous' as const, period: monthDays(call) },
  ...asked,
  where: [keptValue('distributor', distId), ...(asked.where ?? [])],
})

/** Values of measures in the month and in the compared days; null where one has no value. */
async function compared<M extends MeasureKey>(asked: Asked, measures: readonly M[]) {
  const { store, call } = asked
  const windows = windowsOf(call)
  const values = await totalsOnly(questionOf(asked, { measures }), { store, scope: call.scope, windows })
  const side = (suffix: '' | '_compared') =>
    Object.fromEntries(measures.map((key) => [key, values[`${key}${suffix}`] ?? null])) as Record<M, number>
  return { main: side(''), prev: side('_compared') }
}

async function figuresOf(asked: Asked) {
  const { main, prev } = await compared(asked, FIGURES)
  const { month, compared: span } = asked.call
  return {
    main_month: { 'dates-between': spanBounds(wholeMonth(month)), ...main },
    prev_month: { 'dates-between': spanBounds(span), ...prev },
  }
}

/** Its place among all distributors, as their overview has it. */
async function standingOf({ store, call, distId }: Asked) {
  const { items } = billingOf(await billingByDistributor(store, call.month, call.compared, call.scope))
  const sellers = items.filter(({ dist_id, amount }) => dist_id !== NO_DISTRIBUTOR.dist_id && amount > 0)
  const own = items.find(({ dist_id }) => dist_id === distId)
  const isSeller = sellers.some(({ dist_id }) => dist_id === distId)
  return {
    increment: own?.increment ?? 0,
    difference: own?.difference ?? 0,
    preparing_amount: own?.preparing_amount ?? 0,
    prev_preparing_amount: own?.prev_preparing_amount ?? 0,
    placed_increment: own?.placed_increment ?? 0,
    rank: isSeller ? 1 + sellers.filter(({ amount }) => amount > (own?.amount ?? 0)).length : null,
    ranked: sellers.length,
    share: own?.percent_amount ?? 0,
  }
}

/** Net sale and orders of the month and the twelve before. */
async function courseOf({ store, call, distId }: Asked) {
  const months = lastMonths(call.month, 13)
  const period = wholeMonths(months[0] ?? call.month, call.month)
  const where = [keptValue('distributor', distId)]
  const question: Question = {
    ...{ ...PLAIN_QUESTION, measures: ['net_sale', 'orders'], grain: 'month', where, period },
  }
  const windows = { current: { ...period, until: null }, compared: null }
  const rows = await unorderedRows(question, { store, scope: call.scope, windows })
  const found = new Map(rows.map(({ time, values }) => [time, values]))
  return months.map((month) => ({
    month,
    net_sale: found.get(month)?.net_sale ?? 0,
    orders: found.get(month)?.orders ?? 0,
  }))
}

/** Those who bought in the four months, of whom those who bought in the last are not lost. */
async function recentCustomers({ store, call, distId }: Asked): Promise<number> {
  const period = wholeMonths(addMonths(call.month, -PROFILE_MONTHS_BEFORE), call.month)
  const windows = { current: { ...period, until: null }, compared: null }
  const where = [keptValue('distributor', distId)]
  const question: Question = { ...PLAIN_QUESTION, measures: ['buyers'], where, period }
  return (await totalsOnly(question, { store, scope: call.scope, windows })).buyers ?? 0
}

/** While the month runs, with the orders in preparation: recent ones are completed later. */
async function whyOf({ store, call, distId }: Asked): Promise<DistributorProfile['why']> {
  const { principal, scope } = call
  const isRunning = call.compared.until !== null
  const placed = { dimension: 'status', isExcluded: false, values: PLACED_STATUSES } as const
  const question: ExplainQuestion = {
    ...{ measure: 'net_sale', compare: 'previous', period: monthDays(call) },
    where: [keptValue('distributor', distId), ...(isRunning ? [placed] : [])],
  }
  const explanation = await explain(question, {
    ...{ store, scope, windows: windowsOf(call) },
    dimensions: EXPLAINED_BY.filter((dimension) => may(principal, dimensionOf(dimension).permission)),
  })
  const { before, after } = explanation
  if (!before && !after) return []
  const sentences = twoSentencesOf(question, explanation, {
    reading: call.reading,
    withPreparing: isRunning,
  })
  return sentences.map(({ text, numbers }) => ({ text, numbers: [...numbers] }))
}

/** Null without a goal. */
async function goalOf({ store, call, distId }: Asked): Promise<DistributorProfile['goal']> {
  const { month, now, scope, versions } = call
  const wanted = { measure: 'net_sale', by: 'distributor', month } as const
  // A month that is over without a goal has nothing to say besides its result.
  if (month < monthOf(now) && !(await goalsOfMonth(store, wanted, scope)).has(distId)) return null
  const { ask, options } = forecastAt(wanted, { store, scope, now, firstMonth: firstMonthOf(versions) })
  return (await forecastsOf(ask, [distId], options)).get(distId) ?? null
}

async function productsOf({ store, call, distId }: Asked, isDistributor: boolean) {
  const asked = { distId, month: call.month, scope: call.scope }
  const { states: rows, activeDistributors } = await productStates(store, asked, call.versions)
  const of = (...states: string[]) => rows.filter(({ state }) => states.includes(state))
  const [gained, lost] = [of('gained'), of('lost')]
  const common = rows.filter(({ isCommon }) => isCommon)
  return {
    products: {
      sold: of('gained', 'kept').length,
      gained: gained.length,
      lost: lost.length,
      gained_net: sumOf(gained, ({ net }) => net),
      lost_net: sumOf(lost, ({ prev_net }) => prev_net),
    },
    distribution: isDistributor
      ? {
          active_distributors: activeDistributors,
          common: common.length,
          common_sold: common.filter(({ state }) => state === 'gained' || state === 'kept').length,
        }
      : null,
  }
}

async function opportunitiesFor({ store, call, distId }: Asked) {
  const voids = await voidsOfMonth(store, { ...call, distId }, call.versions)
  const firstOf = (state: 'open' | 'followed') => voids.rows[state].slice(0, PROFILE_OPPORTUNITIES)
  return { ...summaryOf(voids), first: firstOf('open'), first_followed: firstOf('followed') }
}

async function costsOf(asked: Asked) {
  const { main, prev } = await compared(asked, COSTS)
  return { main_month: main, prev_month: prev }
}

type Service = NonNullable<DistributorProfile['service']>

/** Its row among those of all distributors. */
const serviceOf = async ({ store, call, distId }: Asked): Promise<Service | null> =>
  (await store.one<Service>(serviceOfMonth(call.month, { scope: [distId], now: call.now }))) ?? null

async function benefitsOf(asked: Asked) {
  const { store, call } = asked
  const { scope } = call
  const question = questionOf(asked, { measures: BENEFITS, by: ['benefit_group'], compare: 'none' })
  const windows = { ...windowsOf(call), compared: null }
  const [{ main, prev }, { rows }] = await Promise.all([
    compared(asked, BENEFITS),
    answer(question, { store, scope, windows }),
  ])
  const labels = await labelsOf(
    store,
    'benefit_group',
    rows.map(({ keys: [key = ''] }) => key),
    scope,
  )
  return {
    main_month: main,
    prev_month: prev,
    groups: rows.map(({ keys: [key = ''], values }) => ({
      ...{ key, label: labels.get(key) ?? key },
      benefit_amount: values.benefit_amount ?? 0,
      benefit_uses: values.benefit_uses ?? 0,
    })),
  }
}

interface StoredNote {
  readonly id: number
  readonly from_date: string
  readonly to_date: string
  readonly text: string
  readonly dist_id: string | null
}

async function notesOf({ store, call, distId }: Asked) {
  const { from, to } = monthDays(call)
  const notes = await store.all<StoredNote>(notesSeen({ from, to, dist_id: distId }, call.scope, false))
  return notes
    .toSorted((one, other) => (one.from_date < other.from_date ? -1 : 1))
    .map(({ dist_id, ...note }) => ({ ...note, about_all: dist_id === null }))
}
