// The benefits of one group as bars, five at a time.
import { IconArrowRight } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { benefitGroup } from '#contract/benefit-groups.ts'
import type { CouponGroups } from '#contract/benefits.ts'
import { column } from '#contract/columns.ts'
import { useMonth } from '#web/api/month.ts'
import { MonthLink } from '#web/shared/links/month-link.tsx'
import { money, monthName, short, shortMoney } from '#web/text/format.ts'
import { BarWindow } from '#web/ui/bar-window.tsx'
import { linkLook } from '#web/ui/button.tsx'
import { ChartPanel } from '#web/ui/chart-panel.tsx'
import type { Loadable } from '#web/ui/loadable.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { BenefitLink, DETAILS, DetailsLink, subGroupRoute } from './links.tsx'
import { text } from './text.ts'

export type GroupsState = Loadable<{ data: CouponGroups; meta: { updated_at: string | null } }>

type SubGroup = CouponGroups['sub_groups'][number]

const HEIGHT = 252

const rounded = (value: number) => (value < 10_000 ? Math.round(value) : Math.round(value / 1000) * 1000)
/** 590884 → '$ 591 mil', then '591 mil': for the narrow bars of a phone. */
const TIGHT = [(value: number) => shortMoney(rounded(value)), (value: number) => short(rounded(value))]

const COLUMNS = [
  column('sub_group', text.subGroup),
  column('total_discounted', text.totalDiscounted, 'money'),
  column('cant', text.count, 'integer'),
]

interface SubGroupsPanelProps {
  state: GroupsState
  title: string
  group: 'CORPORATIVOS' | 'CUPONES MASIVOS'
  /** Path of the screen with all benefits of the group. */
  all: string
}

const ofGroup = (data: CouponGroups, group: string) => data.sub_groups.filter((row) => row.group === group)

export function SubGroupsPanel({ state, title, group, all }: SubGroupsPanelProps) {
  const month = useMonth()
  const subtitle = text.discountsOf(monthName(month))
  return (
    <ChartPanel
      title={title}
      subtitle={subtitle}
      state={state}
      height={HEIGHT}
      grows
      loading="progress"
      isEmpty={({ data }) => ofGroup(data, group).length === 0}
      file={`${title.toLowerCase()}_${month}`}
      actions={
        <Tooltip label={text.seeAllOf(title)}>
          <MonthLink {...linkLook({ icon: 28 })} to={all} aria-label={text.seeAllOf(title)} data-no-print>
            <IconArrowRight size={16} aria-hidden />
          </MonthLink>
        </Tooltip>
      }
      table={({ data }) => {
        const sum = data.data_groups.find((row) => row.group === group)
        return {
          columns: COLUMNS,
          rows: ofGroup(data, group),
          cells: { sub_group: (row: SubGroup) => <SubGroupLink row={row} /> },
          foot: {
            sub_group: text.total,
            total_discounted: sum?.total_discounted ?? 0,
            cant: sum?.cant ?? 0,
          },
        }
      }}
    >
      {({ data }) => <Bars rows={ofGroup(data, group)} label={`${title}. ${subtitle}`} />}
    </ChartPanel>
  )
}

function SubGroupLink({ row: { group, sub_group } }: { row: SubGroup }) {
  const word = benefitGroup(group)?.word ?? 'others'
  if (word === 'massive-coupons')
    return <BenefitLink route={subGroupRoute(word, sub_group)}>{sub_group}</BenefitLink>
  return <DetailsLink filters={{ group: word, sub_group }}>{sub_group}</DetailsLink>
}

function Bars({ rows, label }: { rows: readonly SubGroup[]; label: string }) {
  const month = useMonth()
  const navigate = useNavigate()
  const { word = 'others', color } = benefitGroup(rows[0]?.group ?? '') ?? {}
  const open = (subGroup: string) =>
    word === 'massive-coupons'
      ? navigate({ ...subGroupRoute(word, subGroup), search: { month } })
      : navigate({ to: DETAILS, search: { month, group: word, sub_group: subGroup } })
  return (
    <BarWindow
      label={label}
      bars={rows.map(({ sub_group, total_discounted }) => ({
        key: sub_group,
        label: sub_group,
        value: total_discounted,
        ...(color && { color }),
      }))}
      format={money}
      formatTick={shortMoney}
      formatsTight={TIGHT}
      height={HEIGHT}
      onPick={(subGroup) => void open(subGroup)}
    />
  )
}
