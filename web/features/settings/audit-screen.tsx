// Auditoría: who changed what, and when. Touches lists, ui, Mantine and this feature.
import { NativeSelect } from '@mantine/core'
import { ListTable } from '#web/lists/list-table.tsx'
import { Page } from '#web/ui/page.tsx'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import { changesText } from './changes.ts'
import { AUDIT } from './lists.ts'
import css from './settings.module.css'
import { CronsTabs } from './tabs.tsx'
import { auditText, text } from './text.ts'

/** Options and crons have Spanish names; accounts and roles are called what people called them. */
const isOurs = (action: string) => action.startsWith('config.') || action.startsWith('cron.')

export default function AuditScreen() {
  const [asked, setAsked] = useSearchParam('action', { step: true })
  const action = asked !== null && asked in auditText.actions ? asked : undefined
  return (
    <Page>
      <CronsTabs />
      <div className={css.chooser} data-no-print>
        <NativeSelect
          label={auditText.action}
          value={action ?? ''}
          onChange={(event) => setAsked(event.currentTarget.value || null)}
          data={[
            { value: '', label: auditText.all },
            ...Object.entries(auditText.actions).map(([value, label]) => ({ value, label })),
          ]}
        />
      </div>
      <ListTable
        {...AUDIT}
        id="audit"
        title={text.audit}
        subtitle={auditText.note}
        query={{ action }}
        rowKey={(row) => String(row.id)}
        cells={{
          action: (row) => auditText.actions[row.action] ?? row.action,
          subject: (row) => (isOurs(row.action) ? auditText.subjects[row.subject] : null) ?? row.subject,
          changes: (row) => {
            const changes = changesText(row.changes)
            return <span title={changes}>{changes || text.nobody}</span>
          },
        }}
      />
    </Page>
  )
}
