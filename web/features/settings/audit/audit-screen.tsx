// Auditoría: who changed what, and when.
import { entryOf } from '#contract/entry.ts'
import { ListTable } from '#web/shared/lists/list-table.tsx'
import { Page } from '#web/ui/page.tsx'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import { CronsTabs, FilterBar, ParamSelect } from '../parts.tsx'
import { AUDIT } from '../queries.ts'
import { text } from '../text.ts'
import { changesText } from './changes.ts'
import { auditText } from './text.ts'

/** What Góndola names itself; accounts, roles, views and the like keep the names people gave them. */
const hasSpanishName = (action: string) => /^(?:config|cron|records|orders)\./.test(action)

export default function AuditScreen() {
  const [param] = useSearchParam('action')
  const action = param !== null && Object.hasOwn(auditText.actions, param) ? param : undefined
  return (
    <Page>
      <CronsTabs />
      <FilterBar>
        <ParamSelect
          label={auditText.action}
          param="action"
          value={action}
          all={auditText.all}
          choices={Object.entries(auditText.actions)}
        />
      </FilterBar>
      <ListTable
        {...AUDIT}
        id="audit"
        title={text.audit}
        subtitle={auditText.note}
        query={{ action }}
        cells={{
          subject: ({ action, subject }) =>
            (hasSpanishName(action) ? entryOf(auditText.subjects, subject) : null) ?? subject,
          changes: (row) => {
            const changes = changesText(row.changes)
            return <span title={changes}>{changes || text.none}</span>
          },
        }}
      />
    </Page>
  )
}
