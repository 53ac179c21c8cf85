// Fichas by mail to the distributors themselves, and the addresses outside the accounts that mails may go to.
import { z } from 'zod'
import { LAST_DAY } from './delivery-days.ts'
import { type DataOf, endpoint, type RowOf } from './endpoint.ts'
import { MESSAGE_STATES } from './notice-channels.ts'
import { REACHES } from './reach.ts'
import { comparison, EMAIL_PATTERN, email, id, startDate, text, utcTime, wholeNumber } from './vocabulary.ts'

const access = 'export'

const MOST_DISTRIBUTORS = 10_000

const distId = text.meta({ example: '10118' })
const distIds = z
  .array(distId)
  .min(1)
  .max(MOST_DISTRIBUTORS)
  .nullable()
  .meta({
    description: 'null: every distributor of the account with an order in the 13 months of the Ficha',
    example: ['10118'],
  })
const month = z.string().meta({ description: 'YYYY-MM', example: '2026-05' })
const withNames = z
  .boolean()
  .describe('The file of orders names the buyers; needs the permission for personal data')
const reach = z
  .enum(REACHES)
  .describe(
    'Whether its address gets mails. missing: none, or none that is valid; not-allowed: neither of an account nor allowed; unsubscribed: it asked for no more',
  )
const recipient = z.object({
  dist_id: distId,
  dist_name: z.string(),
  email: z.string().meta({ example: 'ventas@norte.example' }),
  own: z.boolean().describe('The e-mail was set in Góndola, not by the shop'),
  reach,
})
const schedule = {
  dist_ids: distIds,
  with_names: withNames,
  on_day: z
    .number()
    .int()
    .refine((day) => (day >= 1 && day <= 28) || day === LAST_DAY, `must be from 1 to 28, or ${LAST_DAY}`)
    .meta({ description: 'Of the month: from 1 to 28, or 31 for the last', example: 1 }),
  at_time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be HH:MM')
    .meta({ description: 'On the store’s clock', example: '08:00' }),
  paused: z.boolean(),
}
const scheduleId = z.object({ id: wholeNumber(1, 999_999_999_999, 'Id of the monthly sending') })

export const sheetMails = endpoint('GET /api/sheet-mails', {
  access: 'view:distributors',
  summary:
    'Distributors that can be sent their Ficha, with their addresses, and the caller’s monthly sendings',
  data: z.object({
    has_mail: z.boolean().describe('Whether this installation sends mails'),
    recipients: z.array(recipient).describe('Distributors that the role sees, by name'),
    schedules: z.array(
      z.object({ id, ...schedule, next_at: utcTime.nullable().describe('Next mails; null while paused') }),
    ),
  }),
})

/** What is sent: the Ficha of this month, compared like that on screen. */
const sheet = {
  start_date: startDate.meta({ description: 'Month of the Ficha, YYYY-MM', example: '2026-05' }),
  ...comparison,
  with_names: withNames.default(false),
}

export const previewSheet = endpoint('POST /api/sheet-mails/preview', {
  access,
  onlyReads: true,
  summary: 'The mail with the Ficha that a distributor would get',
  description: 'Also needs the permission for distributors.',
  failures: ['not-found'],
  body: z.object({ dist_id: distId, ...sheet }),
  data: z.object({
    subject: z.string(),
    text: z.string(),
    files: z.array(z.string()).describe('Names of the attached files'),
  }),
})

export const trySheet = endpoint('POST /api/sheet-mails/try', {
  access,
  summary: 'Sends the mail with the Ficha of a distributor to the caller’s account',
  description: 'Also needs the permission for distributors. It has no link that unsubscribes.',
  failures: ['not-found', 'no-mail'],
  body: z.object({ dist_id: distId, ...sheet }),
})

export const sendSheets = endpoint('POST /api/sheet-mails/send', {
  access,
  summary: 'Sends distributors their Fichas of a month now, each to its own address',
  description:
    'Each distributor gets a PDF, its figures as text and a file of its orders: figures of its own alone, without names of buyers unless `with_names`. A named distributor whose address gets no mails is a 400 whose code says why; with `dist_ids` null such are left out. Adds an audit entry per distributor. Also needs the permission for distributors, and the one for orders for the file.',
  failures: ['no-mail'],
  body: z.object({ dist_ids: distIds, ...sheet }),
  data: z.object({
    sent: z.number().int().describe('Mails that are on their way'),
    left_out: z.array(recipient).describe('With `dist_ids` null: distributors whose address gets no mails'),
  }),
})

