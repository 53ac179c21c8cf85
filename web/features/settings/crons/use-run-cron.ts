// Starts a job and shows it as running at once.
import { useMutation } from '@tanstack/react-query'
import type { CronKey } from '#contract/cron-states.ts'
import { call, fetchQuery, queryClient, refresh } from '#web/api/call.ts'

interface RunOptions {
  key: CronKey
  /** 0 for the present month; undefined to run as scheduled. */
  monthsBack?: number
}

export const useRunCron = (onStarted?: () => void) =>
  useMutation({
    mutationFn: ({ key, monthsBack }: RunOptions) =>
      call('GET /api/config/crones/run/{cron_id}', {
        params: { cron_id: key },
        query: { subMonths: monthsBack },
      }),
    onSuccess: ({ data }) => {
      queryClient.setQueryData(fetchQuery('GET /api/config/crones/list').queryKey, (list) =>
        list ? { ...list, data: list.data.map((one) => (one.key === data.key ? data : one)) } : list,
      )
      onStarted?.()
    },
    // Also after an error, since another person may have started the job.
    onSettled: () =>
      refresh('GET /api/config/crones/list', 'GET /api/config/crones/logs', 'GET /api/config/audit'),
  })
