// Pairs the steps of the asked days with those that they are compared with, by the calendar.
import { addDays, addMonths, mondayOf, monthOf } from '#contract/month.ts'
import type { TimeGrain } from '#contract/questions/dimensions.ts'
import { isWeek } from '#contract/questions/periods.ts'
import type { Days, Question, QuestionComparison } from '#contract/questions/question.ts'
import { daysOfStep, daysWithin } from '#contract/questions/steps.ts'
import { stepAt, stepIndex } from './time-steps.ts'
import {
  dayCount,
  isOfLastYear,
  monthsIn,
  sameDateOfYear,
  sameDatesOfLastYear,
  sameMomentOfLastYear,
  WEEKS_OF_A_YEAR,
  type Window,
  type Windows,
} from './windows.ts'

export interface PairedSteps {
  /** The days of which rows are compared; weeks of a year before may pass the compared period by some days. */
  readonly compared: Window
  /** The compared step of an asked one; null: it has none that is alike. */
  partnerOf(step: string): string | null
  /** The asked step that a compared one belongs to; null: none. */
  ownerOf(step: string): string | null
}

/** The step that holds a day. */
const stepOf = (grain: TimeGrain, day: string): string =>
  grain === 'day' ? day : grain === 'week' ? mondayOf(day) : monthOf(day)

const isSame = (one: Days, other: Days) => one.from === other.from && one.to === other.to

/** The first and the last step of the asked days up to today; null: none has begun. */
export function begunSteps(
  grain: TimeGrain | null,
  { begun }: Windows,
): { first: string; last: string } | null {
  if (grain === null || !begun) return null
  return { first: stepOf(grain, begun.from), last: stepOf(grain, begun.to) }
}

/** Every step of the asked days up to today. */
export function everyStep(grain: TimeGrain, windows: Windows): string[] {
  const begun = begunSteps(grain, windows)
  if (!begun) return []
  const count = stepIndex(grain, begun.first, begun.last) + 1
  return Array.from({ length: count }, (_, index) => stepAt(grain, begun.first, index))
}

/** The first days of the steps at the ends of the period that it holds in part. */
export function partialSteps(grain: TimeGrain | null, period: Days): string[] {
  if (grain === null) return []
  const ends = [...new Set([stepOf(grain, period.from), stepOf(grain, period.to)])]
  return ends
    .map((step) => daysOfStep(grain, step))
    .filter((days) => !isSame(daysWithin(days, period), days))
    .map(({ from }) => from)
}

/** The days of which rows are compared; null without a comparison. */
export const comparedWindow = (steps: PairedSteps | null, { compared }: Windows): Window | null =>
  compared && (steps?.compared ?? compared)

/** The first and the last month whose orders an answer shows, the compared ones too. */
export function monthsShown({ grain, compare }: Pick<Question, 'grain' | 'compare'>, windows: Windows) {
  const { current } = windows
  const before = comparedWindow(grain && pairedSteps(grain, compare, windows), windows)
  const months = [current, ...(before ? [before] : [])].flatMap(monthsIn).sort()
  return { from: months[0] ?? '', to: months.at(-1) ?? '' }
}

/** Null without a comparison. */
export function pairedSteps(
  grain: TimeGrain,
  compare: QuestionComparison,
  windows: Windows,
): PairedSteps | null {
  if (!windows.compared) return null
  const compared = comparedRows(grain, compare, windows.current, windows.compared, windows.reached ?? null)
  const { current } = windows
  const reached = { ...current, to: windows.reached?.slice(0, 10) ?? current.to }
  const shift = shiftOf(grain, compare, current, windows.compared)
  const isAlike = (own: string, other: string) => {
    const [all, allCompared] = [daysOfStep(grain, own), daysOfStep(grain, other)]
    const [mine, theirs] = [daysWithin(all, reached), daysWithin(allCompared, compared)]
    if (mine.from > mine.to || theirs.from > theirs.to) return false
    const [isWhole, isWholeCompared] = [isSame(mine, all), isSame(theirs, allCompared)]
    if (isWhole && isWholeCompared) return true
    // A running month is compared with the whole of a shorter one that it has outgrown.
    if (grain === 'month' && isWholeCompared && mine.from === all.from && reached.to === mine.to)
      return reached.to < current.to && dayCount(mine) > dayCount(theirs)
    return isWhole === isWholeCompared && dayCount(mine) === dayCount(theirs)
  }
  const hasBegun = (own: string) => !windows.begun || daysOfStep(grain, own).from <= windows.begun.to
  const pairOf = (own: string | null, other: string | null) =>
    own !== null && other !== null && hasBegun(own) && isAlike(own, other) ? { own, other } : null
  return {
    compared,
    partnerOf: remembered((step) => pairOf(step, shift.back(step))?.other ?? null),
    ownerOf: remembered((step) => pairOf(shift.forth(step), step)?.own ?? null),
  }
}

