import type { ReactNode } from 'react'
import { MonthLink } from '#web/lists/month-link.tsx'
import shared from '#web/ui/shared.module.css'

interface ReportLinkProps {
  distId: string
  /** Read by screen readers instead of an icon. */
  iconLabel?: string
  children: ReactNode
}

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
