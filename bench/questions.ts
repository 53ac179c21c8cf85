// Questions and explanations over HTTP, each answered for the first time: from rollups of a month and of 24 months, from rows,
// and why a month changed.
import { monthBounds } from '#contract/month.ts'
import { type Question, questionParams } from '#contract/questions/question.ts'
import { Client } from './client.ts'
import { floor, heading, ms, percentile, table } from './figures.ts'
import type { Place } from './processes.ts'

interface Kind {
  readonly name: string
  /** Milliseconds at p95. */
  readonly limit: number
  readonly months: number
  readonly asks: readonly Partial<Question>[]
}

const KINDS: readonly Kind[] = [
  {
    name: 'rollups, one month',
    limit: 30,
    months: 1,
    asks: [
      { measures: ['net_sale', 'orders', 'average_ticket'], by: ['distributor'] },
      { measures: ['net_sale', 'units'], by: ['business', 'segment'] },
      { measures: ['net_sale', 'units', 'net_per_unit'], by: ['product'] },
      { measures: ['net_sale', 'cancelled_amount', 'cancel_rate'], by: ['province'] },
      { measures: ['benefit_amount', 'benefit_uses'], by: ['benefit_group'] },
      { measures: ['net_sale', 'discount_rate'], grain: 'day' },
    ],
  },
  {
    name: 'rollups, 24 months',
    limit: 100,
    months: 24,
    asks: [
      { measures: ['net_sale', 'orders'], by: ['distributor'], grain: 'month' },
      { measures: ['net_sale'], by: ['segment'], grain: 'month' },
      { measures: ['net_sale', 'orders'], by: ['province'], grain: 'month' },
    ],
  },
  {
    name: 'rows, two dimensions, 12 months',
    limit: 1000,
    months: 12,
    asks: [
      { measures: ['net_sale', 'orders'], by: ['province', 'payment_method'] },
      { measures: ['net_sale', 'orders'], by: ['segment', 'province'] },
      { measures: ['net_sale', 'orders'], by: ['benefit_group', 'distributor'] },
      { measures: ['buyers'], by: ['distributor', 'weekday'] },
    ],
  },
]

const EXPLAIN_LIMIT = 400

const BASE: Question = {
  ...{ measures: ['net_sale'], by: [], grain: null, period: 'latest_month' },
  ...{ compare: 'none', where: [], order: null, limit: null },
}

/** The question over the months that end with this one. */
const pathOf = (ask: Partial<Question>, months: readonly string[]): string => {
  const [first = '', last = first] = [months[0], months.at(-1)]
  const period = { from: monthBounds(first).from_date, to: monthBounds(last).to_date }
  return `/api/questions/answer?${questionParams({ ...BASE, ...ask, period })}`
}

export async function measureQuestions(place: Place): Promise<void> {
  heading(`Questions, each for the first time, ${place.months.length} months (milliseconds)`)
  const client = new Client(place.port, place.token)
  const months = place.months.toSorted()
  const rows: string[][] = []
  const measure = async (name: string, limit: number, paths: readonly string[]) => {
    const times: number[] = []
    for (const path of paths) {
      const { status, milliseconds } = await client.get(path)
      if (status !== 200) throw new Error(`${path} answered ${status}`)
      times.push(milliseconds)
    }
    const p95 = percentile(times, 0.95)
    rows.push([name, ms(percentile(times, 0.5)), floor(p95 <= limit, ms(p95)), String(times.length)])
  }
  // The engine reads each table for the first time.
  await client.get(pathOf({ measures: ['net_sale'], by: ['product'] }, months.slice(0, 1)))
  for (const { name, limit, months: count, asks } of KINDS) {
    const ends = months.map((_, index) => months.slice(Math.max(0, index + 1 - count), index + 1))
    const whole = ends.filter((span) => span.length === Math.min(count, months.length))
    await measure(
      name,
      limit,
      whole.slice(-6).flatMap((span) => asks.map((ask) => pathOf(ask, span))),
    )
  }
  const explained = months.slice(1).map((month) => {
    const { from_date, to_date } = monthBounds(month)
    return `/api/questions/explain?measure=net_sale&from=${from_date}&to=${to_date}&compare=previous`
  })
  await measure('why a month changed, all dimensions', EXPLAIN_LIMIT, explained.slice(-12))
  console.log(table(['question', 'p50', 'p95', 'asked'], rows))
  client.close()
}
