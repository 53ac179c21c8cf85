// What the shop's data say about some days; mails and screens follow the same rule.
import type { Month } from '#contract/month.ts'
import { isUnfinished, wholeMonths } from '#contract/questions/periods.ts'
import type { Days } from '#contract/questions/question.ts'
import { wallClock } from '#server/domain/wall-clock.ts'
import type { Reads } from '#server/store/store.ts'
import { cutAfter, hasOrders, lastDayOf, monthsWithOrders } from './data-end.ts'
import { type PeriodData, readingOf } from './known-changes.ts'
import type { Windows } from './windows.ts'

type Asked = Pick<Windows, 'current' | 'compared' | 'asOf'>

interface Clocked {
  readonly store: Reads
  readonly timeZone: string
}

interface Shop extends Clocked {
  /** Where a shop is connected, the moment up to which its orders are known. */
  shopReadUntil(): Promise<Date | undefined>
}

/** The same object until something is written. */
type Versions = object

export interface DataOfPeriod extends PeriodData {
  /** What is missing may be read into any month. */
  readonly mayGrow: boolean
}

export async function dataOf(
  shop: Shop,
  { current, compared, asOf }: Asked,
  versions: Versions,
  at: Date,
): Promise<DataOfPeriod> {
  const { store } = shop
  const today = dayOn(shop, at)
  const isOver = !asOf && current.to < today
  const newest = await newestDayOf(shop, versions, at)
  const isComplete = newest !== null && newest >= current.to
  const cut = isOver ? await cutAfter(store, current, { newest, compared }) : null
  return {
    newest,
    hasOrders: (await hasOrders(store, current)) || (isOver && (await hadNone(shop, current))),
    cutAfter: cut !== null && !(await isReadThrough(shop, current.to)) ? cut : null,
    mayGrow: isOver && !isComplete,
  }
}

/** Whether a connected shop was read after the end of the day, so that a day without orders had none. */
export async function isReadThrough(shop: Shop, day: string): Promise<boolean> {
  const until = await shop.shopReadUntil()
  return until !== undefined && dayOn(shop, until) > day
}

/** Whether the shop sold before these days, and was read after them. */
async function hadNone(shop: Shop, { from, to }: Days): Promise<boolean> {
  const [first] = await monthsWithOrders(shop.store)
  return first !== undefined && first <= from.slice(0, 7) && (await isReadThrough(shop, to))
}

/** What is known of a month, and how far it was read. */
export async function dataOfMonth(shop: Shop, month: Month, versions: Versions, at: Date) {
  const current = { ...wholeMonths(month, month), until: null }
  const now = wallClock(shop.timeZone)(at.toISOString())
  const asked = { current, compared: null, asOf: isUnfinished(current, now) ? now.slice(0, 10) : null }
  const data = await dataOf(shop, asked, versions, at)
  return { ...data, reading: readingOf(asked, data) }
}

/** How far the orders of a period are known, for the key of a cached answer: orders after it may be removed again. */
export async function reachOf(
  shop: Shop,
  { current }: Pick<Asked, 'current'>,
  versions: Versions,
  at: Date,
): Promise<string | null> {
  const newest = await newestDayOf(shop, versions, at)
  if (newest !== null && newest >= current.to) return current.to
  const isOver = current.to < dayOn(shop, at)
  return isOver && (await isReadThrough(shop, current.to)) ? current.to : newest
}

const dayOn = ({ timeZone }: Pick<Clocked, 'timeZone'>, at: Date): string =>
  wallClock(timeZone)(at.toISOString()).slice(0, 10)

const newestDays = new WeakMap<Versions, { readonly today: string; readonly day: string | null }>()

/** The newest day with an order until `at`, 'YYYY-MM-DD'; null: none. */
export async function newestDayOf(shop: Clocked, versions: Versions, at: Date): Promise<string | null> {
  const today = dayOn(shop, at)
  const known = newestDays.get(versions)
  if (known?.today === today) return known.day
  const day = await lastDayOf(shop.store, await monthsWithOrders(shop.store), today)
  newestDays.set(versions, { today, day })
  return day
}
