// Sin ubicar: what the last reconciliation could not classify, and what happens to it.
import { Flex, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { fetchQuery } from '#web/api/call.ts'
import { RowButton } from '#web/shared/lists/row-button.tsx'
import { dateTime, integer, money } from '#web/text/format.ts'
import { AsyncPanel, Page } from '#web/ui/page.tsx'
import shared from '#web/ui/shared.module.css'
import { CronsTabs } from '../parts.tsx'
import css from './crons.module.css'
import { unplacedText } from './reconciliation-text.ts'
import { type UnplacedKind, unplacedKinds } from './unplaced.ts'
import { useRunCron } from './use-run-cron.ts'

const RUNNING_MS = 1000

export default function UnplacedScreen() {
  const state = useQuery({
    ...fetchQuery('GET /api/config/reconciliation'),
    refetchInterval: ({ state: { data } }) => (data?.data[0]?.status === 'processing' ? RUNNING_MS : false),
  })
  const run = useRunCron()
  const runs = state.data?.data ?? []
  // The newest run may still be running, or have failed.
  const report = runs.find(({ unplaced }) => unplaced)
  const busy = run.isPending || runs[0]?.status === 'processing'
  return (
    <Page>
      <CronsTabs />
      <AsyncPanel
        title={unplacedText.title}
        subtitle={
          report
            ? unplacedText.note(report.job, dateTime(report.finished_at ?? report.started_at))
            : undefined
        }
        state={state}
        height={320}
        actions={
          <RowButton loading={busy} onClick={() => run.mutate({ key: 'reconciliation' })}>
            {unplacedText.runNow}
          </RowButton>
        }
      >
        {() => {
          if (!report?.unplaced) return <Text fz="md">{unplacedText.never}</Text>
          const found = unplacedKinds(report.unplaced)
          if (found.length === 0) return <Text fz="md">{unplacedText.allPlaced}</Text>
          return (
            <Flex component="ul" direction="column">
              {found.map((kind) => (
                <Kind key={kind.key} kind={kind} />
              ))}
            </Flex>
          )
        }}
      </AsyncPanel>
    </Page>
  )
}

const Kind = ({ kind: { key, count, named, amount } }: { kind: UnplacedKind }) => {
  const [title, meaning] = unplacedText.kinds[key]
  return (
    <li className={css.kind}>
      <span className={css.kindCount}>{integer(count)}</span>
      <div>
        <h3 className={css.name}>
          {title}
          {amount === undefined ? null : ` (${money(amount)})`}
        </h3>
        <p className={shared.quiet}>{meaning}</p>
        {named.length > 0 ? (
          <Flex component="ul" wrap="wrap" gap="4px 18px" mt={8} fz="sm">
            {named.map(({ name, count: times }) => (
              <li key={name}>
                {name || unplacedText.noName}{' '}
                <span className={shared.quiet}>{unplacedText.times(integer(times))}</span>
              </li>
            ))}
          </Flex>
        ) : null}
      </div>
    </li>
  )
}
