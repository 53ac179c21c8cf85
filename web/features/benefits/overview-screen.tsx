// Resumen de Beneficios: what the month's discounts went to, by group and by benefit. Touches api, ui, text and this feature.
import { useQuery } from '@tanstack/react-query'
import { fetchQuery } from '#web/api/ask.ts'
import { useMonths } from '#web/api/compare.ts'
import { Page } from '#web/ui/page.tsx'
import { GROUPS, ofGroups } from './asked.ts'
import css from './benefits.module.css'
import { BenefitsTabs } from './benefits-tabs.tsx'
import { GroupsPanel } from './groups-panel.tsx'
import { GroupsTable } from './groups-table.tsx'
import { SubGroupsPanel } from './sub-groups-panel.tsx'
import { text } from './text.ts'

export default function OverviewScreen() {
  const { month, compare, compared } = useMonths()
  const state = useQuery(fetchQuery(GROUPS, ofGroups(month, compare)))
  return (
    <Page>
      <BenefitsTabs />
      <div className={css.overview}>
        <div className={css.column}>
          <SubGroupsPanel
            state={state}
            month={month}
            title={text.corporates}
            group="CORPORATIVOS"
            all="/benefits/corporatives"
          />
          <SubGroupsPanel
            state={state}
            month={month}
            title={text.massives}
            group="CUPONES MASIVOS"
            all="/benefits/massives"
          />
        </div>
        <GroupsPanel state={state} month={month} compared={compared} />
      </div>
      <GroupsTable state={state} month={month} />
    </Page>
  )
}
