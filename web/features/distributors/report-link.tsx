// A link to the report of one distributor, ready before it is pressed. Touches ui, contract and this room.
import type { ReactNode } from 'react'
import type { Month } from '#contract/month.ts'
import { RouteLink } from '#web/ui/route-link.tsx'
import css from './distributors.module.css'

interface ReportLinkProps {
  distId: string
  month: Month
  /** Spoken in place of the content, where that says too little. */
  label?: string
  quiet?: boolean
  children: ReactNode
}

export const ReportLink = ({ distId, month, label, quiet, children }: ReportLinkProps) => (
  <RouteLink
    className={quiet ? css.quietLink : css.link}
    to="/distributors/distributors-details/$dist_id"
    params={{ dist_id: distId }}
    search={{ month }}
    slash
    aria-label={label}
  >
    {children}
  </RouteLink>
)
