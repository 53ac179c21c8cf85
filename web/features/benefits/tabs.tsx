// The tabs of Beneficios, and the breadcrumb of the screens below them.
import { MonthLink } from '#web/lists/month-link.tsx'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { PageTabs } from '#web/ui/page-tabs.tsx'
import { DETAILS } from './links.tsx'
import { text } from './text.ts'

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
