// Time of a change of one order in months of different sizes, and of views and lists of the largest.
import { randomUUID } from 'node:crypto'
import { DATA_SOURCE } from '#server/ingest/data-source.ts'
import { silentProgress } from '#server/ingest/progress.ts'
import { DISCOUNTS, LINES, ORDERS, REFUNDS } from '#server/ingest/write-columns.ts'
import { rebuildMonths } from '#server/rollups/rebuild.ts'
import { DEMO_DEFAULTS, lastFullMonth, makeDemo } from '#server/start/make-demo.ts'
import { openStore } from '#server/store/open.ts'
import { refreshStatistics } from '#server/store/schema-tables.ts'
import { writeSetting } from '#server/store/settings.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { bumpVersions } from '#server/store/versions.ts'
import { testApp } from '../test/app.ts'
import { addresses, monthlyCalls, ofLists, ofViews, type Samples } from './call-samples.ts'
import { count, heading, ms, percentile, seconds, table, timed, times } from './figures.ts'
import { changes, TIME_ZONE } from './one-change.ts'
import { pathParameters } from './parameters.ts'
import { type Address, storeAt } from './processes.ts'
import { type Figure, printScales } from './scale-table.ts'
import { FILLED } from './shops.ts'
import { withoutIndexes } from './without-indexes.ts'

/** Larger than every generated id. */
const ID_STEP = 1_000_000_000

const IDS = new Set(['order_id', 'line_id', 'discount_id', 'refund_id'])

const BUDGETS = { duckdb: 100, postgres: 300 } as const
const GROWTH = 1.3

/** `sizes` in orders of the month ascend; the month grows in place. */
export async function measureMonths(address: Address, sizes: readonly number[]): Promise<void> {
  const store = await openStore(storeAt(address))
  try {
    const { engine } = store
    heading(`${engine}: a change of one order, from the hint to right figures, by the size of its month`)
    const month = lastFullMonth(TIME_ZONE)
    const rows: string[][] = []
    const middles: number[] = []
    for (const size of sizes) {
      const [, grown] = await timed(() => grow(store, month, size))
      const [, rebuild] = await timed(() => store.transaction((tx) => rebuildMonths(tx, [month])))
      console.log(`${count(size)} orders in the month after ${seconds(grown)}`)
      await refreshStatistics(store, FILLED)
      const measured = await changes(store, 100 + 100 * middles.length)
      const middle = percentile(measured.samples, 0.5)
      middles.push(middle)
      rows.push([
        `${count(measured.month)} orders in the month`,
        ms(middle),
        ms(percentile(measured.samples, 0.95)),
        ms(measured.first),
        ms(rebuild),
      ])
    }
    console.log(`\n${table(['', 'median ms', 'p95 ms', 'first ms', 'rebuild ms'], rows)}`)
    const [first = Number.NaN, last = Number.NaN] = [middles[0], middles.at(-1)]
    const verdict = (holds: boolean) => (holds ? 'holds' : 'over')
    console.log(`\nat most ${BUDGETS[engine]} ms: ${verdict(Math.max(...middles) <= BUDGETS[engine])}`)
    console.log(
      `last : first ${times(last / first)}, at most ${GROWTH} ×: ${verdict(last / first <= GROWTH)}`,
    )
    const orders = sizes.at(-1) ?? 0
    const figures = await callsOf(store, month)
    printScales('views and lists of the largest month', [{ orders, figures, middles: new Map() }], engine)
  } finally {
    await store.close()
  }
}

/** How often each call is answered first; once before, to compile its code. */
const ROUNDS = 3

/** Views and lists of the month, as the first that ask after a change. */
async function callsOf(store: Store, month: string): Promise<Figure[]> {
  const app = await testApp(store)
  const [views, lists]: [Samples[], Samples[]] = [[], []]
  const text = async (path: string) => (await app.get(path, 'superAdmin')).body
  for (const { endpoint, path } of monthlyCalls({ parameters: await pathParameters(store) })) {
    const first: number[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      await store.transaction((tx) => bumpVersions(tx, [month]))
      for (const address of await addresses(text, endpoint, path, month)) {
        const [{ statusCode }, took] = await timed(() => app.get(address, 'superAdmin'))
        if (statusCode !== 200) throw new Error(`${address} answers ${statusCode}`)
        if (round > 0) first.push(took)
      }
    }
    ;(endpoint.list ? lists : views).push({ path: endpoint.path, first })
  }
  await app.close()
  return [...ofViews(views), ...ofLists(lists)]
}

async function grow(store: Store, month: string, orders: number): Promise<void> {
  const held = await heldBy(store, month)
  if (held === 0) {
    const shop = { ...DEMO_DEFAULTS, orders, months: 1, until: month, timeZone: TIME_ZONE }
    await makeDemo(store, shop, silentProgress)
    await store.transaction((tx) =>
      writeSetting(tx, DATA_SOURCE, { kind: 'woocommerce', origin: 'http://localhost/' }),
    )
    return
  }
  await withoutIndexes(
    store,
    [ORDERS, LINES, DISCOUNTS, REFUNDS].map((each) => each.table),
    () => true,
    () => copy(store, month, held, orders),
  )
}

async function heldBy(store: Store, month: string): Promise<number> {
  const row = await store.one<{ orders: number }>(
    sql`select count(*) as orders from orders where month = ${month}`,
  )
  return row?.orders ?? 0
}

/** Copies rows of the month, in part if fewer are missing, with new ids and guests. */
async function copy(store: Store, month: string, held: number, orders: number): Promise<void> {
  let missing = orders - held
  while (missing > 0) {
    const most = await store.one<{ id: number }>(sql`select max(order_id) as id from orders`)
    const step = Math.floor((most?.id ?? 0) / ID_STEP + 1) * ID_STEP
    const guests = randomUUID()
    const some = sql`
      select order_id from orders where month = ${month} order by order_id limit ${Math.min(missing, held)}`
    await store.transaction(async (tx) => {
      await tx.run(sql`create table copied_orders as ${some}`)
      for (const { table, columns } of [LINES, DISCOUNTS, REFUNDS, ORDERS]) {
        const names = sql.join(columns.map((column) => sql.identifier(column)))
        const values = sql.join(columns.map((column) => copied(column, step, guests)))
        await tx.run(sql`
          insert into ${sql.identifier(table)} (${names})
          select ${values} from ${sql.identifier(table)} t where order_id in (select order_id from copied_orders)`)
      }
      await tx.run(sql`drop table copied_orders`)
    })
    missing -= Math.min(missing, held)
  }
}

function copied(column: string, step: number, guests: string): Sql {
  const name = sql.identifier('t', column)
  if (IDS.has(column)) return sql`${name} + ${step}`
  return column === 'email' ? sql`case when email = '' then '' else ${guests} || email end` : name
}
