import { PageTabs } from '#web/ui/page-tabs.tsx'
import { text } from './profile-text.ts'

const REPORT = '/distributors/distributors-details'

/** A distributor's report and its Ficha. */
export function ReportTabs({ id }: { id: string }) {
  const report = `${REPORT}/${encodeURIComponent(id)}`
  return (
    <PageTabs
      label={text.tabs}
      tabs={[
        { to: report, label: text.report },
        { to: `${report}/profile`, label: text.profile },
      ]}
    />
  )
}
