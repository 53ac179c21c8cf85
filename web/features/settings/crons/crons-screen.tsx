// Crones: every job with its state, progress and a button to run it.

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CronEntry } from '#contract/crons.ts'
import { EARLIEST_MONTH, monthRange } from '#contract/month.ts'
import { fetchQuery, JUST_FETCHED_MS } from '#web/api/call.ts'
import { presentMonth, useConfig } from '#web/api/config.ts'
import { monthTitle } from '#web/text/months.ts'
import { SelectField } from '#web/ui/field.tsx'
import { RouteLink } from '#web/ui/links.tsx'
import { AsyncPanel, Awaited, Page } from '#web/ui/page.tsx'
import shared from '#web/ui/shared.module.css'
import { DialogForm } from '../dialog.tsx'
import { CronsTabs } from '../parts.tsx'
import { text } from '../text.ts'
import { CronRow } from './cron-row.tsx'
import { largeOrdersText } from './large-orders-text.ts'
import { ReconciliationPanel } from './reconciliation-panel.tsx'
import { removalsText } from './removals-text.ts'
import { cronText } from './text.ts'
import { useRunCron } from './use-run-cron.ts'
import { WebhooksPanel } from './webhooks-panel.tsx'

/** Polls also while no job runs, since jobs start by schedule too. */
const RUNNING_MS = 1000
const IDLE_MS = 15_000

export default function CronsScreen() {
  const state = useQuery({
    ...fetchQuery('GET /api/config/crones/list'),
    staleTime: JUST_FETCHED_MS,
    refetchInterval: ({ state: { data } }) =>
      data?.data.some(({ loading }) => loading) ? RUNNING_MS : IDLE_MS,
  })
  const [monthOf, setMonthOf] = useState<CronEntry | null>(null)
  const reconciliation = state.data?.data.find(({ key }) => key === 'reconciliation')
  return (
    <Page>
      <CronsTabs />
      <WaitingBanners />
      <AsyncPanel
        title={text.crons}
        subtitle={cronText.note}
        state={state}
        height={986}
        updatedAt={null}
        flush
        grows
      >
        {({ data }) => (
          <ul>
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

/** What waits for a decision; only while something does. */
function WaitingBanners() {
  const waiting = { query: { state: 'waiting', per_page: 1 } } as const
  const removals = useQuery({
    ...fetchQuery('GET /api/config/removals', waiting),
    refetchInterval: IDLE_MS,
  })
  const large = useQuery({ ...fetchQuery('GET /api/config/large-orders', waiting), refetchInterval: IDLE_MS })
  if (removals.isPending || large.isPending) return <Awaited />
  return (
    <>
      <Banner
        count={removals.data?.meta.total ?? 0}
        text={removalsText.banner}
        to="/settings/crones/removals"
      />
      <Banner
        count={large.data?.meta.total ?? 0}
        text={largeOrdersText.banner}
        to="/settings/crones/large-orders"
      />
    </>
  )
}

function Banner({ count, text: words, to }: { count: number; text: (count: number) => string; to: string }) {
  if (count === 0) return null
  return (
    <p className={shared.caution} role="status">
      {words(count)} <RouteLink to={to}>{removalsText.decide}</RouteLink>
    </p>
  )
}

function RunMonthDialog({ cron, onClose }: { cron: CronEntry; onClose: () => void }) {
  const months = monthRange(EARLIEST_MONTH, presentMonth(useConfig())).reverse()
  const [monthsBack, setMonthsBack] = useState('0')
  const run = useRunCron(onClose)
  return (
    <DialogForm
      title={cronText.monthOf(cron.label)}
      submit={cronText.run}
      mutation={run}
      onClose={onClose}
      onSubmit={() => run.mutate({ key: cron.key, monthsBack: Number(monthsBack) })}
    >
      <SelectField
        label={cronText.monthLabel}
        data-autofocus
        value={monthsBack}
        onChange={(event) => setMonthsBack(event.currentTarget.value)}
        data={months.map((month, index) => ({
          value: String(index),
          label:
            index === 0
              ? cronText.thisMonth(monthTitle(month))
              : cronText.monthsBack(monthTitle(month), index),
        }))}
      />
      <p className={shared.quiet}>{cronText.monthNote}</p>
    </DialogForm>
  )
}
