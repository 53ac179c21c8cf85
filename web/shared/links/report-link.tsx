import type { ReactNode } from 'react'
import shared from '#web/ui/shared.module.css'
import { MonthLink } from './month-link.tsx'

interface ReportLinkProps {
  distId: string
  /** Read by screen readers instead of an icon. */
  iconLabel?: string
  children: ReactNode
}

/** Leads to the report of a distributor in the month on screen. */
export const ReportLink = ({ distId, iconLabel, children }: ReportLinkProps) => (
  <MonthLink
    className={iconLabel ? shared.iconLink : shared.link}
    to="/distributors/distributors-details/$dist_id"
    params={{ dist_id: distId }}
    slash
    aria-label={iconLabel}
  >
    {children}
  </MonthLink>
)
