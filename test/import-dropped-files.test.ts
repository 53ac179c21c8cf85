// Exports of other software, imported as a person drops them: the command asks, is answered, and every figure equals the expected one.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { command } from '#server/commands/import-csv.ts'
import { readConfig } from '#server/config/config.ts'
import { openStore } from '#server/store/open.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { assigned, DROPPED, droppedFiles } from './dropped-files.ts'
import { describeEngines } from './engines.ts'
import { callCommand } from './terminal.ts'

describeEngines('a dropped export', (engine) => {
  test.each(DROPPED.map((one) => [one.case, one] as const))(
    '%s comes in with its figures',
    async (_, one) => {
      const place = await engine.place()
      const config = readConfig({
        GONDOLA_DATA_DIR: place.dataDir ?? mkdtempSync(join(tmpdir(), 'gondola-data-')),
        ...(place.databaseUrl !== undefined && { GONDOLA_DATABASE_URL: place.databaseUrl }),
      })
      const call = (argv: readonly string[]) => callCommand(command, argv, config)
      const answers = join(mkdtempSync(join(tmpdir(), 'gondola-answers-')), 'recipe.json')
      const paths = droppedFiles(one).map(({ path }) => path)
      writeFileSync(answers, JSON.stringify(one.answers))
      const first = await call([...paths, '--recipe', answers])
      const asked = [...first.said.matchAll(/^ {2}statuses, (.+): wc-/gm)].map((match) => match[1] ?? '')
      const statuses = Object.fromEntries(asked.map((value) => [value, assigned(one, value)]))
      writeFileSync(answers, JSON.stringify({ ...one.answers, statuses }))
      if (asked.length > 0) {
        expect(first.code).toBe(1)
        expect((await call([...paths, '--recipe', answers])).code).toBe(0)
      }
      const store = await openStore(place)
      await using _closing = { [Symbol.asyncDispose]: () => store.close() }
      expect(await ordersIn(store)).toEqual([...one.orders].sort(byId))
      expect(await statusesIn(store)).toEqual(one.by_status)
      expect(await monthsIn(store)).toEqual(one.months)
    },
  )
})

const byId = ([one]: readonly [string, ...unknown[]], [other]: readonly [string, ...unknown[]]) =>
  one < other ? -1 : 1

async function ordersIn(store: Store): Promise<unknown[][]> {
  const rows = await store.all<Record<string, string | number>>(sql`
    select case when number = '' then cast(order_id as varchar) else number end as id, month, units, gross, discount, refunded, net, province
    from orders where status = 'wc-completed' and counted`)
  return rows
    .map(
      (row) =>
        [
          row.id,
          row.month,
          ...['units', 'gross', 'discount', 'refunded', 'net'].map((key) => Number(row[key])),
          row.province,
        ] as [string, ...unknown[]],
    )
    .sort(byId)
}

async function statusesIn(store: Store): Promise<Record<string, number>> {
  const rows = await store.all<{ status: string; count: number }>(
    sql`select status, count(*) as count from orders group by status`,
  )
  return Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]))
}

async function monthsIn(store: Store): Promise<Record<string, Record<string, number>>> {
  const rows = await store.all<Record<string, string | number>>(sql`
    select month, count(*) as orders, sum(units) as units, sum(gross) as gross, sum(discount) as discount, sum(refunded) as refunded, sum(net) as net
    from orders where status = 'wc-completed' and counted group by month`)
  return Object.fromEntries(
    rows.map(({ month, ...sums }) => [
      month,
      Object.fromEntries(Object.entries(sums).map(([key, value]) => [key, Number(value)])),
    ]),
  )
}