export const sheetMailLog = endpoint('GET /api/sheet-mails/log', {
  access: 'view:distributors',
  summary: 'The last Fichas that were sent to distributors of the role, newest first, by anybody',
  description: 'Those of the last 90 days, at most 300.',
  data: z.array(
    z.object({
      id,
      written_at: utcTime,
      dist_id: distId,
      dist_name: z.string(),
      email: z.string().meta({ example: 'ventas@norte.example' }),
      month,
      sender: z.string().meta({ example: 'Ana Admin' }),
      monthly: z.boolean().describe('By a monthly sending'),
      with_names: withNames,
      state: z.enum(MESSAGE_STATES),
      reason: z.string().describe('Of the last failed attempt, in Spanish; empty without one'),
      attempts: z.number().int(),
      ended_at: utcTime.nullable(),
    }),
  ),
})

export const saveSheetSchedule = endpoint('POST /api/sheet-mails/schedules', {
  access,
  summary: 'Adds a monthly sending of Fichas, or changes one of the caller’s account by its id',
  description:
    'Each month every distributor of it gets the Ficha of the last closed month, like those that are sent by hand. Adds an audit entry. Also needs the permission for distributors.',
  failures: ['sheet-schedule-not-found', 'too-many-deliveries'],
  body: z.object({
    id: z.number().int().positive().optional(),
    ...schedule,
    with_names: withNames.default(false),
    paused: schedule.paused.default(false),
  }),
  data: z.object({ id }),
})

export const deleteSheetSchedule = endpoint('DELETE /api/sheet-mails/schedules/{id}', {
  access,
  summary: 'Ends a monthly sending of the caller’s account',
  params: scheduleId,
  failures: ['sheet-schedule-not-found'],
})

export const setDistributorEmail = endpoint('POST /api/distributors/{dist_id}/email', {
  access,
  summary: 'Sets the e-mail of a distributor, which counts instead of the shop’s',
  description: 'Adds an audit entry. Also needs the permission for distributors.',
  params: z.object({ dist_id: distId.describe('Id of the distributor') }),
  failures: ['not-found'],
  body: z.object({ email: z.union([z.literal(''), email]).describe('Empty: that of the shop counts again') }),
  data: z.object({ email: z.string().describe('The one that counts now'), reach }),
})

/** '@norte.example' stands for every address of the domain. */
const target = text
  .transform((value) => value.normalize('NFC').trim().toLowerCase())
  .refine(
    (value) => EMAIL_PATTERN.test(value.startsWith('@') ? `a${value}` : value),
    'must be an e-mail, or a domain such as @norte.example',
  )
  .meta({ description: 'An address, or a domain such as @norte.example', example: '@norte.example' })

export const mailAllowances = endpoint('GET /api/config/mail-allowances', {
  access: 'settings',
  summary: 'Addresses and domains outside the accounts that mails may go to',
  data: z.array(
    z.object({
      id,
      target: z.string().meta({ example: '@norte.example' }),
      allowed_at: utcTime,
      allowed_by: z.string().meta({ example: 'Delia Dueña' }),
    }),
  ),
})

export const addMailAllowance = endpoint('POST /api/config/mail-allowances', {
  access: 'settings',
  summary: 'Allows mails to an address, or to every address of a domain',
  description: 'Without effect if it is allowed. Adds an audit entry.',
  body: z.object({ target }),
})

export const removeMailAllowance = endpoint('DELETE /api/config/mail-allowances/{id}', {
  access: 'settings',
  summary: 'Allows no more mails to an address or domain; waiting ones are not sent',
  params: z.object({ id: wholeNumber(1, 999_999_999_999, 'Id of the allowance') }),
  failures: ['mail-allowance-not-found'],
})

export type SheetMails = DataOf<typeof sheetMails>
export type SheetRecipient = SheetMails['recipients'][number]
export type SheetSchedule = SheetMails['schedules'][number]
export type SheetMailLogRow = RowOf<typeof sheetMailLog>
export type MailAllowance = RowOf<typeof mailAllowances>
