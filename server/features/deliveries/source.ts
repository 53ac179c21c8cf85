// What a delivery shows: a question, the table of a call, or a screen that is more than one of these.
import { EXPLORE_PATH, pathOf, queryOfAddress, reportedPath } from '#contract/address.ts'
import type { Figures } from './figures.ts'
import type { Delivery } from './store.ts'

/** What is on a screen, of a saved view or of the delivery itself. */
export interface Shown {
  /** The question with the figures of the screen. */
  readonly question: string | null
  /** The call with the table of the screen. */
  readonly table: string | null
  /** Null: that of the question in Explorar. */
  readonly address: string | null
}

export type Source = { readonly address: string } & (
  | { readonly question: string }
  | { readonly table: string }
  | { readonly screen: string }
)

/** Undefined for a screen without anything that a mail can hold. `screens`: those that have a report of their own. */
export function sourceOf(
  { question, table, address }: Shown,
  every: Delivery['every'],
  screens: ReadonlyMap<string, unknown>,
): Source | undefined {
  if (address === null) return { question: question ?? '', address: `${EXPLORE_PATH}?${question}` }
  const path = pathOf(address)
  const screen = reportedPath(path)
  if (screen !== undefined && screens.has(screen)) return { screen, address }
  if (question !== null && every === 'week' && path !== EXPLORE_PATH) {
    const ofWeek = lastWeekOf(question)
    if (ofWeek) return ofWeek
  }
  if (table !== null) return { table, address }
  return question === null ? undefined : { question, address }
}

/** A weekly mail of a screen that follows the months shows the last closed week; undefined: its days are fixed. */
function lastWeekOf(question: string): Source | undefined {
  const asked = new URLSearchParams(question)
  if (asked.has('period') || asked.has('from')) return undefined
  asked.set('period', 'last_week')
  if (!asked.has('compare')) asked.set('compare', 'previous')
  return { question: asked.toString(), address: `${EXPLORE_PATH}?${asked}` }
}

/** The screen of a question with the days of the mail, also when it is opened in another month. */
export function withDays(address: string, { question, current }: Figures): string {
  if (pathOf(address) !== EXPLORE_PATH || typeof question.period !== 'string') return address
  const query = queryOfAddress(address)
  query.delete('period')
  query.set('from', current.from)
  query.set('to', current.to)
  return `${EXPLORE_PATH}?${query}`
}

/** The screen in the month of the mail. */
export function withMonth(address: string, month: string | null): string {
  if (month === null) return address
  const query = queryOfAddress(address)
  query.set('month', month)
  return `${pathOf(address)}?${query}`
}
