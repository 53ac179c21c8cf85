// What a feature declares about its screens; routes, menu, titles, guards, palette and prefetching are derived from it.
import type { ReactNode } from 'react'
import type { Comparison, Month } from '#contract/month.ts'
import type { Permission } from '#contract/permissions.ts'

export type Section =
  | 'scorecard'
  | 'products'
  | 'distributors'
  | 'customers'
  | 'benefits'
  | 'reports'
  | 'settings'

export interface ScreenAsked {
  /** The month shown; on screens that are not monthly the latest one. */
  readonly month: Month
  /** What the month stands beside; of no meaning where no change is shown. */
  readonly compare: Comparison
  readonly params: Readonly<Record<string, string>>
}

export interface Screen {
  /** Address as the router writes it: '/distributors/distributors-details/$dist_id'. */
  readonly path: string
  /** Page title, in the top bar and (with the product's name) in the tab. */
  readonly title: string
  readonly section: Section
  /** Label of the menu entry; a screen without one is reached from another screen or the palette. */
  readonly menu?: string
  /** True when it can be opened from the palette though it has no menu entry. */
  readonly palette?: boolean
  /** Path of the menu entry that is lit while this screen is open, when it has none of its own. */
  readonly under?: string
  /** Who may open it; the server enforces the same on every call. */
  readonly access: Permission
  /** Shows one month: the top bar carries the month selector, the address `?month=YYYY-MM`. */
  readonly monthly: boolean
  /** Tells changes: the top bar chooses against which month, the address carries it (`?compare=year`). */
  readonly compares?: boolean
  /** The screen's code, its own chunk: `() => import('./scorecard-screen.tsx')`. Without it 'En desarrollo...' stands there. */
  readonly load?: () => Promise<{ default: () => ReactNode }>
  /** Fetches its first view ahead (hover, neighbouring months): `({ month }) => prefetch('GET …', { query })`. */
  readonly prefetch?: (asked: ScreenAsked) => void
}
