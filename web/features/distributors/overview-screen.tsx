// Resumen Distribuidores: billing by distributor and orders by status. Touches api, ui, text and this feature.
import { useQuery } from '@tanstack/react-query'
import { ask } from '#web/api/ask.ts'
import { useMonth } from '#web/api/month.ts'
import { Page, Pair } from '#web/ui/page.tsx'
import { BillingPanel } from './billing-panel.tsx'
import { StatusPanel } from './status-panel.tsx'

export default function OverviewScreen() {
  const month = useMonth()
  const state = useQuery(ask('GET /api/distributors/resume', { query: { start_date: month } }))
  return (
    <Page>
      <Pair>
        <BillingPanel state={state} month={month} />
        <StatusPanel state={state} month={month} />
      </Pair>
    </Page>
  )
}
