// The groups of discounts with their sums; each leads to its discounts. Touches ui, text and this feature.
import { IconArrowRight } from '@tabler/icons-react'
import { benefitGroup } from '#contract/benefit-groups.ts'
import { column } from '#contract/columns.ts'
import type { Month } from '#contract/month.ts'
import { monthName } from '#web/text/format.ts'
import { linkLook } from '#web/ui/button.tsx'
import { AsyncPanel } from '#web/ui/panel.tsx'
import { RouteLink } from '#web/ui/route-link.tsx'
import { ViewAsTable } from '#web/ui/view-as-table.tsx'
import css from './benefits.module.css'
import type { Group } from './group-change.ts'
import { DetailsLink } from './places.tsx'
import type { GroupsState } from './sub-groups-panel.tsx'
import { text } from './text.ts'

const HEIGHT = 230

const COLUMNS = [
  column('group', text.group),
  column('total_discounted', text.totalDiscounted, 'money'),
  column('cant', text.count, 'integer'),
  column('percent', text.share, 'percent'),
]

const HINTS = { cant: text.countHint, percent: text.shareHint }

export function GroupsTable({ state, month }: { state: GroupsState; month: Month }) {
  return (
    <AsyncPanel
      title={text.groupsTable}
      subtitle={text.discountsOf(monthName(month))}
      state={state}
      updatedAt={state.data?.meta.updated_at}
      height={HEIGHT}
      isEmpty={({ data }) => data.data_groups.length === 0}
      actions={() => (
        <RouteLink {...linkLook({ frame: 'bordered' })} to="/discounts" search={{ month }}>
          {text.summary}
          <IconArrowRight size={14} aria-hidden />
        </RouteLink>
      )}
    >
      {({ data }) => (
        <ViewAsTable
          caption={text.groupsTable}
          columns={COLUMNS}
          hints={HINTS}
          rows={data.data_groups}
          cells={{
            group: (row: Group) => (
              <span className={css.named}>
                <span className={css.dot} style={{ background: row.color }} />
                <DetailsLink month={month} limits={{ group: benefitGroup(row.group)?.word ?? row.group }}>
                  {row.group}
                </DetailsLink>
              </span>
            ),
          }}
          foot={{
            group: (
              <DetailsLink month={month} label={text.totalRows}>
                {text.total}
              </DetailsLink>
            ),
            total_discounted: data.TOTAL_DISCOUNTED,
            cant: data.TOTAL_CANT,
            percent: 100,
          }}
        />
      )}
    </AsyncPanel>
  )
}
