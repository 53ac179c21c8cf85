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
  /** How many peers there are or sell it, or what is estimated from them; empty where nothing is. */
  children: string
}

/** Opens the peers of an open opportunity. */
export function PeersLink({
  row: { dist_id, dist_name, key, product_name, state },
  children,
}: PeersLinkProps) {
  if (children === '' || children === '0' || state !== 'open') return children
  return (
    <MonthLink
      className={shared.link}
      to="/distributors/opportunities"
      search={{ distribuidor: dist_id, nombre: dist_name, pares: key, producto: product_name }}
      aria-label={linkText.seePeers(product_name, dist_name, children)}
    >
      {children}
    </MonthLink>
  )
}
