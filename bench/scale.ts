// Views, lists, exports and rebuilds of a month with growing histories: the cost must not grow.
import { rebuildPass } from '#server/rollups/rebuild.ts'
import { openStore } from '#server/store/open.ts'
import { refreshStatistics } from '#server/store/schema-tables.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import {
  addresses,
  isOfMonth,
  monthlyCalls,
  notFoundAhead,
  ofLists,
  ofViews,
  type Samples,
  short,
} from './call-samples.ts'
import { staticOf } from './calls.ts'
import { Client } from './client.ts'
import { download, LISTS } from './exports.ts'
import { count, mib, ms, percentile, seconds, timed } from './figures.ts'
import { foundAhead } from './found-ahead.ts'
import { LARGE_COPY, LARGE_LIST, MEMORY } from './large-list.ts'
import { type Address, type Place, serve, storeAt } from './processes.ts'
import { atLeast, atMost, type Figure, figure, printScales, type Scale } from './scale-table.ts'
import { FILLED } from './shops.ts'

interface Plan {
  /** Number of months requested per view, and per list, which has five pages each. */
  readonly views: number
  readonly lists: number
  readonly rebuilds: number
  /** Number of exports of a million rows. */
  readonly exports: number
}

const PLANS = {
  duckdb: { views: 23, lists: 6, rebuilds: 6, exports: 3 },
  postgres: { views: 8, lists: 2, rebuilds: 3, exports: 1 },
} as const satisfies Record<string, Plan>

/** `make` grows the shop to that many orders; scales ascend. Prints results after each. */
export async function measureScales(
  scales: readonly number[],
  make: (orders: number) => Promise<Address>,
): Promise<void> {
  const done: Scale[] = []
  for (const orders of scales) {
    const address = await make(orders)
    const store = await openStore(storeAt(address))
    const { engine } = store
    const plan = PLANS[engine]
    // As after an import: PostgreSQL plans with old statistics until they are refreshed.
    await refreshStatistics(store, FILLED)
    const rebuild = await monthRebuild(store, plan).finally(() => store.close())
    const ahead = await withServer(address, foundAhead)
    const server = await serve(address)
    try {
      const [views, lists] = await logDuration('calls', () => calls(server, plan))
      const figures = [
        ...ofViews(views),
        ...growth('the view that grew most, middle', views, done[0]?.middles),
        repetition(views),
        ...ofLists(lists),
        ...growth('the list of a month that grew most, middle', lists.filter(isOfMonth), done[0]?.middles),
        ...notFoundAhead([...views, ...lists]),
        ...ahead,
        rebuild,
        ...(await logDuration('exports', () => exports(server, plan))),
      ]
      const middles = new Map([...views, ...lists].map(({ path, first }) => [path, percentile(first, 0.5)]))
      done.push({ orders, figures, middles })
    } finally {
      await server.stop()
    }
    printScales('the same months, ever longer histories', done, engine)
  }
}

async function withServer<T>(address: Address, work: (place: Place) => Promise<T>): Promise<T> {
  const server = await serve(address)
  return work(server).finally(server.stop)
}

async function logDuration<T>(what: string, work: () => Promise<T>): Promise<T> {
  const [result, took] = await timed(work)
  console.log(`${what} measured in ${seconds(took)}`)
  return result
}

async function monthRebuild(store: Store, { rebuilds }: Plan): Promise<Figure> {
  const rows = await store.all<{ month: string }>(
    sql`select distinct month from rollup_months order by month desc limit ${rebuilds}`,
  )
  const took: number[] = []
  for (const { month } of rows)
    took.push((await timed(() => store.transaction((tx) => rebuildPass(tx, [month]))))[1])
  return figure('rebuild of a month, middle', percentile(took, 0.5), { flat: true })
}

/** First responses of months not yet requested, and repeated responses. */
async function calls(place: Place, plan: Plan): Promise<[views: Repeated[], lists: Repeated[]]> {
  const client = new Client(place.port, place.token)
  const text = (path: string) => client.text(path)
  const views: Repeated[] = []
  const lists: Repeated[] = []
  for (const { endpoint, path } of monthlyCalls(place)) {
    const warm = await addresses(text, endpoint, path, place.months.at(-1) ?? '')
    // Warms up lazily compiled code.
    for (const address of warm) await client.get(address)
    const first: number[] = []
    for (const month of spread(place.months.slice(0, -1), endpoint.list ? plan.lists : plan.views))
      for (const address of await addresses(text, endpoint, path, month))
        first.push((await client.get(address)).milliseconds)
    const again = await repeated(client, warm[0] ?? path)
    ;(endpoint.list ? lists : views).push({ path: endpoint.path, first, again })
  }
  client.close()
  return [views, lists]
}

const spread = <T>(items: readonly T[], wanted: number): T[] =>
  items.filter(
    (_, index) =>
      Math.floor((index * wanted) / items.length) !== Math.floor(((index - 1) * wanted) / items.length),
  )

