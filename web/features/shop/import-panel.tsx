// The full import of the shop: whether it was done, its progress, and its button.
import { useMutation, useQuery } from '@tanstack/react-query'
import type { CronEntry } from '#contract/crons.ts'
import type { ShopConnection } from '#contract/shop.ts'
import { call, fetchQuery, JUST_FETCHED_MS, refresh, useRefreshOn } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { RouteLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/page.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import shared from '#web/ui/shared.module.css'
import { ShopFailure } from './failure.tsx'
import css from './shop.module.css'
import { importText } from './text.ts'

const RUNNING_MS = 1000

export function ImportPanel({ connection }: { connection: ShopConnection }) {
  const { connected, imported, own_admin } = connection
  const job = useImportJob()
  const running = job?.loading ?? false
  const start = useMutation({
    mutationFn: () => call('POST /api/config/store/import'),
    // Also after an error, since another person may have started it.
    onSettled: () => refresh('GET /api/config/crones/list'),
  })
  return (
    <Panel title={importText.title} subtitle={importText.note}>
      <div className={shared.form}>
        <ImportStatus connection={connection} job={job} />
        <ShopFailure error={start.error} />
        <div className={shared.line}>
          <Button
            frame={imported ? 'bordered' : 'filled'}
            tall
            disabled={!connected || !own_admin || running}
            working={start.isPending || running}
            onClick={() => start.mutate()}
          >
            {imported ? importText.again : importText.first}
          </Button>
          {connected ? (
            <span className={shared.quiet}>
              {importText.webhooks}{' '}
              <RouteLink className={shared.textLink} to="/settings/crones">
                {importText.toCrons}
              </RouteLink>
            </span>
          ) : null}
        </div>
      </div>
    </Panel>
  )
}

/** The import job, polled while it runs; the connection is fetched again when it starts and ends. */
function useImportJob(): CronEntry | undefined {
  const { data: crons } = useQuery({
    ...fetchQuery('GET /api/config/crones/list'),
    staleTime: JUST_FETCHED_MS,
    refetchInterval: ({ state: { data } }) =>
      data?.data.some(({ key, loading }) => key === 'import' && loading) ? RUNNING_MS : false,
  })
  const job = crons?.data.find(({ key }) => key === 'import')
  // A short import may start and end between two polls.
  useRefreshOn(job && `${job.state} ${job.last_run}`, 'GET /api/config/store')
  return job
}

interface ImportStatusProps {
  connection: ShopConnection
  job: CronEntry | undefined
}

function ImportStatus({ connection: { connected, imported, holds, own_admin }, job }: ImportStatusProps) {
  if (!connected) return <p className={shared.quiet}>{importText.connectFirst}</p>
  const running = job?.loading ?? false
  return (
    <>
      {own_admin ? null : (
        <p className={`${shared.caution} ${css.ownAdmin}`}>
          {importText.ownAdmin}{' '}
          <RouteLink className={shared.textLink} to="/settings/users">
            {importText.toUsers}
          </RouteLink>
        </p>
      )}
      <p className={shared.quiet}>
        {imported ? importText.whole : importText.missing}{' '}
        {running ? importText.running : imported ? importText.againNote : null}
        {holds === 'demo' && !running ? importText.demo : null}
      </p>
      {job?.message && !(holds === 'demo' && job.state === 'success') ? (
        <p className={shared.message} data-bad={job.state === 'failed' || undefined} role="status">
          {job.message}
        </p>
      ) : null}
      {job && running ? <ProgressBar label={importText.progress} value={job.progress} /> : null}
    </>
  )
}
