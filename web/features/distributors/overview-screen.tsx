// Resumen Distribuidores: billing by distributor and orders by status.
import { useQuery } from '@tanstack/react-query'
import { fetchQuery } from '#web/api/ask.ts'
import { useMonths } from '#web/api/compare.ts'
import { Page, Pair } from '#web/ui/page.tsx'
import { BillingPanel } from './billing-panel.tsx'
import { StatusPanel } from './status-panel.tsx'

export default function OverviewScreen() {
  const { asked } = useMonths()
  const state = useQuery(fetchQuery('GET /api/distributors/resume', { query: asked }))
  return (
    <Page>
      <Pair>
        <BillingPanel state={state} />
        <StatusPanel state={state} />
      </Pair>
    </Page>
  )
}
