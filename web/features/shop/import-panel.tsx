// The whole import: whether it was made, how far it is, and its button. Touches api, ui and this feature.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ShopConnection } from '#contract/shop.ts'
import { fetchQuery, queryClient } from '#web/api/ask.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { RouteLink } from '#web/ui/route-link.tsx'
import { usePainted } from '#web/ui/use-painted.ts'
import { failureText } from './failure.ts'
import { Caution, Failure } from './notice.tsx'
import css from './shop.module.css'
import { importText } from './text.ts'

/** While it runs its progress is followed. */
const RUNNING_MS = 1000

export function ImportPanel({ connection }: { connection: ShopConnection }) {
  const { connected, imported, holds, own_admin } = connection
  const { data: list } = useQuery({
    ...fetchQuery('GET /api/config/crones/list'),
    staleTime: RUNNING_MS,
    refetchInterval: ({ state: { data } }) =>
      data?.data.some(({ key, loading }) => key === 'import' && loading) ? RUNNING_MS : false,
  })
  const job = list?.data.find(({ key }) => key === 'import')
  const running = job?.loading ?? false
  const start = useMutation({
    mutationFn: () => call('POST /api/config/store/import'),
    // Also after a refusal: another person's run is shown.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['GET /api/config/crones/list'] }),
  })
  // When it has ended, the store holds something else; also where that was not seen from here.
  const painted = usePainted()
  useEffect(() => {
    if (painted && !running) void queryClient.invalidateQueries({ queryKey: ['GET /api/config/store'] })
  }, [painted, running])
  const may = connected && own_admin && !running
  return (
    <Panel title={importText.title} subtitle={importText.note}>
      <div className={css.form}>
        {connected && !own_admin ? (
          <Caution>
            {importText.ownAdmin}{' '}
            <RouteLink className={css.link} to="/settings/users">
              {importText.toUsers}
            </RouteLink>
          </Caution>
        ) : null}
        {connected ? (
          <p className={css.quiet}>
            {imported ? importText.whole : importText.missing}{' '}
            {running ? importText.running : imported ? importText.againNote : null}
            {holds === 'demo' && !running ? importText.demo : null}
          </p>
        ) : (
          <p className={css.quiet}>{importText.connectFirst}</p>
        )}
        {job?.message && connected ? (
          <p className={css.message} data-bad={job.state === 'failed' || undefined} role="status">
            {job.message}
          </p>
        ) : null}
        {running ? (
          <div
            className={css.track}
            role="progressbar"
            aria-label={importText.progress}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={job?.progress ?? 0}
          >
            <div className={css.bar} style={{ transform: `scaleX(${(job?.progress ?? 0) / 100})` }} />
          </div>
        ) : null}
        {start.isError ? <Failure>{failureText(start.error)}</Failure> : null}
        <div className={css.line}>
          <Button
            frame={imported ? 'bordered' : 'filled'}
            tall
            disabled={!may}
            working={start.isPending || running}
            onClick={() => start.mutate()}
          >
            {imported ? importText.again : importText.first}
          </Button>
          {connected ? (
            <span className={css.quiet}>
              {importText.webhooks}{' '}
              <RouteLink className={css.link} to="/settings/crones">
                {importText.toCrons}
              </RouteLink>
            </span>
          ) : null}
        </div>
      </div>
    </Panel>
  )
}
