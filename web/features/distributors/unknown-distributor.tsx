import { MonthLink } from '#web/shared/links/month-link.tsx'
import { Page, Panel } from '#web/ui/page.tsx'
import shared from '#web/ui/shared.module.css'
import { EmptyState } from '#web/ui/states.tsx'
import { ReportHeading } from './report-heading.tsx'
import { text } from './text.ts'

/** The address contains an unknown id, so retrying would not help. */
export const UnknownDistributor = ({ id, height }: { id: string; height: number }) => (
  <Page>
    <ReportHeading name={undefined} id={id} failed />
    <Panel title={text.unknown}>
      <EmptyState height={height}>
        {text.unknownNote(id)}{' '}
        <MonthLink className={shared.textLink} to="/distributors/distributors-details">
          {text.seeEvery}
        </MonthLink>
      </EmptyState>
    </Panel>
  </Page>
)
