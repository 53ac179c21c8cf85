// The two tabs of Segmentos. Touches ui and this feature.
import { PageTabs } from '#web/ui/page-tabs.tsx'
import { text } from './text.ts'

const TABS = [
  { to: '/products-overview/segments', label: text.charts },
  { to: '/products-overview/segments-table', label: text.table },
]

export const SegmentsTabs = () => <PageTabs label={text.tabs} tabs={TABS} />
