// Calls of the crons screen: the jobs, their log, and a run on demand; imports only zod and this room.
import { z } from 'zod'
import {
  CRON_KEYS,
  CRON_LOG_STATUSES,
  CRON_MONTHS_BACK,
  CRON_STATES,
  cronLogsColumns,
} from './crons-columns.ts'
import { endpoint } from './endpoint.ts'
import { listEndpoint, onColumns } from './list-endpoint.ts'
import { count, text, wholeNumber } from './vocabulary.ts'

const access = 'settings'
const utcTime = z.string().meta({ description: 'UTC, YYYY-MM-DD HH:MM:SS' })

const cron = z.object({
  key: z.enum(CRON_KEYS),
  label: z.string().meta({ example: 'Órdenes' }),
  state: z.enum(CRON_STATES),
  message: z.string().meta({ description: 'Of the run under way, else of the last one; in Spanish' }),
  loading: z.boolean().meta({ description: 'A run is under way' }),
  progress: z.number().int().min(0).max(100).meta({ description: 'Percent of the step under way' }),
  schedule: z.string().meta({
    description: 'Cron pattern in the time zone of the shop; empty: only on demand',
    example: '30 3 * * *',
  }),
  last_run: utcTime.nullable().meta({ description: 'Start of the last run, UTC, YYYY-MM-DD HH:MM:SS' }),
  next_run: utcTime
    .nullable()
    .meta({ description: 'UTC, YYYY-MM-DD HH:MM:SS; null for a job that nothing starts by itself' }),
})

export const crons = endpoint({
  method: 'GET',
  path: '/api/config/crones/list',
  access,
  summary: 'Jobs with their state, progress and schedule',
  data: z.array(cron),
})

export const cronLogs = listEndpoint({
  path: '/api/config/crones/logs',
  timeless: true,
  access,
  summary: 'Runs of the jobs, newest first',
  query: {
    status: z
      .enum([...CRON_LOG_STATUSES, 'all'])
      .default('processed')
      .meta({ description: 'processing: under way; warning: done, with something to look at' }),
  },
  row: z.object({
    id: count,
    command_name: z.string().meta({ description: 'Key of the job', example: 'orders' }),
    status: z.enum(CRON_LOG_STATUSES),
    started_at: utcTime,
    finished_at: utcTime.nullable(),
    message: z.string(),
    processed: count.meta({ description: 'Records, months or bytes, as the job counts' }),
    detail: z.string().meta({ description: 'JSON; what the run found, by job' }),
  }),
  columns: cronLogsColumns,
  filters: onColumns('command_name'),
  defaultOrderBy: 'id',
  defaultOrder: 'DESC',
  file: 'crones',
})

export const runCron = endpoint({
  method: 'GET',
  path: '/api/config/crones/run/{cron_id}',
  access,
  summary: 'Starts a job in the background and answers how it stands',
  description:
    'With subMonths for the month that many months back (0: the present one), without it for what the job does on its schedule. Leaves a line in the trail.',
  failures: { 404: ['Cron not found'], 409: ['The cron is already running'] },
  acts: true,
  params: z.object({ cron_id: text.meta({ description: 'Key of the job', example: 'summaries' }) }),
  query: z.object({
    subMonths: wholeNumber(0, CRON_MONTHS_BACK, 'Months back from the present one').optional(),
  }),
  data: cron,
})

export type CronEntry = z.infer<typeof cron>
export type CronLogRow = z.infer<typeof cronLogs.response>['data'][number]
