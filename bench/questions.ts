// Questions and explanations over HTTP, each answered for the first time: from rollups of a month and of 24 months, from rows,
// and why a month changed.
import { monthBounds } from '#contract/month.ts'
import { type Question, questionParams } from '#contract/questions/question.ts'
import { openStore } from '#server/store/open.ts'
import { refreshStatistics } from '#server/store/schema-tables.ts'
import { Client } from './client.ts'
import { count, times as factor, floor, heading, ms, percentile, table } from './figures.ts'
import { type Address, type Place, serve, storeAt } from './processes.ts'
import { FILLED } from './shops.ts'

interface Kind {
  readonly name: string
  /** Milliseconds at p95. */
  readonly limit: number
  readonly months: number
  readonly asks: readonly Partial<Question>[]
}

/** No rollup has both dimensions. */
export const FROM_ROWS: readonly Partial<Question>[] = [
  { measures: ['net_sale', 'orders'], by: ['province', 'payment_method'] },
  { measures: ['net_sale', 'orders'], by: ['segment', 'province'] },
  { measures: ['net_sale', 'orders'], by: ['benefit_group', 'distributor'] },
  { measures: ['buyers'], by: ['distributor', 'weekday'] },
]

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
      { measures: ['buyers', 'new_buyers', 'returning_buyers'] },
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
    asks: FROM_ROWS,
  },
]

const EXPLAIN_LIMIT = 400

const BASE: Question = {
  ...{ measures: ['net_sale'], by: [], grain: null, period: 'latest_month' },
  ...{ compare: 'none', where: [], order: null, limit: null },
}

/** The question over the months that end with this one. */
export const questionPath = (ask: Partial<Question>, months: readonly string[]): string => {
  const [first = '', last = first] = [months[0], months.at(-1)]
  const period = { from: monthBounds(first).from_date, to: monthBounds(last).to_date }
  return `/api/questions/answer?${questionParams({ ...BASE, ...ask, period })}`
}

export interface Measured {
  readonly name: string
  /** Milliseconds at p95. */
  readonly limit: number
  readonly times: readonly number[]
}

export async function measureQuestions(place: Place): Promise<void> {
  heading(`Questions, each for the first time, ${place.months.length} months (milliseconds)`)
  const rows = (await measured(place)).map(({ name, limit, times }) => {
    const p95 = percentile(times, 0.95)
    return [name, ms(percentile(times, 0.5)), floor(p95 <= limit, ms(p95)), String(times.length)]
  })
  console.log(table(['question', 'p50', 'p95', 'asked'], rows))
}

const GROWTH = 1.3

/** The same questions after histories of these sizes, each a multiple of the first. */
export async function measureQuestionScales(
  sizes: readonly number[],
  make: (orders: number) => Promise<Address>,
  measure: (place: Place) => Promise<Measured[]> = measured,
): Promise<void> {
  const columns = new Map<string, string[]>()
  const first = new Map<string, number>()
  for (const orders of sizes) {
    const address = await make(orders)
    const store = await openStore(storeAt(address))
    await refreshStatistics(store, FILLED).finally(() => store.close())
    const server = await serve(address)
    const kinds = await measure(server).finally(() => server.stop())
    for (const { name, limit, times } of kinds) {
      const [middle, p95] = [percentile(times, 0.5), percentile(times, 0.95)]
      const ratio = middle / (first.get(name) ?? middle)
      first.set(name, first.get(name) ?? middle)
      const cells = columns.get(name) ?? [name, ms(limit)]
      columns.set(name, [...cells, ms(middle), ms(p95), floor(ratio <= GROWTH, factor(ratio))])
    }
  }
  const heads = sizes.flatMap((orders) => [`p50 at ${count(orders)}`, 'p95', 'to the first'])
  console.log(`\n${table(['question', 'limit', ...heads], [...columns.values()])}`)
}

async function measured(place: Place): Promise<Measured[]> {
  const client = new Client(place.port, place.token)
  const months = place.months.toSorted()
  const results: Measured[] = []
  const measure = async (name: string, limit: number, paths: readonly string[]) => {
    const times: number[] = []
    for (const path of paths) {
      const { status, milliseconds } = await client.get(path)
      if (status !== 200) throw new Error(`${path} answered ${status}`)
      times.push(milliseconds)
    }
    results.push({ name, limit, times })
  }
  // The engine reads each table for the first time.
  await client.get(questionPath({ measures: ['net_sale'], by: ['product'] }, months.slice(0, 1)))
  for (const { name, limit, months: length, asks } of KINDS) {
    const ends = months.map((_, index) => months.slice(Math.max(0, index + 1 - length), index + 1))
    const whole = ends.filter((span) => span.length === Math.min(length, months.length))
    await measure(
      name,
      limit,
      whole.slice(-6).flatMap((span) => asks.map((ask) => questionPath(ask, span))),
    )
  }
  const explained = months.slice(1).map((month) => {
    const { from_date, to_date } = monthBounds(month)
    return `/api/questions/explain?measure=net_sale&from=${from_date}&to=${to_date}&compare=previous`
  })
  await measure('why a month changed, all dimensions', EXPLAIN_LIMIT, explained.slice(-12))
  client.close()
  return results
}
