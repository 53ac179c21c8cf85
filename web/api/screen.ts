// Declaration of a screen. Routes, menu, titles, guards, palette and prefetching are derived from it.
import type { ReactNode } from 'react'
import type { Month } from '#contract/month.ts'
import type { Permission } from '#contract/permissions.ts'
import type { Days } from '#contract/questions/question.ts'
import type { CompareParams } from './compare-params.ts'

export type Section =
  | 'scorecard'
  | 'analysis'
  | 'products'
  | 'distributors'
  | 'customers'
  | 'benefits'
  | 'reports'
  | 'settings'

export interface ScreenAsked {
  /** The month on screen; the latest one on screens that are not monthly. */
  readonly month: Month
  /** The comparison; ignored by screens without changes. */
  readonly compare: CompareParams
  readonly params: Readonly<Record<string, string>>
}

export interface ScreenQuestion {
  /** Parameters, without period and comparison where they are those of the screen; `$name` is replaced by a parameter of the path. */
  readonly query: string
  /** Permission that its measures and dimensions need besides the screen's own. */
  readonly needs?: Permission
  /** Days that the address of the screen names, from its search parameters; undefined: those of the query or the month. */
  readonly days?: (search: Readonly<Record<string, unknown>>) => Days | undefined
}

export interface Screen {
  /** Route path: '/distributors/distributors-details/$dist_id'. */
  readonly path: string
  /** Page title in the top bar and the browser tab. */
  readonly title: string
  readonly section: Section
  /** Label of the menu entry, which screens of a section may share; the title by default. Screens with `palette` or `under` have
   * none by default. */
  readonly menu?: string
  /** Listed in the palette without a menu entry. */
  readonly palette?: boolean
  /** More words by which the palette finds it: what one does there. */
  readonly finds?: string
  /** Path of the menu entry to highlight, for screens without their own entry. */
  readonly under?: string
  /** Permission to open the screen; the server enforces the same on every call. */
  readonly access: Permission | 'session'
  /** Shows one month: adds the month selector and `?month=YYYY-MM`. */
  readonly monthly?: boolean
  /** Shows changes: adds the comparison switch, `?compare=year` and `&days=all`. */
  readonly compares?: boolean
  /** The question with the same figures as the screen, which the top bar opens in Explorar with its month and comparison. */
  readonly explores?: ScreenQuestion
  /** Loads the screen's chunk: `() => import('./scorecard-screen.tsx')`. */
  readonly load: () => Promise<{ default: () => ReactNode }>
  /** Prefetches the initial view, on hover and for neighbouring months: `({ month }) => prefetch('GET …', { query })`. */
  readonly prefetch?: (asked: ScreenAsked) => void
}
