// Resumen de Beneficios: the month's discounts by group and by benefit.
import { IconArrowRight } from '@tabler/icons-react'
import { benefitGroup } from '#contract/benefit-groups.ts'
import { column } from '#contract/columns.ts'
import { useCall } from '#web/api/call.ts'
import { useMonths } from '#web/api/compare.ts'
import { useMonth } from '#web/api/month.ts'
import { MonthLink } from '#web/shared/links/month-link.tsx'
import { monthName } from '#web/text/format.ts'
import { linkLook } from '#web/ui/button.tsx'
import { ColorName } from '#web/ui/color-name.tsx'
import { AsyncPanel, Page } from '#web/ui/page.tsx'
import shared from '#web/ui/shared.module.css'
import { ViewAsTable } from '#web/ui/view-as-table.tsx'
import css from './benefits.module.css'
import { GroupsPanel } from './groups-panel.tsx'
import { BenefitsTabs, DetailsLink } from './links.tsx'
import { groupsCall } from './queries.ts'
import { type GroupsState, SubGroupsPanel } from './sub-groups-panel.tsx'
import { text } from './text.ts'

export default function OverviewScreen() {
  const { month, compare } = useMonths()
  const state = useCall(...groupsCall(month, compare))
  return (
    <Page>
      <BenefitsTabs />
      <div className={`${shared.columns} ${css.overview}`}>
        <div className={css.column}>
          <SubGroupsPanel
            state={state}
            title={text.corporates}
            group="CORPORATIVOS"
            all="/benefits/corporatives"
          />
          <SubGroupsPanel
            state={state}
            title={text.massives}
            group="CUPONES MASIVOS"
            all="/benefits/massives"
          />
        </div>
        <GroupsPanel state={state} />
      </div>
      <GroupsTable state={state} />
    </Page>
  )
}

const COLUMNS = [
  column('group', text.group),
  column('total_discounted', text.totalDiscounted, 'money'),
  column('cant', text.count, 'integer'),
  column('percent', text.share, 'share'),
]

const HINTS = { cant: text.countHint, percent: text.shareHint }

const GroupsTable = ({ state }: { state: GroupsState }) => (
  <AsyncPanel
    title={text.groupsTable}
    subtitle={text.discountsOf(monthName(useMonth()))}
    state={state}
    height={230}
    isEmpty={({ data }) => data.data_groups.length === 0}
    actions={
      <MonthLink {...linkLook({ frame: 'bordered' })} to="/discounts">
        {text.summary}
        <IconArrowRight size={14} aria-hidden />
      </MonthLink>
    }
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
