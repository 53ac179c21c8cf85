// Why a measure changed between two periods: its factors, and the values of each dimension that moved it.
import type { DimensionKey } from '#contract/questions/dimensions.ts'
import type { ExplainQuestion } from '#contract/questions/explain-question.ts'
import { labelsOf } from '../labels.ts'
import {
  type DimensionMoves,
  type ExplainOptions,
  explainedBy,
  factorInput,
  figuresOf,
  movesOf,
  notSplitBy,
  pastOrders,
  planOf,
} from './evidence.ts'
import { scaleOf } from './exact.ts'
import { type Factor, factorsOf } from './factors.ts'
import { ranked, STANDS_OUT, type StandingOut, shownPart } from './standing-out.ts'

export interface Change {
  readonly before: number
  readonly after: number
  readonly difference: number
}

export interface ValueChange extends Change {
  readonly key: string
  readonly label: string
  readonly standsOut: boolean
}

export interface ExplainedDimension {
  readonly dimension: DimensionKey
  readonly explains: number
  readonly addsUp: boolean
  readonly values: readonly ValueChange[]
  readonly rest: Change | null
}

export interface Explanation {
  readonly before: number | null
  readonly after: number | null
  readonly difference: number | null
  readonly factors: readonly Factor[]
  /** Those that explain most first. */
  readonly dimensions: readonly ExplainedDimension[]
  readonly notSplitBy: readonly DimensionKey[]
}

const MOST_SHOWN = 8

export async function explain(question: ExplainQuestion, options: ExplainOptions): Promise<Explanation> {
  const { measure } = question
  const scale = scaleOf(measure)
  const orders = await pastOrders(question, options)
  const plans = explainedBy(question, options).map((dimension) =>
    planOf(question, dimension, orders, options),
  )
  const figures = figuresOf(question, plans, options)
  const [read, moves] = await Promise.all([
    figures,
    Promise.all(plans.map((plan) => movesOf(question, plan, figures, options))),
  ])
  const [after, before] = [read.after.totals[measure] ?? null, read.before.totals[measure] ?? null]
  const skipped = notSplitBy(question, options)
  if (before === null || after === null)
    return { before, after, difference: null, factors: [], dimensions: [], notSplitBy: skipped }
  const total = changeOf(Math.round(before * scale), Math.round(after * scale))
  const dimensions = await Promise.all(ranked(moves).map((each) => shownOf(each, total, scale, options)))
  const factors = factorsOf(measure, factorInput(question, read), total.difference)
  return {
    ...unscaled(total, scale),
    factors: factors.map(({ key, difference }) => ({ key, difference: difference / scale })),
    dimensions,
    notSplitBy: skipped,
  }
}

const changeOf = (before: number, after: number): Change => ({ before, after, difference: after - before })

const unscaled = ({ before, after, difference }: Change, scale: number): Change => ({
  before: before / scale,
  after: after / scale,
  difference: difference / scale,
})

type Ranked = DimensionMoves & StandingOut

/** The values that stand out, then those with the largest changes; the others form the rest. */
async function shownOf(
  { dimension, addsUp, values, explains, strongest }: Ranked,
  total: Change,
  scale: number,
  { store, scope }: ExplainOptions,
): Promise<ExplainedDimension> {
  const isStrong = ({ key }: { key: string }) => explains >= STANDS_OUT && strongest.includes(key)
  const moved = values
    .filter(({ before, after }) => before !== 0 || after !== 0)
    .map(({ key, before, after }) => ({ key, ...changeOf(before, after) }))
    .sort(
      (one, other) =>
        Number(isStrong(other)) - Number(isStrong(one)) ||
        (isStrong(one) ? strongest.indexOf(one.key) - strongest.indexOf(other.key) : 0) ||
        Math.abs(other.difference) - Math.abs(one.difference) ||
        (one.key < other.key ? -1 : 1),
    )
  const shown = moved.slice(0, MOST_SHOWN)
  const labels = await labelsOf(
    store,
    dimension,
    shown.map(({ key }) => key),
    scope,
  )
  const sum = (key: 'before' | 'after') => shown.reduce((sum, value) => sum + value[key], 0)
  const rest = changeOf(total.before - sum('before'), total.after - sum('after'))
  const isWhole = shown.length === moved.length && rest.before === 0 && rest.after === 0
  return {
    dimension,
    addsUp,
    explains: shownPart(explains),
    values: shown.map((value) => ({
      key: value.key,
      label: labels.get(value.key) ?? value.key,
      ...unscaled(value, scale),
      standsOut: isStrong(value),
    })),
    rest: isWhole ? null : unscaled(rest, scale),
  }
}
