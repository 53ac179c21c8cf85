// One job: description, state, schedule and buttons.
import { IconCalendar, IconPlayerPlay, IconRefresh } from '@tabler/icons-react'
import type { CronKey } from '#contract/cron-states.ts'
import type { CronEntry } from '#contract/crons.ts'
import { ago, dateTime } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { RouteLink } from '#web/ui/links.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import shared from '#web/ui/shared.module.css'
import { SettingsFailure } from '../failure.tsx'
import css from './crons.module.css'
import { scheduleText, untilText } from './schedule.ts'
import { StateBadge } from './state-badge.tsx'
import { cronText } from './text.ts'
import { useRunCron } from './use-run-cron.ts'

/** Jobs that can run for a single month. */
const BY_MONTH: ReadonlySet<CronKey> = new Set(['orders', 'distributors', 'summaries', 'reconciliation'])

export function CronRow({ cron, onRunMonth }: { cron: CronEntry; onRunMonth: () => void }) {
  const { key, label, state, message, loading, progress } = cron
  const run = useRunCron()
  const busy = loading || run.isPending
  const failed = state === 'failed'
  return (
    <li className={css.cron} data-cron={key}>
      <div className={css.about}>
        <div className={shared.line}>
          <h3 className={css.name}>{label}</h3>
          <span role="status">
            <StateBadge state={state}>{cronText.states[state]}</StateBadge>
          </span>
        </div>
        <p className={shared.quiet}>{cronText.about[key]}</p>
        {message ? (
          <p className={shared.message} data-bad={failed || undefined}>
            {message}
          </p>
        ) : null}
        {loading ? (
          <ProgressBar className={css.progress} label={cronText.progressOf(label)} value={progress} />
        ) : null}
        <SettingsFailure error={run.error} />
      </div>
      <Schedule cron={cron} />
      <div className={css.buttons} data-no-print>
        {BY_MONTH.has(key) ? (
          <Button frame="bordered" disabled={busy} aria-label={cronText.monthOf(label)} onClick={onRunMonth}>
            <IconCalendar size={14} aria-hidden />
            {cronText.month}
          </Button>
        ) : null}
        <Button
          frame={failed ? 'filled' : 'bordered'}
          working={busy}
          aria-label={failed ? cronText.retryOf(label) : cronText.runOf(label)}
          onClick={() => run.mutate({ key })}
        >
          {failed ? <IconRefresh size={14} aria-hidden /> : <IconPlayerPlay size={14} aria-hidden />}
          <span>{failed ? cronText.retry : cronText.run}</span>
        </Button>
      </div>
    </li>
  )
}

const Schedule = ({ cron: { key, label, schedule, last_run, next_run } }: { cron: CronEntry }) => (
  <div className={css.schedule}>
    <span>{next_run || schedule === '' ? scheduleText(schedule) : cronText.byHand}</span>
    {last_run ? (
      <span title={dateTime(last_run)}>{cronText.last(ago(last_run))}</span>
    ) : (
      <span>{cronText.neverRan}</span>
    )}
    {next_run ? <span title={dateTime(next_run)}>{cronText.next(untilText(next_run))}</span> : null}
    <RouteLink to="/settings/crones/logs" search={{ cron: key }} aria-label={cronText.seeLogOf(label)}>
      {cronText.seeLog}
    </RouteLink>
  </div>
)
