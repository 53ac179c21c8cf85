// The products behind a figure: Ranking de ventas, filtered to a business or segment. Touches ui and this feature.
import type { ReactNode } from 'react'
import type { Month } from '#contract/month.ts'
import { RouteLink } from '#web/ui/route-link.tsx'
import css from './products.module.css'

export interface Behind {
  month: Month
  business: string
  segment?: string
}

export const RANKING = '/products-sales-ranking'

/** In the address: its filters are names in full, not beginnings of them. */
export const EXACT = 'exact'

/** Filters of the ranking's table, as its address names them; names that only begin alike are none of the figure's rows. */
export const rankingSearch = ({ month, business, segment }: Behind) => ({
  month,
  [EXACT]: '1',
  f_business: business,
  ...(segment !== undefined && { f_segment: segment }),
})

interface RankingLinkProps {
  of: Behind
  /** Spoken in place of the content, where that says too little. */
  label?: string
  quiet?: boolean
  children: ReactNode
}

export const RankingLink = ({ of, label, quiet, children }: RankingLinkProps) => (
  <RouteLink
    className={quiet ? css.quietLink : css.link}
    to={RANKING}
    search={rankingSearch(of)}
    aria-label={label}
  >
    {children}
  </RouteLink>
)
