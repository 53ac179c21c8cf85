// The benefits of one group as bars, five at a time. Touches ui, text and this feature.
import { IconArrowRight } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { benefitGroup } from '#contract/benefit-groups.ts'
import type { CouponGroups } from '#contract/benefits.ts'
import { column } from '#contract/columns.ts'
import type { Month } from '#contract/month.ts'
import { money, monthName, short, shortMoney } from '#web/text/format.ts'
import { BarWindow } from '#web/ui/bar-window.tsx'
import { linkLook } from '#web/ui/button.tsx'
import { ChartPanel } from '#web/ui/chart-panel.tsx'
import type { Loadable } from '#web/ui/loadable.ts'
import { RouteLink } from '#web/ui/route-link.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { DETAILS, DetailsLink, PlaceLink, subGroupPlace } from './places.tsx'
import { text } from './text.ts'

export type GroupsState = Loadable<{ data: CouponGroups; meta: { updated_at: string | null } }>

type SubGroup = CouponGroups['sub_groups'][number]

const HEIGHT = 252

const rounded = (value: number) => (value < 10_000 ? Math.round(value) : Math.round(value / 1000) * 1000)
/** 590884 → '$ 591 mil', then '591 mil': for bars on a phone. */
const TIGHT = [(value: number) => shortMoney(rounded(value)), (value: number) => short(rounded(value))]

const COLUMNS = [
  column('sub_group', text.subGroup),
  column('total_discounted', text.totalDiscounted, 'money'),
  column('cant', text.count, 'integer'),
]

interface SubGroupsPanelProps {
  state: GroupsState
  month: Month
  title: string
  group: 'CORPORATIVOS' | 'CUPONES MASIVOS'
  /** The screen with all benefits of the group. */
  all: string
}

export function SubGroupsPanel({ state, month, title, group, all }: SubGroupsPanelProps) {
  const navigate = useNavigate()
  const word = benefitGroup(group)?.word ?? 'others'
  const color = benefitGroup(group)?.color
  const rowsOf = (data: CouponGroups) => data.sub_groups.filter((row) => row.group === group)
  const open = (subGroup: string) =>
    word === 'massive-coupons'
      ? navigate({ ...subGroupPlace(word, subGroup), search: { month } })
      : navigate({ to: DETAILS, search: { month, group: word, sub_group: subGroup } })
  return (
    <ChartPanel
      title={title}
      subtitle={text.discountsOf(monthName(month))}
      state={state}
      updatedAt={state.data?.meta.updated_at}
      height={HEIGHT}
      loading="progress"
      isEmpty={({ data }) => rowsOf(data).length === 0}
      file={`${title.toLowerCase()}_${month}`}
      actions={() => (
        <Tooltip label={text.seeAllOf(title)}>
          <RouteLink
            {...linkLook({ icon: 28 })}
            to={all}
            search={{ month }}
            aria-label={text.seeAllOf(title)}
          >
            <IconArrowRight size={16} aria-hidden />
          </RouteLink>
        </Tooltip>
      )}
      table={({ data }) => ({
        columns: COLUMNS,
        rows: rowsOf(data),
        cells: {
          sub_group: (row: SubGroup) =>
            word === 'massive-coupons' ? (
              <PlaceLink place={subGroupPlace(word, row.sub_group)} month={month}>
                {row.sub_group}
              </PlaceLink>
            ) : (
              <DetailsLink month={month} limits={{ group: word, sub_group: row.sub_group }}>
                {row.sub_group}
              </DetailsLink>
            ),
        },
        foot: footOf(data, group),
      })}
    >
      {({ data }) => (
        <BarWindow
          label={`${title}. ${text.discountsOf(monthName(month))}`}
          bars={rowsOf(data).map((row) => ({
            key: row.sub_group,
            label: row.sub_group,
            value: row.total_discounted,
            ...(color && { color }),
          }))}
          format={money}
          formatTick={shortMoney}
          formatsTight={TIGHT}
          height={HEIGHT}
          onPick={(subGroup) => void open(subGroup)}
        />
      )}
    </ChartPanel>
  )
}

function footOf(data: CouponGroups, group: string): Record<string, string | number> {
  const sum = data.data_groups.find((row) => row.group === group)
  return { sub_group: text.total, total_discounted: sum?.total_discounted ?? 0, cant: sum?.cant ?? 0 }
}
