// What the shop's data say about the period of a question; mails and screens follow the same rule.
import { isMonth } from '#contract/month.ts'
import { wallClock } from '#server/domain/wall-clock.ts'
import { cutAfter, hasOrders, lastDayOf } from '#server/figures/data-end.ts'
import type { Windows } from '#server/figures/windows.ts'
import type { App, Versions } from '#server/http/app.ts'
import { EVERY_MONTH } from '#server/http/send-json.ts'

export interface PeriodData {
  readonly hasOrders: boolean
  /** Where the orders of a period that is over end too early. */
  readonly cutAfter: string | null
  /** Names of data_versions that this depends on. */
  readonly reads: readonly string[]
}

export async function dataOf(
  { store, timeZone }: App,
  { current, compared, asOf }: Windows,
  versions: Versions,
  at: Date,
): Promise<PeriodData> {
  const today = wallClock(timeZone)(at.toISOString()).slice(0, 10)
  const isOver = !asOf && current.to < today
  const newest = isOver ? await lastDayOf(store, [...versions.keys()].filter(isMonth), today) : null
  const isComplete = newest !== null && newest >= current.to
  return {
    hasOrders: await hasOrders(store, current),
    cutAfter: isOver ? await cutAfter(store, current, { newest, compared }) : null,
    // Later orders make the period complete, wherever they are; then it stays so.
    reads: isOver && !isComplete ? [EVERY_MONTH] : [],
  }
}
