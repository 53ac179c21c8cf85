// Crones: every job with its state, progress and a way to run it. Touches api, ui and this feature.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CronEntry } from '#contract/crons.ts'
import type { CronKey } from '#contract/crons-columns.ts'
import { fetchQuery } from '#web/api/ask.ts'
import { Page } from '#web/ui/page.tsx'
import { AsyncPanel } from '#web/ui/panel.tsx'
import { CronRow } from './cron-row.tsx'
import { ReconciliationPanel } from './reconciliation-panel.tsx'
import { RunMonth } from './run-month.tsx'
import css from './settings.module.css'
import { CronsTabs } from './tabs.tsx'
import { cronText, text } from './text.ts'
import { WebhooksPanel } from './webhooks-panel.tsx'

/** While a job runs its progress is followed; otherwise now and then, for those that start by themselves. */
const RUNNING_MS = 1000
const IDLE_MS = 15_000

const standOf = (crons: readonly CronEntry[] | undefined, job: CronKey): string => {
  const cron = crons?.find(({ key }) => key === job)
  return cron ? `${cron.state} ${cron.last_run}` : ''
}

export default function CronsScreen() {
  const state = useQuery({
    ...fetchQuery('GET /api/config/crones/list'),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.data.some(({ loading }) => loading) ? RUNNING_MS : IDLE_MS,
  })
  const [asked, setAsked] = useState<CronEntry | null>(null)
  return (
    <Page>
      <CronsTabs />
      <AsyncPanel title={text.crons} subtitle={cronText.note} state={state} height={888} flush>
        {({ data }) => (
          <ul className={css.crons}>
            {data.map((cron) => (
              <CronRow key={cron.key} cron={cron} onAskMonth={() => setAsked(cron)} />
            ))}
          </ul>
        )}
      </AsyncPanel>
      <ReconciliationPanel stand={standOf(state.data?.data, 'reconciliation')} />
      <WebhooksPanel />
      {asked ? <RunMonth cron={asked} onClose={() => setAsked(null)} /> : null}
    </Page>
  )
}
