// Rebuilds a month on PostgreSQL while the statistics of the rollups know none of its rows, as during a first import.
import { beforeAll, describe, expect, test } from 'vitest'
import { type Sql, sql } from '#server/store/sql.ts'
import type { Queries, Store } from '#server/store/store.ts'
import { testEngine } from '#test/engines.ts'
import { rebuildFirstMonths } from './rebuild-first-months.ts'

/** Rows that the nodes of a plan returned, or compared and left out. */
function rowsRead(lines: readonly string[]): number {
  let [loops, sum] = [0, 0]
  for (const line of lines) {
    const [, returned, times] = /actual rows=([\d.]+) loops=(\d+)/.exec(line) ?? []
    if (times !== undefined) loops = Number(times)
    const [, removed] = /Rows Removed by [\w ]+: (\d+)/.exec(line) ?? []
    sum += loops * Number(returned ?? removed ?? 0)
  }
  return sum
}

/** A transaction whose statements tell how many rows they read. */
function counting(tx: Queries, read: { text: string; rows: number }[]): Queries {
  const explain = async (query: Sql) => {
    const lines = await tx.all<{ 'QUERY PLAN': string }>(sql`explain (analyze, timing off) ${query}`)
    read.push({ text: query.texts.join('?'), rows: rowsRead(lines.map((line) => line['QUERY PLAN'])) })
  }
  return {
    ...tx,
    all: async (query) => {
      await explain(query)
      return tx.all(query)
    },
    run: async (query) => {
      await explain(query)
      return 0
    },
  }
}

const BUYERS = 2000

describe('rollups with stale statistics on postgres', () => {
  const engine = testEngine('postgres')
  let store: Store
  beforeAll(async () => {
    store = await engine.open()
    await store.run(sql`alter table rollup_first_months set (autovacuum_enabled = false)`)
    await store.run(sql`alter table rollup_month_buyers set (autovacuum_enabled = false)`)
    const bought = (month: string, from: number) =>
      store.run(sql`
        insert into rollup_month_buyers (month, dist_id, buyer, employee, orders, net)
        select ${month}, '1', 'buyer ' || number, false, 1, 1 from generate_series(${from}, ${from + BUYERS - 1}) number`)
    const known = (month: string) =>
      store.run(sql`
        insert into rollup_first_months (month, dist_id, buyer)
        select month, place, buyer from rollup_month_buyers cross join (values (''), ('1')) places (place)
        where month = ${month}`)
    await bought('2025-01', 0)
    await known('2025-01')
    await store.run(sql`analyze rollup_first_months, rollup_month_buyers`)
    await bought('2025-02', BUYERS)
    await bought('2025-03', 2 * BUYERS - 1)
    await known('2025-03')
  })

  test('each row of the first months is read a few times, by the first rebuild and by the next', async () => {
    for (const time of ['first', 'next']) {
      const read: { text: string; rows: number }[] = []
      await store.transaction((tx) => rebuildFirstMonths(counting(tx, read), ['2025-02']))
      for (const { text, rows } of read) expect(rows, `${time}: ${text}`).toBeLessThan(20 * BUYERS)
      const firsts = await store.all(sql`
        select month, count(*) as rows from rollup_first_months group by month order by month`)
      expect(firsts).toEqual([
        { month: '2025-01', rows: 2 * BUYERS },
        { month: '2025-02', rows: 2 * BUYERS },
        { month: '2025-03', rows: 2 * BUYERS - 2 },
      ])
    }
  })
})
