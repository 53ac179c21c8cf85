// Resumen de Beneficios: the month's discounts by group and by benefit.

import { useMonths } from '#web/api/compare.ts'
import { useCall } from '#web/api/use-call.ts'
import { Page } from '#web/ui/page.tsx'
import shared from '#web/ui/shared.module.css'
import css from './benefits.module.css'
import { GroupsPanel } from './groups-panel.tsx'
import { GroupsTable } from './groups-table.tsx'
import { groupsCall } from './queries.ts'
import { SubGroupsPanel } from './sub-groups-panel.tsx'
import { BenefitsTabs } from './tabs.tsx'
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
