// One job: what it does, how it stands, when it runs, and its buttons. Touches the router, Mantine and this feature.
import { Button } from '@mantine/core'
import { IconCalendar, IconPlayerPlay, IconRefresh } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { CronEntry } from '#contract/crons.ts'
import type { CronKey } from '#contract/crons-columns.ts'
import { ago, dateTime } from '#web/text/format.ts'
import { useRunCron } from './run.ts'
import { failureText } from './said.ts'
import { scheduleText } from './schedule.ts'
import css from './settings.module.css'
import { StateBadge } from './state-badge.tsx'
import { cronText } from './text.ts'
import { until } from './until.ts'

/** Jobs that can do one month alone. */
const BY_MONTH: ReadonlySet<CronKey> = new Set(['orders', 'distributors', 'summaries', 'reconciliation'])

export function CronRow({ cron, onAskMonth }: { cron: CronEntry; onAskMonth: () => void }) {
  const { key, label, state, message, loading, progress } = cron
  const run = useRunCron()
  const busy = loading || run.isPending
  const failed = state === 'failed'
  return (
    <li className={css.cron} data-cron={key}>
      <div className={css.cronWhat}>
        <div className={css.line}>
          <h3 className={css.cronName}>{label}</h3>
          <span role="status">
            <StateBadge state={state}>{cronText.states[state]}</StateBadge>
          </span>
        </div>
        <p className={css.quiet}>{cronText.about[key]}</p>
        {message ? (
          <p className={css.message} data-bad={failed || undefined}>
            {message}
          </p>
        ) : null}
        {loading ? (
          <div
            className={css.track}
            role="progressbar"
            aria-label={cronText.progressOf(label)}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={progress}
          >
            <div className={css.bar} style={{ transform: `scaleX(${progress / 100})` }} />
          </div>
        ) : null}
        {run.isError ? (
          <p className={css.message} data-bad role="alert">
            {failureText(run.error)}
          </p>
        ) : null}
      </div>
      <div className={css.cronWhen}>
        <span>{cron.next_run || cron.schedule === '' ? scheduleText(cron.schedule) : cronText.byHand}</span>
        <span title={cron.last_run ? dateTime(cron.last_run) : undefined}>
          {cron.last_run ? cronText.last(ago(cron.last_run)) : cronText.neverRan}
        </span>
        {cron.next_run ? (
          <span title={dateTime(cron.next_run)}>{cronText.next(until(cron.next_run))}</span>
        ) : null}
        <Link
          className={css.link ?? ''}
          to="/settings/crones/logs"
          search={(now: object) => ({ ...now, cron: key })}
          aria-label={cronText.seeLogOf(label)}
        >
          {cronText.seeLog}
        </Link>
      </div>
      <div className={css.cronButtons} data-no-print>
        {BY_MONTH.has(key) ? (
          <Button
            variant="default"
            size="xs"
            disabled={busy}
            leftSection={<IconCalendar size={14} aria-hidden />}
            aria-label={cronText.monthOf(label)}
            onClick={onAskMonth}
          >
            {cronText.month}
          </Button>
        ) : null}
        <Button
          variant={failed ? 'filled' : 'default'}
          size="xs"
          loading={busy}
          leftSection={
            failed ? <IconRefresh size={14} aria-hidden /> : <IconPlayerPlay size={14} aria-hidden />
          }
          aria-label={failed ? cronText.retryOf(label) : cronText.runOf(label)}
          onClick={() => run.mutate({ key })}
        >
          {failed ? cronText.retry : cronText.run}
        </Button>
      </div>
    </li>
  )
}
