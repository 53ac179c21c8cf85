// Grupos: the groups of discounts as a ring, by money or by orders.
import { Box, Text } from '@mantine/core'
import { useState } from 'react'
import type { CouponGroups } from '#contract/benefits.ts'
import { column } from '#contract/columns.ts'
import { useMonths } from '#web/api/compare.ts'
import { Why, WhyBadge } from '#web/shared/why/why.tsx'
import { integer, money, monthName, shortMoney } from '#web/text/format.ts'
import { Change } from '#web/ui/change-badge.tsx'
import { ChartPanel } from '#web/ui/chart-panel.tsx'
import { Donut, DonutCentre, DonutLegend } from '#web/ui/donut.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import { type GroupMeasure, groupMeasures, type Mode } from './rules.ts'
import type { GroupsState } from './sub-groups-panel.tsx'
import { text } from './text.ts'
import { whyOfGroup } from './why.ts'

const HEIGHT = 520

const MODES = {
  amount: { full: money, short: shortMoney, title: text.amountTitle, format: 'money' },
  units: { full: integer, short: integer, title: text.unitsTitle, format: 'integer' },
} as const

export function GroupsPanel({ state }: { state: GroupsState }) {
  const { month } = useMonths()
  const [modeParam, setModeParam] = useSearchParam('mode')
  const mode: Mode = modeParam === 'units' ? 'units' : 'amount'
  const { title, format } = MODES[mode]
  return (
    <ChartPanel
      title={text.groups}
      subtitle={`${title}, ${monthName(month)}`}
      state={state}
      height={HEIGHT}
      loading="progress"
      isEmpty={({ data }) => data.data_groups.length === 0}
      file={`grupos_${month}`}
      table={({ data }) => ({
        columns: [
          column('group', text.group),
          column('value', title, format),
          column('previous', text.previousMonth, format),
          column('change', text.change, 'percent'),
        ],
        rows: groupMeasures(data, mode),
        cells: { change: (row: GroupMeasure) => <ChangeOf row={row} mode={mode} /> },
      })}
    >
      {({ data }) => (
        <>
          <Segments
            fullWidth
            size="xs"
            style={{ marginBottom: 16 }}
            aria-label={text.modes}
            data={[
              { value: 'amount', label: text.amountMode },
              { value: 'units', label: text.unitsMode },
            ]}
            value={mode}
            onChange={(value) => setModeParam(value === 'units' ? value : null)}
          />
          <Ring data={data} mode={mode} />
        </>
      )}
    </ChartPanel>
  )
}

const ChangeOf = ({ row, mode }: { row: GroupMeasure; mode: Mode }) => (
  <Why of={whyOfGroup(mode, row.group)}>
    <Change now={row.value} before={row.previous} growth="neither" />
  </Why>
)

function Ring({ data, mode }: { data: CouponGroups; mode: Mode }) {
  const { month, against } = useMonths()
  const [picked, setPicked] = useState<string | null>(null)
  const { full, short, title } = MODES[mode]
  const groups = groupMeasures(data, mode)
  const chosen = groups.find(({ group }) => group === picked)
  const shown = chosen ?? groups[0]
  const slices = groups.map((row) => ({
    key: row.group,
    label: row.group,
    value: row.value,
    color: row.color,
    note: <ChangeOf row={row} mode={mode} />,
  }))
  const ring = { slices, format: full, selected: chosen?.group ?? null, onSelect: setPicked }
  return (
    <>
      <Text fz="sm" fw={500} ta="center" c="var(--gd-text-soft)" mb={10}>
        {title}
      </Text>
      <Donut {...ring} label={`${text.groups}. ${title}, ${monthName(month)}`}>
        {shown ? (
          <DonutCentre
            title={shown.group}
            value={short(shown.value)}
            change={
              <WhyBadge
                of={whyOfGroup(mode, shown.group)}
                now={shown.value}
                before={shown.previous}
                growth="neither"
              />
            }
            note={against}
          />
        ) : null}
      </Donut>
      <Box mt={14}>
        <DonutLegend {...ring} />
      </Box>
    </>
  )
}
