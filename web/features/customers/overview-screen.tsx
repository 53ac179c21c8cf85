// Reportes de Clientes: where customers registered, as a map, a ranking and a table.
import { mayUser, useUser } from '#web/api/session.ts'
import { Page } from '#web/ui/page.tsx'
import css from './customers.module.css'
import { MapPanel } from './map-panel.tsx'
import { RankingPanel } from './ranking-panel.tsx'
import { SalesTable } from './sales-table.tsx'

export default function OverviewScreen() {
  const user = useUser()
  return (
    <Page>
      <div className={css.overview}>
        <MapPanel />
        <RankingPanel />
      </div>
      {mayUser(user, 'view:orders') ? <SalesTable /> : null}
    </Page>
  )
}
