// The figures that alerts read, each asked as a question.
import { type AlertRule, watchedFilters } from '#contract/alerts/rule.ts'
import { addDays, monthBounds, monthOf } from '#contract/month.ts'
import type { DimensionKey, TimeGrain } from '#contract/questions/dimensions.ts'
import { type MeasureKey, measureOf } from '#contract/questions/measures.ts'
import type { Days } from '#contract/questions/question.ts'
import { type AnswerRow, answerOver } from '#server/questions/answer.ts'
import type { Scope } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'

export interface FigureDeps {
  readonly store: Reads
  readonly scope: Scope
  /** First day with data. */
  readonly firstDay: string
  readonly timeZone: string
}

/** By value of the rule's dimension; the total has the key ''. */
export type Figures = ReadonlyMap<string, number | null>

export interface FigureReader {
  /** Of all of these days together. */
  of(days: Days): Promise<Figures>
}

type Watched = Omit<AlertRule, 'least'>

export async function rowsOf(
  { store, scope }: FigureDeps,
  rule: Watched,
  asked: { measure: MeasureKey; by: readonly DimensionKey[]; grain: TimeGrain | null; days: Days },
): Promise<AnswerRow[]> {
  const { measure, by, grain, days } = asked
  const question = { measures: [measure], by, grain, where: watchedFilters(rule) }
  return (await answerOver(days, question, { store, scope })).rows
}

/** Sums of days where days add up, which one question per month reads; else one question per window. */
export function figureReader(deps: FigureDeps, rule: Watched): FigureReader {
  const by = rule.by ? [rule.by] : []
  if (measureOf(rule.measure).addsUp !== 'never') return dailyReader(deps, rule, by)
  return {
    async of(days) {
      const rows = await rowsOf(deps, rule, { measure: rule.measure, by, grain: null, days })
      return new Map(rows.map(({ keys, values }) => [keys[0] ?? '', values[rule.measure] ?? null]))
    },
  }
}

type Daily = ReadonlyMap<string, ReadonlyMap<string, number>>

function dailyReader(deps: FigureDeps, rule: Watched, by: readonly DimensionKey[]): FigureReader {
  const months = new Map<string, Promise<Daily>>()
  const read = async (month: string): Promise<Daily> => {
    const { from_date: from, to_date: to } = monthBounds(month)
    const { measure } = rule
    const rows = await rowsOf(deps, rule, { measure, by, grain: 'day', days: { from, to } })
    const daily = new Map<string, Map<string, number>>()
    for (const { keys, time, values } of rows) {
      const ofDay = daily.get(time ?? '') ?? new Map<string, number>()
      daily.set(time ?? '', ofDay.set(keys[0] ?? '', values[measure] ?? 0))
    }
    return daily
  }
  const monthly = (month: string) => {
    const known = months.get(month) ?? read(month)
    months.set(month, known)
    return known
  }
  return {
    async of({ from, to }) {
      const sums = new Map<string, number>()
      for (let day = from; day <= to; day = addDays(day, 1)) {
        const ofDay = (await monthly(monthOf(day))).get(day)
        for (const [key, value] of ofDay ?? []) sums.set(key, (sums.get(key) ?? 0) + Math.round(value * 1000))
      }
      return new Map([...sums].map(([key, sum]) => [key, sum / 1000]))
    },
  }
}
