// Crones: every job with its state, progress and a button to run it.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CronEntry } from '#contract/crons.ts'
import { fetchQuery } from '#web/api/ask.ts'
import { Page } from '#web/ui/page.tsx'
import { AsyncPanel } from '#web/ui/panel.tsx'
import shared from '#web/ui/shared.module.css'
import { CronsTabs } from '../parts.tsx'
import { text } from '../text.ts'
import { CronRow } from './cron-row.tsx'
import { ReconciliationPanel } from './reconciliation-panel.tsx'
import { RunMonthDialog } from './run-month-dialog.tsx'
import { cronText } from './text.ts'
import { WebhooksPanel } from './webhooks-panel.tsx'

/** Polls also while no job runs, since jobs start by schedule too. */
const RUNNING_MS = 1000
const IDLE_MS = 15_000

export default function CronsScreen() {
  const state = useQuery({
    ...fetchQuery('GET /api/config/crones/list'),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.data.some(({ loading }) => loading) ? RUNNING_MS : IDLE_MS,
  })
  const [monthOf, setMonthOf] = useState<CronEntry | null>(null)
  const reconciliation = state.data?.data.find(({ key }) => key === 'reconciliation')
  return (
    <Page>
      <CronsTabs />
      <AsyncPanel title={text.crons} subtitle={cronText.note} state={state} height={986} flush>
        {({ data }) => (
          <ul className={shared.plainList}>
            {data.map((cron) => (
              <CronRow key={cron.key} cron={cron} onRunMonth={() => setMonthOf(cron)} />
            ))}
          </ul>
        )}
      </AsyncPanel>
      <ReconciliationPanel version={reconciliation && `${reconciliation.state} ${reconciliation.last_run}`} />
      <WebhooksPanel />
      {monthOf ? <RunMonthDialog cron={monthOf} onClose={() => setMonthOf(null)} /> : null}
    </Page>
  )
}
