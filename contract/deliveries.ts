// Envíos: figures by mail on a schedule, to each recipient in their own scope.
import { z } from 'zod'
import { isScreenAddress, MAX_ADDRESS } from './address.ts'
import { LAST_DAY } from './delivery-days.ts'
import { type DataOf, endpoint, type RowOf } from './endpoint.ts'
import { MESSAGE_STATES } from './notice-channels.ts'
import { givenName, id, revision, tableCall, text, utcTime, wholeNumber } from './vocabulary.ts'

const MAX_RECIPIENTS = 200

const deliveryId = z.object({ id: wholeNumber(1, 999_999_999_999, 'Id of the delivery') })
const gone = ['delivery-not-found'] as const

const every = z.enum(['day', 'week', 'month'])
const attachment = z.enum(['none', 'csv', 'xlsx'])
const onDay = z.number().int().min(0).max(LAST_DAY).meta({
  description: 'Weekly: from 1 (Monday) to 7; monthly: from 1 to 28, or 31 for the last day; daily: 0',
  example: 1,
})
const atTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be HH:MM')
  .meta({ description: 'On the store’s clock', example: '08:00' })
const question = z.string().max(20_000).nullable().meta({
  description: 'Parameters of GET /api/questions/answer; null: those of the view',
  example: 'measures=net_sale&by=distributor&period=last_month&compare=previous',
})
const address = z.string().max(MAX_ADDRESS).refine(isScreenAddress, 'must be a screen').nullable().meta({
  description:
    'Path and query of a screen: that of `table`, or /analysis/goals, /analysis/week or the Ficha of a distributor',
  example: null,
})
const table = tableCall.nullable().meta({
  description:
    'Path and query of a GET call with a table, whose rows the mail holds: those of the latest month, without personal data; `f_` and a column keep the rows whose cells begin with a text',
  example: null,
})
const viewId = z.number().int().positive().nullable()
const person = z.object({ id, name: z.string().meta({ example: 'Ana Admin' }) })

export const deliveries = endpoint('GET /api/deliveries', {
  access: 'session',
  summary: 'Deliveries of the caller’s account, and those of others that it receives',
  data: z.object({
    has_mail: z.boolean().describe('Whether this installation sends mails'),
    own: z.array(
      z.object({
        id,
        name: text.meta({ example: 'Ventas de la semana' }),
        question,
        view_id: viewId,
        table,
        address,
        every,
        on_day: onDay,
        at_time: atTime,
        attachment,
        paused: z.boolean(),
        revision,
        next_at: utcTime.nullable().describe('Next mail; null while paused'),
        trouble: z.string().describe('Why the last mail could not be made, in Spanish; else empty'),
        recipients: z.array(person.extend({ subscribed: z.boolean() })),
      }),
    ),
    people: z.array(person).describe('Accounts that can receive deliveries, for accounts that may export'),
    received: z.array(
      z.object({
        id,
        name: z.string(),
        owner: z.string().meta({ example: 'Delia Dueña' }),
        every,
        on_day: onDay,
        at_time: atTime,
        subscribed: z.boolean(),
      }),
    ),
  }),
})

export const saveDelivery = endpoint('POST /api/deliveries', {
  access: 'export',
  summary: 'Adds a delivery, or changes one of the caller’s account by its id',
  description:
    'Each recipient gets the figures of their own permissions and distributors; the file is attached for those who may export. One of `question`, `view_id` and `address` is required; `address` comes with the `table` of the screen, and with the `question` that has the same figures, if there is one: a weekly delivery then shows the last closed week.',
  failures: [...gone, 'not-found', 'too-many-deliveries', 'delivery-changed'],
  body: z.object({
    id: z.number().int().positive().optional(),
    revision: revision.optional(),
    name: givenName.meta({ example: 'Ventas de la semana' }),
    question: question.default(null),
    view_id: viewId.default(null),
    table: table.default(null),
    address: address.default(null),
    every,
    on_day: onDay.default(0),
    at_time: atTime,
    attachment: attachment.default('xlsx'),
    paused: z.boolean().default(false),
    recipients: z
      .array(z.number().int().positive())
      .min(1)
      .max(MAX_RECIPIENTS)
      .meta({ description: 'Ids of accounts', example: [1] }),
  }),
  data: z.object({ id }),
})

export const deleteDelivery = endpoint('DELETE /api/deliveries/{id}', {
  access: 'session',
  summary: 'Deletes a delivery of the caller’s account; waiting mails are not sent',
  params: deliveryId,
  failures: gone,
})

export const tryDelivery = endpoint('POST /api/deliveries/{id}/try', {
  access: 'export',
  summary: 'Sends a delivery of the caller’s account to that account now',
  params: deliveryId,
  failures: [...gone, 'no-mail'],
})

export const subscribe = endpoint('POST /api/deliveries/{id}/subscription', {
  access: 'session',
  summary: 'Stops or resumes receiving a delivery',
  params: deliveryId,
  failures: gone,
  body: z.object({ subscribed: z.boolean() }),
})

export const deliveryLog = endpoint('GET /api/deliveries/{id}/log', {
  access: 'session',
  summary: 'The last mails of a delivery of the caller’s account, newest first',
  params: deliveryId,
  failures: gone,
  data: z.array(
    z.object({
      due_at: utcTime,
      recipient: z.string().meta({ example: 'Ana Admin' }),
      is_test: z.boolean(),
      state: z.enum(MESSAGE_STATES),
      reason: z.string().describe('Of the last failed attempt, in Spanish; empty without one'),
      attempts: z.number().int(),
      ended_at: utcTime.nullable(),
    }),
  ),
})

export type Deliveries = DataOf<typeof deliveries>
export type OwnDelivery = Deliveries['own'][number]
export type DeliveryLogRow = RowOf<typeof deliveryLog>
