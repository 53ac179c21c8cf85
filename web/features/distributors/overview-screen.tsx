// Resumen Distribuidores: billing by distributor and orders by status.
import { useCall } from '#web/api/call.ts'
import { useMonths } from '#web/api/compare.ts'
import { Page, Pair } from '#web/ui/page.tsx'
import { BillingPanel } from './billing-panel.tsx'
import { StatusPanel } from './status-panel.tsx'

export default function OverviewScreen() {
  const { query } = useMonths()
  const state = useCall('GET /api/distributors/resume', { query })
  return (
    <Page>
      <Pair>
        <BillingPanel state={state} />
        <StatusPanel state={state} />
      </Pair>
    </Page>
  )
}
