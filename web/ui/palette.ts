// The colours of figures: every chart, badge and dot takes them from here. May touch nothing.
// Each value is a CSS variable of web/app/theme.css, so light, dark and print follow without code.

/** Lines and bars of one measure against another. */
export const series = {
  completed: 'var(--gd-completed)',
  cancelled: 'var(--gd-cancelled)',
  total: 'var(--gd-total)',
} as const

/** Parts of a chart that carry no data. */
export const chart = {
  grid: 'var(--gd-grid)',
  axis: 'var(--gd-axis)',
  text: 'var(--gd-text-dimmed)',
  surface: 'var(--gd-surface)',
  track: 'var(--gd-track)',
  accent: 'var(--gd-accent)',
  growth: 'var(--gd-growth)',
  drop: 'var(--gd-drop)',
} as const

/** Slices without a colour of their own, in the order in which they are told apart best. */
export const categorical = Array.from({ length: 10 }, (_, index) => `var(--gd-cat-${index + 1})`)

/** What is left over: 'Otros', 'Sin distribuidor'. */
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

/** A business keeps its colour on every screen; one the palette does not know is grey like 'sin negocio'. */
export const businessColor = (name: string): string => BUSINESS[name.toLowerCase()] ?? rest

/** An order status keeps its colour on every screen; an unknown one is grey. */
export const statusColor = (status: string): string => STATUS[status] ?? rest

/** The colour of the slice at this place of a ranking; past the palette all are grey. */
export const categoricalColor = (index: number): string => categorical[index] ?? rest
