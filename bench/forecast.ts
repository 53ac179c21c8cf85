// How far forecasts of past months were off, in relation to a straight line, and how often their range held: the demo with three
// seeds, and the recorded store.
import { join } from 'node:path'
import type { GoalDimension } from '#contract/goals/scopes.ts'
import { isMonth, monthBounds } from '#contract/month.ts'
import type { MeasureKey } from '#contract/questions/measures.ts'
import { sumOf } from '#server/forecast/course.ts'
import { type Trial, trialsOf, withRanges } from '#server/forecast/past.ts'
import { readSeries } from '#server/forecast/read-series.ts'
import { importShop } from '#server/ingest/import.ts'
import { silentProgress } from '#server/ingest/progress.ts'
import { filesShop } from '#server/sources/woocommerce/json-lines.ts'
import { wooCommerceSource } from '#server/sources/woocommerce/source.ts'
import { makeDemo } from '#server/start/make-demo.ts'
import { openStore } from '#server/store/open.ts'
import { sql, wholeShop } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { readVersions } from '#server/store/versions.ts'
import { floor, heading, table } from './figures.ts'

const TIME_ZONE = 'America/Argentina/Buenos_Aires'
const DEMO = { orders: 60_000, months: 24, until: '2026-10', timeZone: TIME_ZONE } as const
const DAYS: ReadonlySet<number> = new Set([10, 15, 20])
const MEASURES: readonly MeasureKey[] = ['net_sale', 'orders', 'units']
/** Keys of a dimension with the most orders. */
const LARGEST = 12
const LEAST_RATIO = 0.7
const INSIDE = [75, 88] as const

export async function measureForecast(folder: string, recording: string): Promise<void> {
  heading('Forecasts on days 10, 15 and 20 of every month with three before it')
  const rows: string[][] = []
  const results: Trial[][] = []
  for (const seed of [1, 2, 3]) {
    const store = await openStore({ dataDir: join(folder, `demo-${seed}`) })
    await makeDemo(store, { ...DEMO, seed })
    // Its orders of the last nine days are still in preparation, so its last month is not over yet.
    results.push(await measure(store, `demo, seed ${seed}`, DEMO.until, rows))
    await store.close()
  }
  const store = await openStore({ dataDir: join(folder, 'recorded') })
  const source = wooCommerceSource(await filesShop(recording))
  await importShop({ store, source, timeZone: TIME_ZONE, progress: silentProgress })
  const last = [...(await readVersions(store)).keys()].filter(isMonth).sort().at(-1) ?? ''
  results.push(await measure(store, 'recorded', last, rows))
  await store.close()
  rows.push(lineOf('all demos, whole shop', results.slice(0, 3).flat()))
  rows.push(lineOf('recorded, whole shop', results.slice(3).flat()))
  rows.push(lineOf('demos and recorded, whole shop', results.flat()))
  console.log(table(['shop', 'error', 'straight line', 'ratio', 'in range', 'forecasts'], rows))
}

/** Adds a row per measure and dimension; returns the forecasts of the whole shop. */
async function measure(store: Store, name: string, month: string, rows: string[][]): Promise<Trial[]> {
  const firstMonth = [...(await readVersions(store)).keys()].filter(isMonth).sort()[0] ?? month
  const whole: Trial[] = []
  for (const by of ['all', 'distributor', 'segment'] as const)
    for (const measure of MEASURES) {
      const wanted = { measure, by, month, until: monthBounds(month).to_date, firstMonth }
      const series = await readSeries(wanted, await keysOf(store, by, month), 0, { store, scope: null })
      const trials = [...series.values()].flatMap((each) => {
        const before = each.calendar.days.indexOf(`${month}-01`)
        return sumOf(each.values, 0, before) > 0 ? withRanges(trialsOf(each, before, 99)) : []
      })
      const late = trials.filter(({ day }) => DAYS.has(day))
      if (by === 'all') whole.push(...late)
      rows.push(lineOf(`${name}, ${by}: ${measure}`, late))
    }
  return whole
}

async function keysOf(store: Store, by: GoalDimension, month: string): Promise<string[]> {
  if (by === 'all') return ['']
  const source = by === 'distributor' ? sql`rollup_months` : sql`rollup_segments`
  const key = by === 'distributor' ? sql`dist_id` : sql`segment`
  const rows = await store.all<{ key: string }>(
    wholeShop(
      'a measurement',
      sql`select ${key} as key from ${source} where month < ${month} and status = 'wc-completed'
        group by 1 order by sum(orders) desc, 1 limit ${LARGEST}`,
    ),
  )
  return rows.map((row) => row.key)
}

function lineOf(name: string, trials: readonly Trial[]): string[] {
  // Months count equally, whatever their size and measure.
  const total = (value: (trial: Trial) => number) =>
    trials.reduce((sum, trial) => sum + Math.abs(value(trial) - trial.actual) / Math.max(trial.actual, 1), 0)
  const [error, line] = [total(({ forecast }) => forecast), total(({ straightLine }) => straightLine)]
  const inside =
    (100 * trials.filter(({ low, high, actual }) => low <= actual && actual <= high).length) / trials.length
  const percent = (value: number) => `${((100 * value) / trials.length).toFixed(1)} %`
  const isWhole = name.includes('whole shop')
  const ratio = (error / line).toFixed(2)
  return [
    name,
    percent(error),
    percent(line),
    isWhole ? floor(error / line <= LEAST_RATIO, ratio) : ratio,
    isWhole
      ? floor(inside >= INSIDE[0] && inside <= INSIDE[1], `${inside.toFixed(0)} %`)
      : `${inside.toFixed(0)} %`,
    String(trials.length),
  ]
}
