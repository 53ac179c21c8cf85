// Registro: every run of every job, with its detail.
import { lazy, Suspense, useState } from 'react'
import { CRON_KEYS, CRON_LABELS, CRON_LOG_STATUSES } from '#contract/cron-states.ts'
import type { CronLogRow } from '#contract/crons.ts'
import { entryOf } from '#contract/entry.ts'
import { ListTable } from '#web/shared/lists/list-table.tsx'
import { dateTime } from '#web/text/format.ts'
import { Page } from '#web/ui/page.tsx'
import shared from '#web/ui/shared.module.css'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import { CronsTabs, FilterBar, ParamSelect } from '../parts.tsx'
import { LOGS } from '../queries.ts'
import { text } from '../text.ts'
import css from './crons.module.css'
import { logText } from './log-text.ts'
import { StateBadge } from './state-badge.tsx'

const DetailDialog = lazy(() => import('./log-dialog.tsx'))

const labels: Readonly<Record<string, string>> = CRON_LABELS
const labelOf = (key: string): string => entryOf(labels, key) ?? key

export default function CronLogsScreen() {
  const [statusParam] = useSearchParam('status')
  const [cronParam] = useSearchParam('cron')
  const [open, setOpen] = useState<CronLogRow | null>(null)
  const status = CRON_LOG_STATUSES.find((one) => one === statusParam)
  const cron = CRON_KEYS.find((one) => one === cronParam)
  return (
    <Page>
      <CronsTabs />
      <FilterBar>
        <ParamSelect
          label={logText.status}
          param="status"
          value={status}
          all={logText.all}
          choices={CRON_LOG_STATUSES.map((one) => [one, logText.statuses[one]])}
        />
        <ParamSelect
          label={logText.cron}
          param="cron"
          value={cron}
          all={logText.all}
          choices={CRON_KEYS.map((one) => [one, labelOf(one)])}
        />
      </FilterBar>
      <ListTable
        {...LOGS}
        id="cron-logs"
        title={text.logs}
        subtitle={logText.note}
        query={{ status: status ?? 'all', command_name: cron }}
        cells={{
          status: (row) => <StateBadge state={row.status}>{logText.one[row.status]}</StateBadge>,
          finished_at: (row) => (row.finished_at ? dateTime(row.finished_at) : text.none),
          message: (row) => (
            <span className={css.clip} title={row.message}>
              {row.message || text.none}
            </span>
          ),
          detail: (row) =>
            row.detail === '{}' || row.detail === '' ? (
              text.none
            ) : (
              <button type="button" className={`${shared.link} ${shared.small}`} onClick={() => setOpen(row)}>
                {logText.seeDetail}
              </button>
            ),
        }}
      />
      <Suspense>
        {open ? (
          <DetailDialog log={open} name={labelOf(open.command_name)} onClose={() => setOpen(null)} />
        ) : null}
      </Suspense>
    </Page>
  )
}
