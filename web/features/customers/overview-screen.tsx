// Reportes de Clientes: who registered where, on the map and as a ranking. Touches api, ui, text and this feature.
import { useMonths } from '#web/api/compare.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { Page } from '#web/ui/page.tsx'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import { useByProvince } from './by-province.ts'
import css from './customers.module.css'
import { MapPanel } from './map-panel.tsx'
import { RankingPanel } from './ranking-panel.tsx'
import { SalesTable } from './sales-table.tsx'

export default function OverviewScreen() {
  const user = useUser()
  const { month, compared } = useMonths()
  const [picked, setPicked] = useSearchParam('state')
  const { state, previous } = useByProvince(month, compared)
  return (
    <Page>
      <div className={css.overview}>
        <MapPanel state={state} month={month} picked={picked} onPick={setPicked} />
        <RankingPanel
          state={state}
          previous={previous}
          month={month}
          compared={compared}
          picked={picked}
          onPick={setPicked}
        />
      </div>
      {mayUser(user, 'view:orders') ? <SalesTable customers={state} previous={previous} /> : null}
    </Page>
  )
}
