import { type Month, monthAt } from '#contract/month.ts'
import { readSetting, writeSetting } from '#server/store/settings.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import type { Queries, Store } from '#server/store/store.ts'

/** Never moves back: a month set by hand stays until newer data comes. `newest` selects the candidate as `month`. */
export async function advanceLatestMonth(tx: Queries, newest: Sql): Promise<void> {
  const row = await tx.one<{ month: string | null }>(newest)
  const before = await readSetting(tx, 'show_max_month')
  if (row?.month && !(typeof before === 'string' && before.slice(0, 7) >= row.month))
    await writeSetting(tx, 'show_max_month', row.month)
}

/** After months were processed; ignores those after the present month and those without orders. */
export async function advanceToProcessed(
  store: Store,
  processed: readonly Month[],
  timeZone: string,
  now: Date,
): Promise<void> {
  if (processed.length === 0) return
  const shown = await readSetting(store, 'show_max_month')
  if (processed.every((month) => typeof shown === 'string' && shown.slice(0, 7) >= month)) return
  await store.transaction((tx) =>
    advanceLatestMonth(
      tx,
      sql`select max(month) as month from rollup_months
        where month in (${processed}) and month <= ${monthAt(now, timeZone)}`,
    ),
  )
}
