import { z } from 'zod'
import { type DataOf, endpoint, type RowOf } from '../endpoint.ts'
import { roleIds } from '../sharing.ts'
import { count, givenName, id, revision, text, utcTime, wholeNumber } from '../vocabulary.ts'
import { ALERT_COMPARISONS, ALERT_DAYS, ALERT_UNITS, CONDITION_KINDS } from './rule.ts'

const amount = z.number()

const condition = z
  .object({
    kind: z
      .enum(CONDITION_KINDS)
      .describe(
        'falls, rises: by, unit, over, compare; below, above: value, over; no_orders: hours; stuck: status, days; misses_goal: nothing',
      ),
    by: amount.optional().describe('More than this, in percent or in the unit of the measure'),
    unit: z.enum(ALERT_UNITS).optional().describe('Of `by`; default: percent'),
    over: z.literal(ALERT_DAYS).optional().describe('Closed days added up; default: 7'),
    compare: z
      .enum(ALERT_COMPARISONS)
      .optional()
      .describe(
        'usual: median of the same days 1 to 4 weeks before (of 28 days: of the three before); previous: those before; year: 52 weeks before; default: usual',
      ),
    value: amount.optional().describe('In the unit of the measure'),
    hours: z.number().optional().describe('Whole hours without an order'),
    status: z.string().max(60).optional().describe('Status in which orders stay'),
    days: z.number().optional().describe('Days without a change'),
  })
  .meta({ example: { kind: 'falls', by: 30, unit: 'percent', over: 7, compare: 'usual' } })

const question = z.string().max(20_000).meta({
  description: 'measures (one), by (at most one) and where of GET /api/questions/answer',
  example: 'measures=net_sale&by=distributor',
})

const least = z
  .number()
  .default(0)
  .meta({ description: 'Noise floor in the unit of the measure, see docs/metrics.md', example: 1000 })

const definition = { question, condition, least }

const figure = z.number().nullable().meta({ example: 12_500.5 })
const moment = z.string().meta({
  description: 'Closed day (YYYY-MM-DD) or closed hour (YYYY-MM-DD HH), on the store’s clock',
  example: '2026-05-14',
})

const incidentFields = {
  key: z.string().meta({ description: 'Value of the dimension; empty for the total', example: '10118' }),
  label: z.string().meta({ example: 'Distribuidora Norte' }),
  started_on: moment,
  start_value: figure,
  start_compared: figure.describe('What it is compared with; of a silence, the orders that are usual in it'),
  ended_on: moment.nullable().meta({ description: 'null: still open', example: '2026-05-16' }),
  end_value: figure,
  end_compared: figure,
}

const incident = z.object({
  id,
  ...incidentFields,
  started_at: utcTime,
  ended_at: utcTime.nullable(),
  notified: z.boolean().describe('false: silenced or snoozed when it began'),
})

const alert = z.object({
  id,
  name: text.meta({ example: 'Distribuidores que caen' }),
  ...definition,
  roles: z
    .array(z.object({ id, name: z.string().meta({ example: 'Ventas' }) }))
    .describe('Roles that may follow it'),
  owner: z.string().meta({ description: 'Empty: the account was deleted', example: 'Delia Dueña' }),
  revision,
  is_own: z.boolean(),
  editable: z.boolean().describe('The account owns it, or it has no owner and the account may administer'),
  follows: z.boolean().describe('Whether the account gets its notices'),
  muted: z.boolean(),
  snoozed_until: utcTime.nullable(),
  evaluated_at: utcTime.nullable(),
  problem: z
    .string()
    .meta({ description: 'Why it cannot be evaluated for the account; empty: it can', example: '' }),
  open: z.array(incident).describe('Open incidents, the newest first'),
  recent: count.describe('Incidents of the last 90 days'),
})

const failures = ['forbidden', 'alert-not-found'] as const
const params = z.object({ id: wholeNumber(1, 999_999_999_999, 'Id of the alert') })

export const alerts = endpoint('GET /api/alerts', {
  access: 'session',
  summary: 'The alerts of the caller’s account, and those shared with its role',
  data: z.array(alert),
})

const body = z.object({
  name: givenName.meta({ example: 'Distribuidores que caen' }),
  ...definition,
  role_ids: roleIds,
})

export const createAlert = endpoint('POST /api/alerts', {
  access: 'session',
  summary: 'Saves an alert, which its account follows',
  description:
    'It is evaluated for each account that follows it, within the permissions and distributors of that account at the time.',
  failures: ['forbidden', 'too-many-alerts'],
  body,
  data: z.object({ id }),
})

export const changeAlert = endpoint('POST /api/alerts/{id}', {
  access: 'session',
  summary:
    'Changes an alert of the caller’s account; a new question or condition closes its open incidents without a notice',
  failures: [...failures, 'alert-changed'],
  params,
  body: body.extend({ revision: revision.optional() }),
})

export const deleteAlert = endpoint('DELETE /api/alerts/{id}', {
  access: 'session',
  summary: 'Deletes an alert of the caller’s account with its history',
  failures,
  params,
})

export const followAlert = endpoint('POST /api/alerts/{id}/follow', {
  access: 'session',
  summary: 'Whether the caller’s account follows an alert and receives its notices',
  failures,
  params,
  body: z.object({
    follows: z.boolean(),
    muted: z.boolean().default(false).describe('Keeps the history without notices'),
    snoozed_until: utcTime
      .refine(
        (value) => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value) && !Number.isNaN(Date.parse(`${value}Z`)),
        {
          message: 'must be YYYY-MM-DD HH:MM:SS, UTC',
        },
      )
      .nullable()
      .default(null)
      .meta({
        description: 'No notices until then; incidents still open at that time are reported',
        example: null,
      }),
  }),
})

export const alertHistory = endpoint('GET /api/alerts/{id}/incidents', {
  access: 'session',
  summary: 'Incidents of an alert as the caller’s account may see them, newest first',
  failures: ['alert-not-found'],
  params,
  data: z.array(incident),
})

export const tryAlert = endpoint('POST /api/alerts/try', {
  access: 'session',
  onlyReads: true,
  summary: 'What an alert would have reported in the last 90 days',
  description:
    'Evaluates each of the last 90 closed days as the alert would have, in the scope of the account. 400 names `question` when it has too many values to watch.',
  failures: ['forbidden'],
  body: z.object(definition),
  data: z.object({
    from: moment,
    to: moment,
    incidents: z.array(z.object(incidentFields)).describe('The oldest first, at most 500'),
    times: count.describe('Incidents that would have begun'),
  }),
})

export type Alert = RowOf<typeof alerts>
export type AlertIncident = Alert['open'][number]
export type AlertTrial = DataOf<typeof tryAlert>
