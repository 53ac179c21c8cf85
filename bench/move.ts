// A shop that moves from DuckDB to PostgreSQL, to another PostgreSQL and back, by processes that are killed on the way.
import { join } from 'node:path'
import { silentProgress } from '#server/ingest/progress.ts'
import { addDemoUsers } from '#server/start/demo-users.ts'
import { DEMO_DEFAULTS, lastFullMonth, makeDemo } from '#server/start/make-demo.ts'
import { openSnapshot, openStore, type StoreOptions } from '#server/store/open.ts'
import { countRows, fillEmptyTables } from '../test/database-rows.ts'
import { type Kill, moveKilled } from '../test/killed-move.ts'
import { monthlyAnswers } from '../test/monthly-answers.ts'
import { count, heading, seconds, table, timed } from './figures.ts'
import { TIME_ZONE } from './one-change.ts'
import { storeAt } from './processes.ts'
import { startPostgres } from './shops.ts'

const MONTHS = 24
/** The instant that all servers use as the present. */
const NOW = new Date()

/** Once the copy is compared, nothing is left to copy. */
const KILLS: readonly Kill[] = [
  ['read', 3],
  ...Array.from({ length: 6 }, (): Kill => ['copy', 5]),
  ['read', 20],
  ['verify', 1],
  ['verify', 20],
]

export async function measureMove(folder: string, orders: number): Promise<void> {
  heading(`A move of ${count(orders)} orders, killed ${KILLS.length} times`)
  const origin: StoreOptions = { dataDir: join(folder, 'origin') }
  const until = lastFullMonth(TIME_ZONE)
  const store = await openStore(origin)
  await makeDemo(
    store,
    { ...DEMO_DEFAULTS, orders, months: MONTHS, until, timeZone: TIME_ZONE },
    silentProgress,
  )
  const [user] = await store.transaction((tx) => addDemoUsers(tx, NOW))
  const filled = await fillEmptyTables(store)
  await store.close()
  if (!user) throw new Error('The demo has no accounts')
  const rows = await rowsAt(origin)
  const [first, second] = [await startPostgres(), await startPostgres()]
  try {
    const back: StoreOptions = { dataDir: join(folder, 'back') }
    const places = [origin, storeAt(first.address), storeAt(second.address), back]
    const engines = ['DuckDB', 'PostgreSQL', 'another PostgreSQL', 'DuckDB']
    const lines: string[][] = []
    for (const [at, to] of places.slice(1).entries()) {
      const from = places[at] ?? origin
      const [killed, took] = await timed(() => moveKilled(from, to, Math.ceil(orders / 10), KILLS))
      const same = sameEntries(await rowsAt(to), rows)
      lines.push([`${engines[at]} to ${engines[at + 1]}`, `${killed} killed`, seconds(took), same])
      console.log(lines.at(-1)?.join(', '))
    }
    const total = [...rows.values()].reduce((sum, each) => sum + each, 0)
    const head = ['', '', 'took', `rows of ${rows.size} tables (${count(total)})`]
    console.log(`\n${table(head, lines)}`)
    console.log(`\n${filled.length} tables that the demo leaves empty held rows with hard values`)
    const yearBefore = `${Number(until.slice(0, 4)) - 1}${until.slice(4)}`
    const answersAt = (place: StoreOptions) =>
      monthlyAnswers(place, [until, yearBefore], user, { timeZone: TIME_ZONE, now: () => NOW })
    const answers = await answersAt(origin)
    const good = [...answers.values()].filter((answer) => answer.startsWith('200 ')).length
    console.log(`${good} of ${answers.size} calls of two months answer 200 at the origin`)
    for (const [at, place] of places.slice(1).entries())
      console.log(`${engines[at + 1]}: answers ${sameEntries(await answersAt(place), answers)}`)
  } finally {
    await first.stop()
    await second.stop()
  }
}

async function rowsAt(place: StoreOptions): Promise<Map<string, number>> {
  const snapshot = await openSnapshot(place)
  const rows = await countRows(snapshot)
  await snapshot.close()
  return rows
}

function sameEntries<Value>(found: ReadonlyMap<string, Value>, wanted: ReadonlyMap<string, Value>): string {
  const differing = [...new Map([...wanted, ...found]).keys()].filter(
    (key) => found.get(key) !== wanted.get(key),
  )
  return differing.length === 0 ? 'equal' : `DIFFER: ${differing.join(', ')}`
}
