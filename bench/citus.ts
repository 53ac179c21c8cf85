// Compares a Citus cluster of a coordinator and two workers with a single node that has the same shop, all on this machine:
// where the statements of each call run, and the processor time that each node spends on heavy work.
import { rebuildMonths } from '#server/rollups/rebuild.ts'
import { openStore } from '#server/store/open.ts'
import { refreshStatistics } from '#server/store/schema-tables.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { bumpVersions } from '#server/store/versions.ts'
import { type TestApp, testApp } from '../test/app.ts'
import { startCluster } from '../test/citus-cluster.ts'
import { addressIn, createDatabases, joinNodes } from '../test/citus-databases.ts'
import { measured, ofMonth, pathOf } from './calls.ts'
import { LISTS } from './exports.ts'
import { floor, heading, table, times } from './figures.ts'
import { pathParameters } from './parameters.ts'
import { processorTime } from './processor-time.ts'
import { FROM_ROWS, questionPath } from './questions.ts'
import { FILLED, growingShop, MEMORY_SETTINGS } from './shops.ts'

/** Months that each work is measured with, in turn, until the single node has spent this many seconds. */
const ROUNDS = 4
const SECONDS = 1

/** Largest share of a single node's processor time that any node of the cluster may take. */
const SHARE = 0.6

/** Cached connections, as docs/operations.md advises; without autovacuum, which would take processor time. */
const CLUSTER_SETTINGS = ['citus.max_cached_conns_per_worker=2', 'autovacuum=off']

interface Side {
  readonly store: Store
  readonly app: TestApp
  /** Statements that the app's calls sent to the store. */
  readonly asked: Sql[]
}

export async function measureCitus(orders: number): Promise<void> {
  const cluster = await startCluster([...MEMORY_SETTINGS, ...CLUSTER_SETTINGS])
  const nodes = cluster.nodes.map(({ address }) => address)
  const [coordinator = ''] = nodes
  const opened: Side[] = []
  const open = async (name: string) => {
    opened.push(await openSide(addressIn(coordinator, name)))
    return opened.at(-1) as Side
  }
  try {
    await createDatabases([coordinator], 'single')
    await growingShop(addressIn(coordinator, 'single'))(orders)
    await createDatabases(nodes, 'spread', 'single')
    await joinNodes(nodes, 'spread')
    const [single, spread] = [await open('single'), await open('spread')]
    const rows = await single.store.all<{ month: string }>(
      sql`select month from rollup_months group by month order by month`,
    )
    const months = rows.map(({ month }) => month)
    await measurePlaces(spread, months)
    await measureProcessors(
      cluster.nodes.map(({ pid }) => pid),
      single,
      spread,
      months,
    )
  } finally {
    for (const { app, store } of opened) await app.close().finally(() => store.close())
    await cluster.stop()
  }
}

async function openSide(databaseUrl: string): Promise<Side> {
  const store = await openStore({ databaseUrl })
  await refreshStatistics(store, FILLED)
  const asked: Sql[] = []
  const noted = (query: Sql): Sql => {
    asked.push(query)
    return query
  }
  const app = await testApp({
    ...store,
    all: (query) => store.all(noted(query)),
    one: (query) => store.one(noted(query)),
    stream: (query, texts) => store.stream(noted(query), texts),
  })
  return { store, app, asked }
}

async function get({ app, asked }: Side, path: string): Promise<void> {
  asked.length = 0
  const { statusCode, body } = await app.get(path, 'superAdmin')
  if (statusCode !== 200) throw new Error(`${path} answers ${statusCode} ${body.slice(0, 200)}`)
  if (asked.length === 0) throw new Error(`${path} is answered from the cache`)
}

/** Where a statement runs. */
interface Plan {
  readonly place: 'all workers' | 'one node' | 'coordinator'
  readonly tasks: number
  /** Parts whose rows the coordinator collects first. */
  readonly subplans: number
}

async function planOf(store: Store, query: Sql): Promise<Plan> {
  const lines = await store.all<{ 'QUERY PLAN': string }>(sql`explain (costs off) ${query}`)
  const plan = lines.map((line) => line['QUERY PLAN']).join('\n')
  const tasks = Math.max(0, ...[...plan.matchAll(/Task Count: (\d+)/g)].map(([, found]) => Number(found)))
  const subplans = plan.match(/Distributed Subplan/g)?.length ?? 0
  return { place: tasks > 1 ? 'all workers' : tasks === 1 ? 'one node' : 'coordinator', tasks, subplans }
}

