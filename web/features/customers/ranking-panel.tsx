// The provinces as a ring and a list, with the change against the compared month.
import { column } from '#contract/columns.ts'
import { useMonths } from '#web/api/compare.ts'
import { Why, WhyBadge } from '#web/shared/why/why.tsx'
import { changeOf, integer, monthName, sumOf } from '#web/text/format.ts'
import { Change } from '#web/ui/change-badge.tsx'
import { ChartPanel } from '#web/ui/chart-panel.tsx'
import { rest } from '#web/ui/colors.ts'
import { Donut, DonutCentre, DonutLegend } from '#web/ui/donut.tsx'
import shared from '#web/ui/shared.module.css'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import css from './customers.module.css'
import { type ByProvince, useCustomersByProvince } from './queries.ts'
import { rankedProvinces, shortProvinceName } from './rules.ts'
import { text } from './text.ts'
import { whyOfProvince } from './why.ts'

const OTHERS = 'rest'

const COLUMNS = [
  column('name', text.province),
  column('value', text.ranking, 'integer'),
  column('share', text.share, 'share'),
  column('before', text.previous, 'integer'),
  column('change', text.change, 'percent'),
]

export function RankingPanel() {
  const { month } = useMonths()
  const { state, previous } = useCustomersByProvince()
  return (
    <ChartPanel
      title={text.ranking}
      subtitle={text.rankingNote}
      state={state}
      height={664}
      isEmpty={({ data }) => data.total === 0}
      empty={text.noneYet(monthName(month))}
      file={`ranking_de_clientes_${month}`}
      table={({ data }) => ({
        columns: previous ? COLUMNS : COLUMNS.slice(0, 3),
        rows: rankedProvinces(data, previous).map(({ key, label, value, before }) => ({
          key,
          name: label,
          value,
          share: (value / data.total) * 100,
          before,
          change: changeOf(value, before),
        })),
        cells: {
          change: (row: { key: string; value: number; before: number }) => (
            <Why of={whyOfProvince('registered', row.key)}>
              <Change now={row.value} before={row.before} growth="good" />
            </Why>
          ),
        },
        foot: { name: text.total, value: data.total, before: previous?.total ?? '' },
      })}
    >
      {({ data }) => <Ring data={data} previous={previous} />}
    </ChartPanel>
  )
}

function Ring({ data, previous }: { data: ByProvince; previous: ByProvince | null | undefined }) {
  const { month, against } = useMonths()
  const [picked, setPicked] = useSearchParam('state')
  const provinces = rankedProvinces(data, previous)
  const colored = provinces.filter(({ color }) => color !== rest)
  const others = provinces.filter(({ color }) => color === rest)
  const chosen = provinces.find(({ key }) => key === picked)
  const onlyOther = others.length === 1 ? others[0] : undefined
  const grey = {
    key: onlyOther?.key ?? OTHERS,
    label: onlyOther?.label ?? text.others(others.length),
    value: sumOf(others.map(({ value }) => value)),
    color: rest,
  }
  const value = chosen?.value ?? data.total
  const before = chosen?.before ?? previous?.total ?? 0
  return (
    <div className={`${shared.split} ${css.ranking}`}>
      <Donut
        label={`${text.ranking}. ${text.registeredOf(monthName(month))}`}
        slices={others.length > 0 ? [...colored, grey] : colored}
        format={integer}
        selected={chosen?.color === rest ? grey.key : (chosen?.key ?? null)}
        // The grey slice represents several provinces: pressing it selects the first of them.
        onSelect={(key) => setPicked(key === OTHERS ? (others[0]?.key ?? null) : key)}
      >
        <DonutCentre
          title={chosen?.label ?? text.total}
          value={integer(value)}
          change={
            previous ? (
              <WhyBadge
                of={whyOfProvince('registered', chosen?.key)}
                now={value}
                before={before}
                growth="good"
              />
            ) : (
              <span style={{ height: 20 }} />
            )
          }
          note={previous === null ? text.previousFailed : against}
        />
      </Donut>
      <div className={css.list}>
        <DonutLegend
          slices={provinces.map((row) => ({
            ...row,
            label: shortProvinceName(row.key),
            ...(previous && {
              note: (
                <Why of={whyOfProvince('registered', row.key)}>
                  <Change now={row.value} before={row.before} growth="good" />
                </Why>
              ),
            }),
          }))}
          format={integer}
          selected={chosen?.key ?? null}
          onSelect={setPicked}
        />
      </div>
    </div>
  )
}
