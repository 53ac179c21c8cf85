// Registro: every run of every job, with what it found. Touches lists, ui, Mantine and this feature.
import { NativeSelect, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import type { CronLogRow } from '#contract/crons.ts'
import { CRON_KEYS, CRON_LABELS, CRON_LOG_STATUSES } from '#contract/crons-columns.ts'
import { ListTable } from '#web/lists/list-table.tsx'
import { dateTime } from '#web/text/format.ts'
import { Page } from '#web/ui/page.tsx'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import { Dialog } from './dialog.tsx'
import { LOGS } from './lists.ts'
import { RunDetail } from './run-detail.tsx'
import css from './settings.module.css'
import { StateBadge } from './state-badge.tsx'
import { CronsTabs } from './tabs.tsx'
import { logText, text } from './text.ts'

const oneOf = <T extends string>(known: readonly T[], value: string | null): T | undefined =>
  known.find((one) => one === value)

const labels: Readonly<Record<string, string>> = CRON_LABELS
const labelOf = (key: string): string => labels[key] ?? key

export default function CronLogsScreen() {
  const [askedStatus, setStatus] = useSearchParam('status', { step: true })
  const [askedCron, setCron] = useSearchParam('cron', { step: true })
  const [open, setOpen] = useState<CronLogRow | null>(null)
  const status = oneOf(CRON_LOG_STATUSES, askedStatus) ?? 'all'
  const cron = oneOf(CRON_KEYS, askedCron)
  return (
    <Page>
      <CronsTabs />
      <div className={css.chooser} data-no-print>
        <NativeSelect
          label={logText.status}
          value={status}
          onChange={(event) => setStatus(oneOf(CRON_LOG_STATUSES, event.currentTarget.value) ?? null)}
          data={[
            { value: 'all', label: logText.all },
            ...CRON_LOG_STATUSES.map((value) => ({ value, label: logText.statuses[value] })),
          ]}
        />
        <NativeSelect
          label={logText.cron}
          value={cron ?? ''}
          onChange={(event) => setCron(oneOf(CRON_KEYS, event.currentTarget.value) ?? null)}
          data={[
            { value: '', label: logText.all },
            ...CRON_KEYS.map((value) => ({ value, label: labelOf(value) })),
          ]}
        />
      </div>
      <ListTable
        {...LOGS}
        id="cron-logs"
        title={text.logs}
        subtitle={logText.note}
        query={{ status, command_name: cron }}
        rowKey={(row) => String(row.id)}
        empty={status === 'all' ? undefined : logText.empty}
        cells={{
          command_name: (row) => labelOf(row.command_name),
          status: (row) => <StateBadge state={row.status}>{logText.one[row.status]}</StateBadge>,
          finished_at: (row) => (row.finished_at ? dateTime(row.finished_at) : text.nobody),
          message: (row) => (
            <span className={css.clip} title={row.message}>
              {row.message || text.nobody}
            </span>
          ),
          detail: (row) =>
            row.detail === '{}' || row.detail === '' ? (
              text.nobody
            ) : (
              <UnstyledButton className={css.link ?? ''} onClick={() => setOpen(row)}>
                {logText.seeDetail}
              </UnstyledButton>
            ),
        }}
      />
      {open ? (
        <Dialog
          title={logText.detailOf(labelOf(open.command_name), dateTime(open.started_at))}
          size="lg"
          onClose={() => setOpen(null)}
        >
          <p className={css.message} data-bad={open.status === 'failed' || undefined}>
            {open.message}
          </p>
          <RunDetail json={open.detail} />
        </Dialog>
      ) : null}
    </Page>
  )
}
