// Reportes de Clientes: who registered where, on the map and as a ranking. Touches api, ui, text and this feature.
import { useMonth } from '#web/api/month.ts'
import { Page } from '#web/ui/page.tsx'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import { useByProvince } from './by-province.ts'
import css from './customers.module.css'
import { MapPanel } from './map-panel.tsx'
import { RankingPanel } from './ranking-panel.tsx'

export default function OverviewScreen() {
  const month = useMonth()
  const [picked, setPicked] = useSearchParam('state')
  const { state, previous } = useByProvince(month)
  return (
    <Page>
      <div className={css.overview}>
        <MapPanel state={state} month={month} picked={picked} onPick={setPicked} />
        <RankingPanel state={state} previous={previous} month={month} picked={picked} onPick={setPicked} />
      </div>
    </Page>
  )
}
