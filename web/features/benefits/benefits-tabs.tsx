// The five tabs of Beneficios. Touches ui and this feature.
import { PageTabs } from '#web/ui/page-tabs.tsx'
import { DETAILS } from './places.tsx'
import { text } from './text.ts'

const TABS = [
  { to: '/benefits/corporatives', label: text.corporates },
  { to: '/benefits/massives', label: text.massives },
  { to: '/benefits/banking-benefits', label: text.banks },
  { to: '/benefits/overview', label: text.overview },
  { to: DETAILS, label: text.details },
]

export const BenefitsTabs = () => <PageTabs label={text.tabs} tabs={TABS} />
