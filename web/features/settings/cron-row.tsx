// One job: what it does, how it stands, when it runs, and its buttons. Touches ui, text and this feature.
import { IconCalendar, IconPlayerPlay, IconRefresh } from '@tabler/icons-react'
import type { PointerEvent } from 'react'
import type { CronEntry } from '#contract/crons.ts'
import type { CronKey } from '#contract/crons-columns.ts'
import { ago, dateTime } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { RouteLink } from '#web/ui/route-link.tsx'
import { useRunCron } from './run.ts'
import { failureText } from './said.ts'
import { scheduleText } from './schedule.ts'
import css from './settings.module.css'
import { StateBadge } from './state-badge.tsx'
import { cronText } from './text.ts'
import { until } from './until.ts'

/** Jobs that can do one month alone. */
const BY_MONTH: ReadonlySet<CronKey> = new Set(['orders', 'distributors', 'summaries', 'reconciliation'])

/** The time itself, written when somebody asks for it: its clock takes a slow notebook a while to set up. */
const exactly = (time: string) => ({
  onPointerEnter: ({ currentTarget }: PointerEvent<HTMLElement>) => {
    currentTarget.title = dateTime(time)
  },
})

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
        {cron.last_run ? (
          <span {...exactly(cron.last_run)}>{cronText.last(ago(cron.last_run))}</span>
        ) : (
          <span>{cronText.neverRan}</span>
        )}
        {cron.next_run ? (
          <span {...exactly(cron.next_run)}>{cronText.next(until(cron.next_run))}</span>
        ) : null}
        <RouteLink
          className={css.link}
          to="/settings/crones/logs"
          search={{ cron: key }}
          aria-label={cronText.seeLogOf(label)}
        >
          {cronText.seeLog}
        </RouteLink>
      </div>
      <div className={css.cronButtons} data-no-print>
        {BY_MONTH.has(key) ? (
          <Button frame="bordered" disabled={busy} aria-label={cronText.monthOf(label)} onClick={onAskMonth}>
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
          {failed ? cronText.retry : cronText.run}
        </Button>
      </div>
    </li>
  )
}
