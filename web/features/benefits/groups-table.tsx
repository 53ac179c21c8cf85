// The groups of discounts with their sums; each links to its discounts.
import { IconArrowRight } from '@tabler/icons-react'
import { benefitGroup } from '#contract/benefit-groups.ts'
import { column } from '#contract/columns.ts'
import { useMonth } from '#web/api/month.ts'
import { MonthLink } from '#web/lists/month-link.tsx'
import { monthName } from '#web/text/format.ts'
import { linkLook } from '#web/ui/button.tsx'
import { ColorName } from '#web/ui/color-name.tsx'
import { AsyncPanel } from '#web/ui/panel.tsx'
import { ViewAsTable } from '#web/ui/view-as-table.tsx'
import css from './benefits.module.css'
import { DetailsLink } from './links.tsx'
import type { GroupsState } from './sub-groups-panel.tsx'
import { text } from './text.ts'

const COLUMNS = [
  column('group', text.group),
  column('total_discounted', text.totalDiscounted, 'money'),
  column('cant', text.count, 'integer'),
  column('percent', text.share, 'share'),
]

const HINTS = { cant: text.countHint, percent: text.shareHint }

export function GroupsTable({ state }: { state: GroupsState }) {
  return (
    <AsyncPanel
      title={text.groupsTable}
      subtitle={text.discountsOf(monthName(useMonth()))}
      state={state}
      height={230}
      isEmpty={({ data }) => data.data_groups.length === 0}
      actions={() => (
        <MonthLink {...linkLook({ frame: 'bordered' })} to="/discounts">
          {text.summary}
          <IconArrowRight size={14} aria-hidden />
        </MonthLink>
      )}
    >
      {({ data }) => (
        <ViewAsTable
          caption={text.groupsTable}
          columns={COLUMNS}
          hints={HINTS}
          rows={data.data_groups}
          cells={{
            group: ({ group, color }) => (
              <ColorName color={color} className={css.group}>
                <DetailsLink filters={{ group: benefitGroup(group)?.word ?? group }}>{group}</DetailsLink>
              </ColorName>
            ),
          }}
          foot={{
            group: <DetailsLink label={text.totalRows}>{text.total}</DetailsLink>,
            total_discounted: data.TOTAL_DISCOUNTED,
            cant: data.TOTAL_CANT,
            percent: 100,
          }}
        />
      )}
    </AsyncPanel>
  )
}
