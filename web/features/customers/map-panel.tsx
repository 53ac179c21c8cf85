// The map of the 24 provinces with a marker at each. Touches ui, text and this feature.
import { customersByStateColumns } from '#contract/customers-columns.ts'
import type { Month } from '#contract/month.ts'
import { PROVINCES } from '#contract/provinces.ts'
import { integer, monthName } from '#web/text/format.ts'
import { ChartPanel } from '#web/ui/chart-panel.tsx'
import { ArgentinaMap } from '#web/ui/map/argentina-map.tsx'
import type { ByProvince, ByProvinceState, ProvinceRow } from './by-province.ts'
import { provinceName, provinceOf, stateOf } from './provinces.ts'
import { text } from './text.ts'

const HEIGHT = 664

interface MapPanelProps {
  state: ByProvinceState
  month: Month
  /** A `state` of the wire. */
  picked: string | null
  onPick: (state: string | null) => void
}

export function MapPanel({ state, month, picked, onPick }: MapPanelProps) {
  return (
    <ChartPanel
      title={text.map}
      subtitle={text.registeredOf(monthName(month))}
      state={state}
      updatedAt={state.data?.meta.updated_at}
      height={HEIGHT}
      isEmpty={({ data }) => data.total === 0}
      empty={text.noneYet(monthName(month))}
      file={`mapa_de_clientes_${month}`}
      table={({ data }) => ({
        columns: customersByStateColumns,
        rows: data.rows,
        cells: { state: (row: ProvinceRow) => provinceName(row.state) },
        foot: { state: text.total, total_registered: data.total },
      })}
    >
      {({ data }) => (
        <ArgentinaMap
          label={`${text.map}. ${text.registeredOf(monthName(month))}`}
          measure={text.customers}
          markers={markersOf(data)}
          format={integer}
          selected={(picked && provinceOf(picked)?.iso) ?? null}
          onPick={(iso) => {
            const found = PROVINCES.find((province) => province.iso === iso)
            const next = found ? stateOf(found) : null
            onPick(next === picked ? null : next)
          }}
        />
      )}
    </ChartPanel>
  )
}

/** Every province has its marker, also without customers; the largest lie below, so that small ones can be reached. */
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