/** Many rows share a step. */
function remembered(of: (step: string) => string | null): (step: string) => string | null {
  const known = new Map<string, string | null>()
  return (step) => {
    const found = known.get(step)
    if (found !== undefined) return found
    const answer = of(step)
    known.set(step, answer)
    return answer
  }
}

interface Shift {
  readonly back: (step: string) => string | null
  readonly forth: (step: string) => string | null
}

/** A year before by the calendar: days by date, weeks by 52 weeks, months by name; else the same place in both periods. */
function shiftOf(grain: TimeGrain, compare: QuestionComparison, current: Days, compared: Days): Shift {
  if (!isOfLastYear(compare))
    return {
      back: (step) => stepAt(grain, compared.from, stepIndex(grain, current.from, step)),
      forth: (step) => stepAt(grain, current.from, stepIndex(grain, compared.from, step)),
    }
  if (grain === 'day')
    return { back: (day) => sameDateOfYear(day, -1), forth: (day) => sameDateOfYear(day, 1) }
  if (grain === 'month')
    return { back: (month) => addMonths(month, -12), forth: (month) => addMonths(month, 12) }
  return {
    back: (monday) => addDays(monday, -WEEKS_OF_A_YEAR),
    forth: (monday) => addDays(monday, WEEKS_OF_A_YEAR),
  }
}

/** The compared period; of a year before, days by date, and weeks that are whole where the asked ones are. */
function comparedRows(
  grain: TimeGrain,
  compare: QuestionComparison,
  current: Days,
  compared: Window,
  reached: string | null,
): Window {
  if (!isOfLastYear(compare) || grain === 'month') return compared
  if (grain === 'day') return datesOfLastYear(current, compared, reached)
  const [first, last] = [current.from, current.to]
    .map((day) => daysOfStep('week', mondayOf(day)))
    .map(({ from, to }) => ({
      from: addDays(from, -WEEKS_OF_A_YEAR),
      to: addDays(to, -WEEKS_OF_A_YEAR),
    })) as [Days, Days]
  const from = current.from === mondayOf(current.from) ? first.from : daysWithin(first, compared).from
  if (reached !== null) {
    const day = addDays(reached.slice(0, 10), -WEEKS_OF_A_YEAR)
    return { from, to: day, until: `${day}${reached.slice(10)}` }
  }
  const monday = mondayOf(current.to)
  if (current.from <= monday && current.to === addDays(monday, 6)) return { from, to: last.to, until: null }
  const cut = daysWithin(last, compared)
  if (cut.from <= cut.to) return { from, to: cut.to, until: null }
  // The week before the cut one stays whole if it is whole, also where the compared period ends in it.
  const isWholeBefore = current.from <= addDays(monday, -7)
  return { from, to: isWholeBefore ? addDays(last.from, -1) : compared.to, until: null }
}

/** A week is compared with the one 52 weeks before, but its days by date. */
function datesOfLastYear(current: Days, compared: Window, reached: string | null): Window {
  const dates = isWeek(current) ? sameDatesOfLastYear(current) : null
  if (!dates) return compared
  const until = reached && sameMomentOfLastYear(reached)
  return { from: dates.from, to: until?.slice(0, 10) ?? dates.to, until }
}
