// The months of a call with changes: a running month is compared with the same days of the other one.
import { type ComparedDays, type Month, monthAt } from '#contract/month.ts'
import { type Span, spanBounds, spanUpTo, wholeMonth } from '#server/domain/span.ts'
import { wallClock } from '#server/domain/wall-clock.ts'
import { sql, wholeShop } from '#server/store/sql.ts'
import type { App, Versions } from './app.ts'

/** Reads the month and the span it is compared with. */
export async function compareMonths<Figures extends object, Changes extends object>(
  { month, compared }: { month: Month; compared: Span },
  read: (span: Span) => Promise<Figures>,
  changes: (main: Figures, previous: Figures) => Changes,
) {
  const whole = wholeMonth(month)
  const [main, previous] = await Promise.all([read(whole), read(compared)])
  return {
    months: [month, compared.month],
    data: {
      main_month: { ...main, 'dates-between': spanBounds(whole) },
      prev_month: { ...previous, 'dates-between': spanBounds(compared) },
      ...changes(main, previous),
    },
  }
}

/** The part of `other` that `month` is compared with. */
export async function comparedSpan(
  app: App,
  month: Month,
  other: Month,
  days: ComparedDays,
  versions: Versions,
): Promise<Span> {
  if (days === 'all' || month !== monthAt(app.now(), app.timeZone)) return wholeMonth(other)
  return spanUpTo(other, await runningUntil(app, month, versions))
}

/** How far the month of a moment has come, on the shop's clock: its newest order that is not dated after it, else that moment. */
export async function runningUntil(
  app: App,
  month: Month,
  versions: Versions,
  at = app.now(),
): Promise<string> {
  // Whole minutes, so that responses can be cached.
  const now = `${wallClock(app.timeZone)(at.toISOString()).slice(0, 16)}:59`
  return (await newestOrder(app, month, versions, now)) ?? now
}

interface NewestOrder {
  readonly month: Month
  readonly at: string | null
  /** When the first order dated in the future becomes the newest. */
  readonly until: string | null
}
const newestOrders = new WeakMap<Versions, NewestOrder>()

/** `versions` are the same object until something is written, so they serve as cache key. */
async function newestOrder({ store }: App, month: Month, versions: Versions, now: string) {
  const known = newestOrders.get(versions)
  const isKnown = known?.month === month && (known.at ?? '') <= now
  if (isKnown && (known.until === null || now < known.until)) return known.at
  const isPast = sql`created_at <= cast(${now} as timestamp)`
  const row = await store.one<Omit<NewestOrder, 'month'>>(
    wholeShop(
      'a time, not a figure: every role compares the same days',
      sql`
        select max(case when ${isPast} then created_at end) as at,
          min(case when not ${isPast} then created_at end) as until
        from orders where month = ${month} and counted`,
    ),
  )
  const { at, until } = row ?? { at: null, until: null }
  newestOrders.set(versions, { month, at, until })
  return at
}
