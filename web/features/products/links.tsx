// Links to Ranking de ventas, filtered to a business or segment; names and tabs of the products screens.
import type { ReactNode } from 'react'
import { MonthLink } from '#web/shared/links/month-link.tsx'
import { ColorName } from '#web/ui/color-name.tsx'
import { businessColor } from '#web/ui/colors.ts'
import { PageTabs } from '#web/ui/page-tabs.tsx'
import shared from '#web/ui/shared.module.css'
import { text } from './text.ts'

export const RANKING = '/products-sales-ranking'

/** Address parameter: filters match full names instead of their beginnings. */
export const EXACT = 'exact'

export interface RankingFilter {
  business: string
  segment?: string
}

/** Parameters of the ranking's address. */
export const rankingSearch = ({ business, segment }: RankingFilter) => ({
  [EXACT]: '1',
  f_business: business,
  ...(segment !== undefined && { f_segment: segment }),
})

interface RankingLinkProps {
  of: RankingFilter
  /** Read by screen readers instead of an icon. */
  iconLabel?: string
  children: ReactNode
}

export const RankingLink = ({ of, iconLabel, children }: RankingLinkProps) => (
  <MonthLink
    className={iconLabel ? shared.iconLink : shared.link}
    to={RANKING}
    search={rankingSearch(of)}
    aria-label={iconLabel}
    data-no-print={iconLabel ? true : undefined}
  >
    {children}
  </MonthLink>
)

export const BusinessName = ({ name }: { name: string }) => (
  <ColorName color={businessColor(name)}>{name}</ColorName>
)

const SEGMENTS = [
  { to: '/products-overview/segments', label: text.charts },
  { to: '/products-overview/segments-table', label: text.table },
]

export const SegmentsTabs = () => <PageTabs label={text.tabs} tabs={SEGMENTS} />
