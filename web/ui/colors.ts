// Colours of charts, badges and dots, as CSS variables of web/app/theme.css, so that themes and print need no code.
import { entryOf } from '#contract/entry.ts'

/** Colours of measures. */
export const series = {
  completed: 'var(--gd-completed)',
  cancelled: 'var(--gd-cancelled)',
  total: 'var(--gd-total)',
} as const

/** Colour of marks without a category. */
export const accent = 'var(--gd-accent)'

/** Categorical colours, ordered for best contrast between neighbours. */
export const categorical = Array.from({ length: 10 }, (_, index) => `var(--gd-cat-${index + 1})`)

/** Colour of remainders: 'Otros', 'Sin distribuidor'. */
export const rest = 'var(--gd-cat-rest)'

const BUSINESS: Readonly<Record<string, string>> = {
  golosinas: 'var(--gd-business-golosinas)',
  chocolates: 'var(--gd-business-chocolates)',
  harinas: 'var(--gd-business-harinas)',
  alimentos: 'var(--gd-business-alimentos)',
  combo: 'var(--gd-business-combo)',
  agroindust: 'var(--gd-business-agroindust)',
}

const STATUS: Readonly<Record<string, string>> = {
  'wc-completed': 'var(--gd-completed)',
  'wc-ready-to-delivery': 'var(--gd-cat-8)',
  'wc-processing': 'var(--gd-cat-1)',
  'wc-in-assembly': 'var(--gd-cat-6)',
  'wc-in-progress': 'var(--gd-cat-10)',
  'wc-on-hold': 'var(--gd-cat-2)',
  'wc-pending': 'var(--gd-cat-9)',
  'wc-cancelled': 'var(--gd-cancelled)',
  'wc-failed': 'var(--gd-cat-4)',
  'wc-refunded': 'var(--gd-cat-5)',
  'wc-cancel-request': 'var(--gd-status-cancel-request)',
  'wc-return-request': 'var(--gd-status-return-request)',
  'wc-returned': 'var(--gd-status-returned)',
}

/** Colour of a business, the same on every screen; grey for unknown ones. */
export const businessColor = (name: string): string => entryOf(BUSINESS, name.toLowerCase()) ?? rest

/** Colour of an order status, the same on every screen; grey for unknown ones. */
export const statusColor = (status: string): string => entryOf(STATUS, status) ?? rest

/** How much of its colour a slice keeps, each time that the palette begins again. */
const TINTS = [100, 62, 38, 78]

/** Colour of the slice at this index of a ranking; past the end of the palette, its colours repeat in lighter tints. */
export function categoricalColor(index: number): string {
  const color = categorical[index % categorical.length] ?? rest
  const kept = TINTS[Math.floor(index / categorical.length)]
  if (kept === undefined) return rest
  return kept === 100 ? color : `color-mix(in srgb, ${color} ${kept}%, var(--gd-surface))`
}