async function measurePlaces(side: Side, months: readonly string[]): Promise<void> {
  const place = { parameters: await pathParameters(side.store) }
  const month = months.at(-1) ?? ''
  const calls = measured.flatMap((endpoint) => {
    const path = pathOf(endpoint, place)
    return path === undefined ? [] : { name: path, path: endpoint.monthly ? ofMonth(path, month) : path }
  })
  const heavy = heavyCalls(months, months.length - 2)
  const rows: string[][] = []
  let ofCoordinator = 0
  for (const { name, path } of [...calls, ...heavy.filter((call) => call.name !== call.path.split('?')[0])]) {
    side.asked.length = 0
    const { statusCode } = await side.app.get(path, 'superAdmin')
    if (statusCode !== 200) continue
    const plans = await Promise.all([...side.asked].map((query) => planOf(side.store, query)))
    const at = (wanted: Plan['place']) => plans.filter((plan) => plan.place === wanted).length
    const subplans = plans.reduce((sum, plan) => sum + plan.subplans, 0)
    const counts = [at('all workers'), at('one node'), at('coordinator'), subplans]
    if (counts[0] === 0 && counts[1] === 0) ofCoordinator++
    else rows.push([name, ...counts.map((value) => String(value || ''))])
  }
  heading('Where the statements of each call run, first answer of a month')
  console.log(table(['call', 'all workers', 'one node', 'coordinator', 'intermediate results'], rows))
  console.log(`\n${ofCoordinator} more calls need the coordinator alone`)
}

const OF_BUYERS = ['/api/customers/repurchase', '/api/customers/rfm', '/api/benefits/performance']

/** Work that reads many rows; `at` is the index of the month. */
function heavyCalls(months: readonly string[], at: number) {
  const month = months[at] ?? ''
  const year = months.slice(Math.max(0, at - 11), at + 1)
  return [
    ...[...LISTS, ...OF_BUYERS].map((path) => ({ name: path, path: ofMonth(path, month) })),
    ...LISTS.map((path) => ({
      name: `${path} as CSV`,
      path: `${ofMonth(path, month)}&export=1&format=csv`,
    })),
    ...FROM_ROWS.map((ask) => ({
      name: `${ask.measures} by ${ask.by}, 12 months`,
      path: questionPath(ask, year),
    })),
    { name: 'cohorts of a province', path: `${ofMonth('/api/customers/cohorts', month)}&province=CÓRDOBA` },
  ]
}

async function measureProcessors(
  pids: readonly number[],
  single: Side,
  spread: Side,
  months: readonly string[],
): Promise<void> {
  heading(`Processor time of each node, as a part of that of a single node (at most ${SHARE})`)
  const works = [
    ...heavyCalls(months, 0).map(({ name }, index) => ({
      name,
      run: (side: Side, at: number) => get(side, heavyCalls(months, at)[index]?.path ?? ''),
    })),
    {
      name: 'rebuild of a month',
      run: ({ store }: Side, at: number) =>
        store.transaction((tx) => rebuildMonths(tx, months.slice(at, at + 1))),
    },
  ]
  const [coordinator = 0] = pids
  const rows: string[][] = []
  for (const { name, run } of works) {
    let alone = 0
    const spent = pids.map(() => 0)
    // The last months alternate; the one before them reads each table for the first time.
    for (const side of [single, spread]) await run(side, months.length - ROUNDS - 1)
    let runs = 0
    for (; runs < ROUNDS || alone < SECONDS; runs++) {
      const at = months.length - ROUNDS + (runs % ROUNDS)
      // Clears cached answers.
      for (const { store } of [single, spread]) await store.transaction((tx) => bumpVersions(tx, months))
      alone += (await processorTime([coordinator], () => run(single, at)))[0] ?? 0
      const each = await processorTime(pids, () => run(spread, at))
      each.forEach((time, node) => {
        spent[node] = (spent[node] ?? 0) + time
      })
    }
    const shares = spent.map((time) => time / alone)
    const most = Math.max(...shares)
    rows.push([
      name,
      `${((alone * 1000) / runs).toFixed(0)} ms`,
      ...shares.map(times),
      floor(most <= SHARE, ''),
    ])
  }
  console.log(table(['', 'single node', 'coordinator', 'worker 1', 'worker 2', ''], rows))
}
