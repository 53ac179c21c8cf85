// How far the shop's orders reach, which is no figure: every role reads the same.
import { addDays } from '#contract/month.ts'
import type { Days } from '#contract/questions/question.ts'
import { sql, wholeShop } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'
import { dayCount, daysBefore } from './windows.ts'

/** Months with orders in the shop's currency, oldest first (rollup_months). */
export async function monthsWithOrders(store: Reads): Promise<string[]> {
  const rows = await store.all<{ month: string }>(
    wholeShop(isData, sql`select distinct month from rollup_months order by month`),
  )
  return rows.map(({ month }) => month)
}

const isData = 'whether there are data, not a figure'

/** Whether the shop has any counted order in these days. */
export const hasOrders = async (store: Reads, { from, to }: Days): Promise<boolean> =>
  (
    await store.all(
      wholeShop(
        isData,
        sql`
        select 1 from orders
        where counted and month >= ${from.slice(0, 7)} and month <= ${to.slice(0, 7)}
          and order_date >= cast(${from} as date) and order_date <= cast(${to} as date)
        limit 1`,
      ),
    )
  ).length > 0

/** The newest day with an order, until today; `months`: those with orders, oldest first. */
export async function lastDayOf(
  store: Reads,
  months: readonly string[],
  today: string,
): Promise<string | null> {
  const begun = months.filter((one) => one <= today.slice(0, 7))
  // All orders of the running month may be dated later than today.
  for (const month of begun.slice(-2).reverse()) {
    const row = await store.one<{ day: string | null }>(
      wholeShop(
        isData,
        sql`select max(order_date) as day from rollup_orders where month = ${month} and order_date <= cast(${today} as date)`,
      ),
    )
    if (row?.day) return row.day
  }
  return null
}

/** The same of all months. */
export async function newestDay(store: Reads, today: string): Promise<string | null> {
  const row = await store.one<{ day: string | null }>(
    wholeShop(
      isData,
      sql`select max(order_date) as day from rollup_orders where order_date <= cast(${today} as date)`,
    ),
  )
  return row?.day ?? null
}

/**
 * The last day with data of a period that is over, where the shop has later orders in the days compared with, or before:
 * what is missing was not read yet. Null: the period is complete.
 */
export async function cutAfter(
  store: Reads,
  days: Days,
  { newest, compared }: { readonly newest: string | null; readonly compared: Days | null },
): Promise<string | null> {
  if (newest === null || newest < days.from || newest >= days.to) return null
  const before = compared ?? daysBefore(days)
  const from = addDays(before.from, dayCount({ from: days.from, to: newest }))
  return from <= before.to && (await hasOrders(store, { from, to: before.to })) ? newest : null
}
