// Changes of the latest month by hand: who and when.

import { Link } from '@tanstack/react-router'
import { column } from '#contract/columns.ts'
import { isMonth } from '#contract/month.ts'
import { useCall } from '#web/api/use-call.ts'
import { monthName } from '#web/text/format.ts'
import { AsyncPanel } from '#web/ui/panel.tsx'
import shared from '#web/ui/shared.module.css'
import { ViewAsTable } from '#web/ui/view-as-table.tsx'
import { readChanges } from '../audit/changes.ts'
import { MONTH_CHANGES } from '../queries.ts'
import { monthText } from './text.ts'

const COLUMNS = [
  column('at', 'Fecha', 'datetime'),
  column('who', 'Quién'),
  column('from', 'Antes'),
  column('to', 'Después'),
]

const nameOf = (value: unknown): string =>
  typeof value === 'string' && isMonth(value) ? monthName(value) : monthText.none

export function MonthHistory() {
  const state = useCall('GET /api/config/audit', MONTH_CHANGES)
  return (
    <AsyncPanel
      title={monthText.history}
      subtitle={monthText.historyNote}
      state={state}
      height={120}
      updatedAt={null}
      isEmpty={({ data }) => data.length === 0}
      empty={monthText.noHistory}
      actions={() => (
        <Link
          className={`${shared.link} ${shared.small}`}
          to="/settings/crones/audit"
          search={(search: object) => ({ ...search, f_subject: 'show_max_month' })}
        >
          {monthText.seeAll}
        </Link>
      )}
    >
      {({ data }) => (
        <ViewAsTable
          caption={monthText.history}
          columns={COLUMNS}
          rows={data.map(({ at, who, changes }) => {
            const [from, to] = readChanges(changes).values ?? [null, null]
            return { at, who, from: nameOf(from), to: nameOf(to) }
          })}
        />
      )}
    </AsyncPanel>
  )
}
