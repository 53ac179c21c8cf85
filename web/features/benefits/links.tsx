// Routes of the rows behind benefit figures, links to them, and the tabs above them.
import type { ReactNode } from 'react'
import { MonthLink } from '#web/shared/links/month-link.tsx'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { PageTabs } from '#web/ui/page-tabs.tsx'
import type { CardGroup } from './queries.ts'
import { text } from './text.ts'

export const DETAILS = '/benefits/details'

const SUB_GROUP = {
  'massive-coupons': '/benefits/massives/details/$subGroup',
  bank: '/benefits/banking-benefits/details/$subGroup',
} as const

interface Route {
  to: string
  params: Readonly<Record<string, string>>
}

export const subGroupRoute = (group: CardGroup, subGroup: string): Route => ({
  to: SUB_GROUP[group],
  params: { subGroup },
})

/** Both company routes contain the role as the shop stores it and its label. */
export const purchasesRoute = (originalRole: string, role: string): Route => ({
  to: '/benefits/corporatives/employees-detail/$employee_name/$role',
  params: { employee_name: originalRole, role },
})

export const employeesRoute = (originalRole: string, role: string): Route => ({
  to: '/benefits/corporatives/customers-employees/$role/$employee_name',
  params: { role: originalRole, employee_name: role },
})

interface LinkProps {
  label?: string | undefined
  children: ReactNode
}

export const BenefitLink = ({ route, label, children }: LinkProps & { route: Route }) => (
  <MonthLink {...route} slash aria-label={label}>
    {children}
  </MonthLink>
)

/** Filters of the Detalles screen, named as in its address. */
type DetailFilters = Partial<Record<'group' | 'sub_group' | 'discount' | 'coupon', string>>

export const DetailsLink = ({ filters, label, children }: LinkProps & { filters?: DetailFilters }) => (
  <MonthLink to={DETAILS} search={filters ?? {}} aria-label={label}>
    {children}
  </MonthLink>
)

const TABS = [
  { to: '/benefits/corporatives', label: text.corporates },
  { to: '/benefits/massives', label: text.massives },
  { to: '/benefits/banking-benefits', label: text.banks },
  { to: '/benefits/overview', label: text.overview },
  { to: DETAILS, label: text.details },
]

export const BenefitsTabs = () => <PageTabs label={text.tabs} tabs={TABS} />

/** `to` is the path of one of the tabs. */
export const BenefitsBreadcrumb = ({ to, here }: { to: string; here: string }) => (
  <Breadcrumb above={<MonthLink to={to}>{TABS.find((tab) => tab.to === to)?.label}</MonthLink>} here={here} />
)
