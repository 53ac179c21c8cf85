// Resumen de Negocios: who billed and sold how much, one of them in focus. Touches api, ui, text and this feature.
import { useQuery } from '@tanstack/react-query'
import { fetchQuery } from '#web/api/ask.ts'
import { useMonths } from '#web/api/compare.ts'
import { Page } from '#web/ui/page.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import { BusinessCards } from './business-cards.tsx'
import { BusinessPanel } from './business-panel.tsx'
import { BusinessTable } from './business-table.tsx'
import { MODES, modeOf } from './mode.ts'
import css from './products.module.css'
import { text } from './text.ts'

export default function BusinessScreen() {
  const { month, compared, asked } = useMonths()
  const [word, setMode] = useSearchParam('mode', { step: true })
  const [picked, setPicked] = useSearchParam('business')
  const mode = modeOf(word)
  const state = useQuery(fetchQuery('GET /api/orders/ranking-orders-by-business', { query: asked }))
  // A business of another month's link may not have sold in this one.
  const chosen = state.data?.data.rows.find(({ business }) => business === picked)
  return (
    <Page>
      <div className={css.bar} data-no-print>
        <Segments
          aria-label={text.mode}
          data={MODES}
          value={mode.key}
          onChange={(next) => setMode(next === 'units' ? next : null)}
        />
      </div>
      <div className={css.overview}>
        <BusinessPanel
          state={state}
          month={month}
          compared={compared}
          mode={mode}
          chosen={chosen}
          onPick={setPicked}
        />
        <BusinessCards state={state} compared={compared} chosen={chosen} />
      </div>
      <BusinessTable state={state} mode={mode} />
    </Page>
  )
}
