// Who set the latest month by hand, and when. Touches the router, api, ui and this feature.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { column } from '#contract/columns.ts'
import { isMonth } from '#contract/month.ts'
import { fetchQuery } from '#web/api/ask.ts'
import { monthName } from '#web/text/format.ts'
import { AsyncPanel } from '#web/ui/panel.tsx'
import { ViewAsTable } from '#web/ui/view-as-table.tsx'
import { readChanges } from './changes.ts'
import { CHANGES_OF_MONTH } from './lists.ts'
import css from './settings.module.css'
import { monthText } from './text.ts'

const COLUMNS = [
  column('at', 'Fecha', 'datetime'),
  column('who', 'Quién'),
  column('from', 'Antes'),
  column('to', 'Después'),
]

const named = (value: unknown): string =>
  typeof value === 'string' && isMonth(value) ? monthName(value) : monthText.none

export function MonthHistory() {
  const state = useQuery(fetchQuery('GET /api/config/audit', CHANGES_OF_MONTH))
  return (
    <AsyncPanel
      title={monthText.history}
      subtitle={monthText.historyNote}
      state={state}
      height={120}
      isEmpty={({ data }) => data.length === 0}
      empty={monthText.noHistory}
      actions={() => (
        <Link
          className={css.link ?? ''}
          to="/settings/crones/audit"
          search={(now: object) => ({ ...now, f_subject: 'show_max_month' })}
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
            return { at, who, from: named(from), to: named(to) }
          })}
        />
      )}
    </AsyncPanel>
  )
}
