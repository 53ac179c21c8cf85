// The ranking of provinces as a ring and a list, beside the month compared with. Touches ui, text and this feature.
import { column } from '#contract/columns.ts'
import type { Month } from '#contract/month.ts'
import { changeOf, sumOf } from '#web/text/amounts.ts'
import { integer, monthName } from '#web/text/format.ts'
import { versus } from '#web/text/months.ts'
import { ChangeBadge } from '#web/ui/change-badge.tsx'
import { ChartPanel } from '#web/ui/chart-panel.tsx'
import { Donut, DonutCentre, DonutLegend } from '#web/ui/donut.tsx'
import { categorical, categoricalColor, rest } from '#web/ui/palette.ts'
import type { ByProvince, ByProvinceState } from './by-province.ts'
import { OwnChange } from './change.tsx'
import css from './customers.module.css'
import { provinceName, provinceOf, shortProvinceName } from './provinces.ts'
import { text } from './text.ts'

const HEIGHT = 664
const REST = 'rest'

const COLUMNS = [
  column('name', text.province),
  column('value', text.ranking, 'integer'),
  column('share', text.share, 'percent'),
  column('before', text.previous, 'integer'),
  column('change', text.change, 'percent'),
]

interface Ranked {
  key: string
  label: string
  value: number
  color: string
  before: number
}

/** The largest have a colour each; smaller ones, and customers without a province, are grey. */
function rankedOf({ rows }: ByProvince, previous: ByProvince | null | undefined): Ranked[] {
  const before = new Map(previous?.rows.map((row) => [row.state, row.total_registered]))
  const places = rows.length > categorical.length ? categorical.length - 1 : categorical.length
  const coloured = rows.filter(({ state }) => provinceOf(state)).slice(0, places)
  return rows.map((row) => {
    const place = coloured.indexOf(row)
    return {
      key: row.state,
      label: provinceName(row.state),
      value: row.total_registered,
      color: place < 0 ? rest : categoricalColor(place),
      before: before.get(row.state) ?? 0,
    }
  })
}

interface RankingPanelProps {
  state: ByProvinceState
  /** Undefined: on its way; null: it could not be loaded. */
  previous: ByProvince | null | undefined
  month: Month
  compared: Month
  picked: string | null
  onPick: (state: string | null) => void
}

export function RankingPanel({ state, previous, month, compared, picked, onPick }: RankingPanelProps) {
  return (
    <ChartPanel
      title={text.ranking}
      subtitle={text.rankingNote}
      state={state}
      updatedAt={state.data?.meta.updated_at}
      height={HEIGHT}
      isEmpty={({ data }) => data.total === 0}
      empty={text.noneYet(monthName(month))}
      file={`ranking_de_clientes_${month}`}
      table={({ data }) => ({
        columns: previous ? COLUMNS : COLUMNS.slice(0, 3),
        rows: rankedOf(data, previous).map((row) => ({
          name: row.label,
          value: row.value,
          share: (row.value / data.total) * 100,
          before: row.before,
          change: changeOf(row.value, row.before),
        })),
        cells: {
          change: (row: { value: number; before: number }) => (
            <OwnChange now={row.value} before={row.before} />
          ),
        },
        foot: { name: text.total, value: data.total, before: previous?.total ?? '' },
      })}
    >
      {({ data }) => (
        <Ring
          data={data}
          previous={previous}
          month={month}
          compared={compared}
          picked={picked}
          onPick={onPick}
        />
      )}
    </ChartPanel>
  )
}

function Ring({
  data,
  previous,
  month,
  compared,
  picked,
  onPick,
}: Omit<RankingPanelProps, 'state'> & { data: ByProvince }) {
  const ranked = rankedOf(data, previous)
  const own = ranked.filter(({ color }) => color !== rest)
  const others = ranked.filter(({ color }) => color === rest)
  const chosen = ranked.find(({ key }) => key === picked)
  const onlyOther = others.length === 1 ? others[0] : undefined
  const grey = {
    key: onlyOther?.key ?? REST,
    label: onlyOther?.label ?? text.others(others.length),
    value: sumOf(others.map(({ value }) => value)),
    color: rest,
  }
  const shown = chosen?.color === rest ? grey.key : (chosen?.key ?? null)
  const now = chosen?.value ?? data.total
  const before = chosen?.before ?? previous?.total ?? 0
  return (
    <div className={css.split}>
      <Donut
        label={`${text.ranking}. ${text.registeredOf(monthName(month))}`}
        slices={others.length > 0 ? [...own, grey] : own}
        format={integer}
        selected={shown}
        // The grey slice of many names none of them: the first one of the list is shown.
        onSelect={(key) => onPick(key === REST ? (others[0]?.key ?? null) : key)}
      >
        <DonutCentre
          title={chosen?.label ?? text.total}
          value={integer(now)}
          change={previous ? <ChangeBadge change={changeOf(now, before)} /> : <span className={css.change} />}
          note={previous === null ? text.previousFailed : versus(compared)}
        />
      </Donut>
      <div className={css.list}>
        <DonutLegend
          slices={ranked.map((row) => ({
            ...row,
            label: shortProvinceName(row.key),
            ...(previous && { note: <OwnChange now={row.value} before={row.before} /> }),
          }))}
          format={integer}
          selected={chosen?.key ?? null}
          onSelect={onPick}
        />
      </div>
    </div>
  )
}
