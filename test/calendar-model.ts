// Pairs the steps of two periods with plain lists of days, without code of the engine.
import type { TimeGrain } from '#contract/questions/dimensions.ts'
import type { QuestionComparison } from '#contract/questions/question.ts'
import { type Days, timeOf } from './questions-model.ts'

const later = (day: string, count: number) => {
  const date = new Date(`${day}T12:00:00Z`)
  date.setUTCDate(date.getUTCDate() + count)
  return date.toISOString().slice(0, 10)
}

export function daysIn({ from, to }: Pick<Days, 'from' | 'to'>): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = later(day, 1)) days.push(day)
  return days
}

const lengthOf = (grain: TimeGrain, key: string) =>
  grain === 'day'
    ? 1
    : grain === 'week'
      ? 7
      : new Date(Date.UTC(Number(key.slice(0, 4)), Number(key.slice(5, 7)), 0)).getUTCDate()

interface Step {
  readonly key: string
  readonly days: readonly string[]
  readonly isWhole: boolean
}

function stepsOf(grain: TimeGrain, days: readonly string[]): Step[] {
  const byKey = Map.groupBy(days, (day) => timeOf(grain, day))
  return [...byKey].map(([key, own]) => ({ key, days: own, isWhole: own.length === lengthOf(grain, key) }))
}

/** First days of the steps that the period cuts. */
export const partialOf = (grain: TimeGrain | null, period: Pick<Days, 'from' | 'to'>): string[] =>
  grain === null
    ? []
    : stepsOf(grain, daysIn(period))
        .filter(({ isWhole }) => !isWhole)
        .map(({ key }) => (grain === 'month' ? `${key}-01` : key))

const exists = (day: string) => !Number.isNaN(Date.parse(day)) && later(day, 0) === day

const yearBefore = (text: string) => `${Number(text.slice(0, 4)) - 1}${text.slice(4)}`

/**
 * The compared days of each step of the period; null: it is compared with nothing. `reached`: the moment up to which running days
 * are compared.
 */
export function comparedDays(
  grain: TimeGrain,
  compare: QuestionComparison,
  now: Days,
  before: Days,
  reached: string | null,
): Map<string, Days | null> {
  const all = stepsOf(grain, daysIn(now))
  const own = stepsOf(
    grain,
    daysIn({ from: now.from, to: reached && reached.slice(0, 10) < now.to ? reached.slice(0, 10) : now.to }),
  )
  const isYear = compare === 'year' || compare === 'same_days_year'
  const isOneWeek = now.from === timeOf('week', now.from) && now.to === later(now.from, 6)
  // The days of a week are compared by date, the week itself with the one 52 weeks before.
  const byDate = isYear && grain === 'day' && isOneWeek
  const others = stepsOf(grain, byDate ? daysIn(now).map(yearBefore).filter(exists) : daysIn(before))
  const pairOf = (step: Step, index: number): Days | null => {
    const key = !isYear ? others[index]?.key : grain === 'week' ? later(step.key, -364) : yearBefore(step.key)
    let other = others.find((each) => each.key === key)
    let until = before.until
    if (isYear && grain === 'week' && step.isWhole && key) {
      other = stepsOf('week', daysIn({ from: key, to: later(key, 6) }))[0]
    }
    if (isYear && grain === 'week' && reached && step === own.at(-1) && key) {
      // The running week: as far as it has come, 52 weeks before.
      const from = step.days[0] === step.key ? key : other?.days[0]
      const end = later(reached.slice(0, 10), -364)
      const days = from ? daysIn({ from, to: end }) : []
      other = { key, days, isWhole: days.length === 7 }
      until = `${end}${reached.slice(10)}`
    }
    if (!other || other.days.length === 0) return null
    const isOutgrown =
      grain === 'month' &&
      reached &&
      step === own.at(-1) &&
      other.isWhole &&
      step.days[0] === `${step.key}-01`
    const isAlike = step.isWhole
      ? other.isWhole
      : (!other.isWhole && step.days.length === other.days.length) ||
        (isOutgrown && step.days.length > other.days.length)
    if (!isAlike) return null
    const last = other.days.at(-1) ?? ''
    if (byDate && reached) until = `${yearBefore(reached.slice(0, 10))}${reached.slice(10)}`
    return { from: other.days[0] ?? '', to: last, until: until?.startsWith(last) ? until : null }
  }
  return new Map(
    all.map(({ key }) => {
      const index = own.findIndex((step) => step.key === key)
      const step = own[index]
      return [key, step ? pairOf(step, index) : null]
    }),
  )
}
