import { z } from 'zod'
import { CRON_KEYS, CRON_LOG_STATUSES, CRON_MONTHS_BACK, CRON_STATES } from './cron-states.ts'
import { endpoint, type RowOf } from './endpoint.ts'
import { listEndpoint } from './list-endpoint.ts'
import { cronLogList } from './lists/settings.ts'
import { text, utcTime, wholeNumber } from './vocabulary.ts'

const access = 'settings'

const cron = z.object({
  key: z.enum(CRON_KEYS),
  label: z.string().meta({ example: 'Órdenes' }),
  state: z.enum(CRON_STATES),
  message: z.string().describe('Of the run under way, else of the last one; in Spanish'),
  loading: z.boolean().describe('A run is under way'),
  progress: z.number().int().min(0).max(100).describe('Percent of the step under way'),
  schedule: z.string().meta({
    description: 'Cron pattern in the time zone of the shop; empty: only on demand',
    example: '30 3 * * *',
  }),
  last_run: utcTime.nullable().describe('Start of the last run, UTC, YYYY-MM-DD HH:MM:SS'),
  next_run: utcTime.nullable().describe('UTC, YYYY-MM-DD HH:MM:SS; null for a job without a schedule'),
})

export const crons = endpoint('GET /api/config/crones/list', {
  access,
  summary: 'Jobs with their state, progress and schedule',
  data: z.array(cron),
})

export const cronLogs = listEndpoint(cronLogList, {
  query: {
    status: z
      .enum([...CRON_LOG_STATUSES, 'all'])
      .default('processed')
      .describe('processing: under way; warning: finished, with something to check'),
  },
  row: { status: z.enum(CRON_LOG_STATUSES) },
})

export const runCron = endpoint('GET /api/config/crones/run/{cron_id}', {
  access,
  summary: 'Starts a job in the background and returns its state',
  description:
    'With subMonths for the month that many months ago (0: the current one), without it for the range of the schedule. Adds an audit entry.',
  failures: ['cron-not-found', 'cron-running'],
  acts: true,
  params: z.object({ cron_id: text.meta({ description: 'Key of the job', example: 'summaries' }) }),
  query: z.object({
    subMonths: wholeNumber(0, CRON_MONTHS_BACK, 'Months back from the present one').optional(),
  }),
  data: cron,
})

export type CronLogRow = RowOf<typeof cronLogs>
export type CronEntry = z.infer<typeof cron>
