// Address of the form of a delivery with a table.
import { pathOf, savedAddress } from '#contract/address.ts'
import { withoutParams } from './without-params.ts'

/** Parameters that a mail chooses itself: its month, and all rows. */
const OWN = ['start_date', 'beside', 'page', 'per_page', 'format', 'export', 'csv']
/** Parameters that select no rows: the question of the screen has the same ones. */
const OF_ORDER = ['orderBy', 'order', 'compare', 'days']

/** The call of a table without its month and page. */
export const mailedTable = (path: string): string => withoutParams(path, ...OWN)

interface Given {
  /** Path and query of the call. */
  readonly path: string
  readonly title: string
  /** The question with the figures of the screen, if it has one. */
  readonly question: string | null
  /** Path and query of the screen. */
  readonly screen: string
}

export function tableDeliveryHref({ path, title, question, screen }: Given): string {
  const table = mailedTable(path)
  const isWhole = withoutParams(table, ...OF_ORDER) === pathOf(table)
  const given = new URLSearchParams({
    ...{ new: '1', name: title, table },
    address: withoutParams(savedAddress(screen), 'month', 'page', 'per_page'),
    ...(isWhole && question !== null && { question: withoutParams(`?${question}`, 'from', 'to').slice(1) }),
  })
  return `/analysis/deliveries?${given}`
}
