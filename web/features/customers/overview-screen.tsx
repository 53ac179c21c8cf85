// Reportes de Clientes: where customers registered, as a map, a ranking and a table.
import { customerLists } from '#contract/lists/customers.ts'
import { PROVINCES } from '#contract/provinces.ts'
import { useMonth } from '#web/api/month.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { integer, monthName } from '#web/text/format.ts'
import { ChartPanel } from '#web/ui/chart-panel.tsx'
import { ArgentinaMap } from '#web/ui/map/argentina-map.tsx'
import { Page } from '#web/ui/page.tsx'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import css from './customers.module.css'
import { type ByProvince, useCustomersByProvince } from './queries.ts'
import { RankingPanel } from './ranking-panel.tsx'
import { provinceName, provinceOf } from './rules.ts'
import { SalesTable } from './sales-table.tsx'
import { text } from './text.ts'

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

function MapPanel() {
  const month = useMonth()
  const { state } = useCustomersByProvince()
  const [picked, setPicked] = useSearchParam('state')
  return (
    <ChartPanel
      title={text.map}
      subtitle={text.registeredOf(monthName(month))}
      state={state}
      height={664}
      isEmpty={({ data }) => data.total === 0}
      empty={text.noneYet(monthName(month))}
      file={`mapa_de_clientes_${month}`}
      table={({ data }) => ({
        columns: customerLists.customersByState.columns,
        rows: data.rows,
        cells: { state: (row: { state: string }) => provinceName(row.state) },
        foot: { state: text.total, total_registered: data.total },
      })}
    >
      {({ data }) => (
        <ArgentinaMap
          label={`${text.map}. ${text.registeredOf(monthName(month))}`}
          measure={text.customers}
          spoken={text.customersOf}
          markers={markersOf(data)}
          format={integer}
          selected={(picked && provinceOf(picked)?.iso) ?? null}
          onPick={(iso) => {
            const next = PROVINCES.find((province) => province.iso === iso)?.name.toUpperCase() ?? null
            setPicked(next === picked ? null : next)
          }}
        />
      )}
    </ChartPanel>
  )
}

/** One marker per province, also without customers; the largest first, so that small ones lie on top. */
function markersOf({ rows }: ByProvince) {
  const counts = new Map(rows.map((row) => [row.state, row.total_registered]))
  return PROVINCES.map(({ iso, name, longitude, latitude }) => ({
    iso,
    name,
    longitude,
    latitude,
    value: counts.get(name.toUpperCase()) ?? 0,
  })).sort((a, b) => b.value - a.value)
}
