// The same months in front of ever longer histories: views, lists, exports and the rebuild of a month, which must cost what
// the month holds and no more.
import type { Endpoint } from '#contract/endpoint.ts'
import { rebuildMonths } from '#server/rollups/rebuild.ts'
import { openStore } from '#server/store/open.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { measured, pathOf } from './calls.ts'
import { Client } from './client.ts'
import { download } from './exports.ts'
import { count, heading, mib, ms, percentile, table, timed } from './figures.ts'
import { LARGE_COPY, LARGE_LIST, MEMORY } from './large-list.ts'
import { type Address, type Place, serve, storeAt } from './processes.ts'

/** Of the issue, in milliseconds at p95. */
const LIMITS = { rollups: 30, rows: 250, lists: 150 }

interface Scale {
  readonly orders: number
  readonly lines: readonly (readonly [name: string, value: number, shown: string])[]
}

/** `make` brings the shop to that many orders; scales ascend. */
export async function measureScales(
  scales: readonly number[],
  make: (orders: number) => Promise<Address>,
): Promise<void> {
  const done: Scale[] = []
  for (const orders of scales) {
    const address = await make(orders)
    const store = await openStore(storeAt(address))
    const rebuild = await monthRebuild(store).finally(() => store.close())
    const server = await serve(address)
    try {
      done.push({ orders, lines: [...(await calls(server)), ...(await largeExport(server)), rebuild] })
    } finally {
      await server.stop()
    }
    print(done)
  }
}

const line = (name: string, value: number, shown = `${ms(value)} ms`) => [name, value, shown] as const

async function monthRebuild(store: Store) {
  const rows = await store.all<{ month: string }>(
    sql`select distinct month from rollup_months order by month desc limit 6`,
  )
  const took: number[] = []
  for (const { month } of rows)
    took.push((await timed(() => store.transaction((tx) => rebuildMonths(tx, [month]))))[1])
  return line('rebuild of a month, median', percentile(took, 0.5))
}

/** First answers of every month, by kind; lists also at their last page, filtered and sorted by a text. */
async function calls(place: Place) {
  const client = new Client(place.port, place.token)
  const views: number[] = []
  const lists: number[] = []
  const slow = new Map<string, number>()
  for (const endpoint of measured) {
    const path = pathOf(endpoint, place)
    if (path === undefined || !endpoint.monthly) continue
    await client.get(`${path}?start_date=${place.months.at(-1)}`)
    const samples = endpoint.list ? lists : views
    const own: number[] = []
    for (const month of place.months.slice(0, -1))
      for (const query of endpoint.list ? pages(endpoint) : [''])
        own.push((await client.get(`${path}?start_date=${month}${query}`)).milliseconds)
    samples.push(...own)
    slow.set(endpoint.path, percentile(own, 0.95))
  }
  client.close()
  const over = (limit: number, isList: boolean) =>
    measured.filter(
      ({ path, list }: Endpoint) => (list !== undefined) === isList && (slow.get(path) ?? 0) > limit,
    ).length
  const slowest = (isList: boolean) => {
    const [path = '', value = Number.NaN] =
      [...slow]
        .filter(([one]) => measured.some(({ path, list }) => path === one && (list !== undefined) === isList))
        .sort(([, one], [, other]) => other - one)[0] ?? []
    return line(
      `slowest ${isList ? 'list' : 'view'} at p95`,
      value,
      `${ms(value)} ms ${path.replace('/api/', '')}`,
    )
  }
  return [
    line('views of a month, first answer, p50', percentile(views, 0.5)),
    line('views of a month, first answer, p95', percentile(views, 0.95)),
    line(
      `views over ${LIMITS.rollups} ms at p95`,
      over(LIMITS.rollups, false),
      String(over(LIMITS.rollups, false)),
    ),
    line(`views over ${LIMITS.rows} ms at p95`, over(LIMITS.rows, false), String(over(LIMITS.rows, false))),
    slowest(false),
    line('lists, any page, filtered and sorted, p50', percentile(lists, 0.5)),
    line('lists, any page, filtered and sorted, p95', percentile(lists, 0.95)),
    line(`lists over ${LIMITS.lists} ms at p95`, over(LIMITS.lists, true), String(over(LIMITS.lists, true))),
    slowest(true),
  ]
}

/** The first page, one far inside and the last, in the list's order and by a text backwards, and those that hold a letter. */
function pages({ list }: Endpoint): string[] {
  const text = list?.columns.find(({ format, sortable }) => format === 'text' && sortable !== false)?.key
  const filter = Object.entries(list?.filters ?? {}).find(([, key]) => key === text)?.[0]
  const sorted = text === undefined ? '' : `&orderBy=${text}&order=DESC`
  return [
    '',
    `${sorted}&page=40`,
    `${sorted}&page=100000`,
    ...(filter === undefined ? [] : [`&${filter}=a${sorted}&page=20`]),
  ]
}

/** A million rows as CSV and XLSX beside COPY of the same query, and how much the server grows meanwhile. */
async function largeExport(place: Place) {
  const client = new Client(place.port, place.token)
  const json = async (path: string): Promise<Record<string, number>> => JSON.parse(await client.text(path))
  await json(LARGE_COPY)
  const { milliseconds = Number.NaN } = await json(LARGE_COPY)
  const before = (await json(MEMORY)).rss ?? 0
  let most = before
  const watch = setInterval(async () => {
    most = Math.max(most, (await json(MEMORY)).rss ?? 0)
  }, 100)
  const file = await download(place, `${LARGE_LIST}?export=1`).finally(() => clearInterval(watch))
  const book = await download(place, `${LARGE_LIST}?export=1&format=xlsx`)
  client.close()
  const rows = file.lines - 1
  const rate = (whole: number) => `${count((rows / whole) * 1000)} rows/s`
  return [
    line(`COPY of ${count(rows)} rows`, milliseconds, rate(milliseconds)),
    line('the same as CSV', file.whole, rate(file.whole)),
    line('CSV in the pace of COPY', milliseconds / file.whole, `${(milliseconds / file.whole).toFixed(2)} ×`),
    line('first byte of the CSV', file.first),
    line('memory growth meanwhile', most - before, mib(most - before)),
    line('the same as XLSX', book.whole, rate(book.whole)),
  ]
}

function print(done: readonly Scale[]): void {
  const [first, last] = [done[0], done.at(-1)]
  if (!first || !last) return
  heading('The same months, ever longer histories')
  const ratio = (index: number) => {
    const [one, other] = [first.lines[index]?.[1] ?? 0, last.lines[index]?.[1] ?? 0]
    return done.length < 2 || one === 0 ? '' : `${(other / one).toFixed(2)} ×`
  }
  console.log(
    table(
      ['orders', ...done.map(({ orders }) => count(orders)), 'last : first'],
      first.lines.map(([name], index) => [
        name,
        ...done.map(({ lines }) => lines[index]?.[2] ?? ''),
        ratio(index),
      ]),
    ),
  )
}
