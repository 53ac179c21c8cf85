// Where the rows behind a figure of benefits are, and links that go there. Touches ui, contract and this feature.
import type { ReactNode } from 'react'
import type { Month } from '#contract/month.ts'
import { RouteLink } from '#web/ui/route-link.tsx'
import type { CardGroup } from './asked.ts'
import css from './benefits.module.css'

export const DETAILS = '/benefits/details'

const DETAILS_OF = {
  'massive-coupons': '/benefits/massives/details/$subGroup',
  bank: '/benefits/banking-benefits/details/$subGroup',
} as const

export interface Place {
  to: string
  params: Readonly<Record<string, string>>
}

export const subGroupPlace = (group: CardGroup, subGroup: string): Place => ({
  to: DETAILS_OF[group],
  params: { subGroup },
})

/** Both addresses of a company carry its role as the store names it and as people read it. */
export const purchasesPlace = (originalRole: string, role: string): Place => ({
  to: '/benefits/corporatives/employees-detail/$employee_name/$role',
  params: { employee_name: originalRole, role },
})

export const employeesPlace = (originalRole: string, role: string): Place => ({
  to: '/benefits/corporatives/customers-employees/$role/$employee_name',
  params: { role: originalRole, employee_name: role },
})

interface PlaceLinkProps {
  place: Place
  month: Month
  /** Spoken in place of the content, where that says too little. */
  label?: string
  children: ReactNode
}

export const PlaceLink = ({ place, month, label, children }: PlaceLinkProps) => (
  <RouteLink className={css.link} {...place} search={{ month }} slash aria-label={label}>
    {children}
  </RouteLink>
)

/** What Detalles is limited to, as its address names it. */
export interface Limits {
  group?: string
  sub_group?: string
  discount?: string
  coupon?: string
}

export const DetailsLink = ({
  month,
  limits = {},
  label,
  children,
}: {
  month: Month
  limits?: Limits
  label?: string
  children: ReactNode
}) => (
  <RouteLink className={css.link} to={DETAILS} search={{ month, ...limits }} aria-label={label}>
    {children}
  </RouteLink>
)