const REPEATS = 100

/** Alternates both, after as many warm-up requests, as on a server that has run for a while. */
async function repeated(client: Client, address: string): Promise<number> {
  const [kept, fixed]: [number[], number[]] = [[], []]
  const { bytes } = await client.get(address)
  for (let round = 0; round < REPEATS * 2; round++) {
    const [answer, same] = [await client.get(address), await client.get(staticOf(bytes))]
    if (round < REPEATS) continue
    kept.push(answer.milliseconds)
    fixed.push(same.milliseconds)
  }
  return percentile(kept, 0.5) / percentile(fixed, 0.5)
}

type Middles = ReadonlyMap<string, number>

interface Repeated extends Samples {
  /** Time of a repeated response relative to a static one of the same size. */
  readonly again: number
}

function repetition(views: readonly Repeated[]): Figure {
  const again = views.map((view) => view.again)
  const [slowest] = views.toSorted((one, other) => other.again - one.again)
  return figure('views repeated: static route, middle', percentile(again, 0.5), {
    budget: atMost(1.5, '×'),
    shown: slowest
      ? `${percentile(again, 0.5).toFixed(2)} ×, at most ${slowest.again.toFixed(2)} × ${short(slowest.path)}`
      : '',
  })
}

function growth(name: string, samples: readonly Samples[], before: Middles | undefined): Figure[] {
  const grown = samples.map(({ path, first }) => {
    const middle = percentile(first, 0.5)
    return { path, middle, ratio: middle / (before?.get(path) ?? middle) }
  })
  const [most] = grown.toSorted((one, other) => other.ratio - one.ratio)
  const shown = most && before ? `${most.ratio.toFixed(2)} × ${ms(most.middle)} ms ${short(most.path)}` : ''
  return [figure(name, most?.ratio ?? Number.NaN, { shown })]
}

async function exports(place: Place, plan: Plan): Promise<Figure[]> {
  const month = place.months.at(-1) ?? ''
  const firsts: Figure[] = []
  for (const path of LISTS) {
    const file = await download(place, `${path}?start_date=${month}&export=1`)
    firsts.push(
      figure(`CSV of a month, ${short(path)}`, file.first, {
        shown: `${count(file.lines - 1)} rows, first byte ${ms(file.first)} ms`,
      }),
    )
  }
  return [...firsts, ...(await largeExport(place, plan))]
}

/**
 * Compares a million rows as CSV and XLSX with COPY of the same query. Memory growth is measured on a
 * server that has sent one such file since its start; the growth of the first file is listed separately.
 */
async function largeExport(place: Place, { exports: rounds }: Plan): Promise<Figure[]> {
  const client = new Client(place.port, place.token)
  const json = async (path: string): Promise<Record<string, number>> => JSON.parse(await client.text(path))
  const csv = () => download(place, `${LARGE_LIST}?export=1`)
  const grown = async (): Promise<number> => {
    const rss = async () => (await json(MEMORY)).rss ?? Number.NaN
    const before = await rss()
    let most = before
    const watch = setInterval(async () => {
      most = Math.max(most, await rss())
    }, 100)
    await csv().finally(() => clearInterval(watch))
    return Math.max(most, await rss()) - before
  }
  const [begun, growth] = [await grown(), Math.max(await grown(), await grown())]
  const copies: number[] = []
  const files: Awaited<ReturnType<typeof download>>[] = []
  for (let round = 0; round < rounds; round++) {
    copies.push((await json(LARGE_COPY)).milliseconds ?? Number.NaN)
    files.push(await csv())
  }
  const book = await download(place, `${LARGE_LIST}?export=1&format=xlsx`)
  client.close()
  const middle = (of: (file: (typeof files)[number]) => number) => percentile(files.map(of), 0.5)
  const [copy, whole, first] = [
    percentile(copies, 0.5),
    middle((file) => file.whole),
    middle((file) => file.first),
  ]
  const rows = middle((file) => file.lines) - 1
  const rate = (milliseconds: number) => (rows / milliseconds) * 1000
  const written = (milliseconds: number) => `${count(rate(milliseconds))} rows/s`
  return [
    figure(`COPY of ${count(rows)} rows`, copy, { shown: Number.isNaN(copy) ? '' : written(copy) }),
    figure('the same as CSV', whole, { shown: written(whole) }),
    figure('… in the pace of COPY', copy / whole, { budget: atLeast(0.5, '×') }),
    figure('… first byte', first, { shown: `${ms(first)} ms` }),
    figure('… memory growth', growth, {
      budget: atMost(100 * 1024 * 1024, 'MiB'),
      shown: `${mib(growth)}, the server’s first such file ${mib(begun)}`,
    }),
    figure('the same as XLSX', rate(book.whole), {
      budget: atLeast(25_000, 'rows/s'),
      shown: written(book.whole),
    }),
  ]
}
