// Sin ubicar: what the last reconciliation could not place, with what happens to it. Touches api, ui, text and this feature.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { fetchQuery } from '#web/api/ask.ts'
import { dateTime, integer } from '#web/text/format.ts'
import { Page } from '#web/ui/page.tsx'
import { AsyncPanel } from '#web/ui/panel.tsx'
import { useRunCron } from './run.ts'
import css from './settings.module.css'
import { CronsTabs } from './tabs.tsx'
import { unplacedText } from './text.ts'
import { type UnplacedKind, unplacedKinds } from './unplaced.ts'

const RUNNING_MS = 1000

export default function UnplacedScreen() {
  const state = useQuery({
    ...fetchQuery('GET /api/config/reconciliation'),
    refetchInterval: ({ state: { data } }) => (data?.data[0]?.status === 'processing' ? RUNNING_MS : false),
  })
  const run = useRunCron()
  const runs = state.data?.data ?? []
  // The newest run may be under way, or have failed.
  const report = runs.find(({ unplaced }) => unplaced)
  const busy = run.isPending || runs[0]?.status === 'processing'
  const again = (
    <Button size="xs" variant="default" loading={busy} onClick={() => run.mutate({ key: 'reconciliation' })}>
      {unplacedText.runNow}
    </Button>
  )
  return (
    <Page>
      <CronsTabs />
      <AsyncPanel
        title={unplacedText.title}
        subtitle={report ? unplacedText.note(dateTime(report.finished_at ?? report.started_at)) : undefined}
        state={state}
        height={320}
        actions={() => again}
      >
        {() => {
          if (!report?.unplaced) return <p className={css.question}>{unplacedText.never}</p>
          const found = unplacedKinds(report.unplaced)
          if (found.length === 0) return <p className={css.question}>{unplacedText.allPlaced}</p>
          return (
            <ul className={css.kinds}>
              {found.map((kind) => (
                <Kind key={kind.key} kind={kind} />
              ))}
            </ul>
          )
        }}
      </AsyncPanel>
    </Page>
  )
}

const Kind = ({ kind: { key, count, named } }: { kind: UnplacedKind }) => {
  const [title, meaning] = unplacedText.kinds[key]
  return (
    <li className={css.kind}>
      <span className={css.kindCount}>{integer(count)}</span>
      <div>
        <h3 className={css.cronName}>{title}</h3>
        <p className={css.quiet}>{meaning}</p>
        {named.length > 0 ? (
          <ul className={css.names}>
            {named.map(({ name, count: times }) => (
              <li key={name}>
                {name || unplacedText.noName}{' '}
                <span className={css.quiet}>{unplacedText.times(integer(times))}</span>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </li>
  )
}
