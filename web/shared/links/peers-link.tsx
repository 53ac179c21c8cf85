import shared from '#web/ui/shared.module.css'
import { linkText } from '../text.ts'
import { MonthLink } from './month-link.tsx'

interface PeersLinkProps {
  row: {
    readonly dist_id: string
    readonly dist_name: string
    readonly key: string
    readonly product_name: string
    /** Of a void that somebody decided about, its peers are those of that day. */
    readonly state: string
  }
  /** How many peers there are, or sell it. */
  count: number | null
}

/** The peers that an open opportunity counts. */
export function PeersLink({ row: { dist_id, dist_name, key, product_name, state }, count }: PeersLinkProps) {
  if (count === null || count === 0 || state !== 'open') return count
  return (
    <MonthLink
      className={shared.link}
      to="/distributors/opportunities"
      search={{ distribuidor: dist_id, nombre: dist_name, pares: key, producto: product_name }}
      aria-label={linkText.seePeers(product_name, dist_name, count)}
    >
      {count}
    </MonthLink>
  )
}
