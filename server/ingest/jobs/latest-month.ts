// show_max_month follows the data: a month that was processed may become the latest one. Room ingest.
import { type Month, monthAt } from '#contract/month.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { readSetting, writeSetting } from '../settings.ts'

/** Never beyond the present month or one without orders, and never back: what was set by hand stays until newer data comes. */
export async function advanceLatestMonth(
  store: Store,
  processed: readonly Month[],
  timeZone: string,
  now: Date,
): Promise<void> {
  if (processed.length === 0) return
  await store.transaction(async (tx) => {
    const newest = await tx.one<{ month: string | null }>(sql`
      select max(month) as month from rollup_months
      where month in (${processed}) and month <= ${monthAt(now, timeZone)}`)
    const before = await readSetting(tx, 'show_max_month')
    if (newest?.month && !(typeof before === 'string' && before.slice(0, 7) >= newest.month))
      await writeSetting(tx, 'show_max_month', newest.month)
  })
}
