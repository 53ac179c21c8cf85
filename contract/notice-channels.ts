// Channels by which a person receives notices besides the bell, and a log of what was sent.
import { z } from 'zod'
import { type DataOf, endpoint } from './endpoint.ts'
import { NOTICE_TOPICS, type NoticeTopic } from './notice-topics.ts'
import { count, givenName, id, utcTime, wholeNumber } from './vocabulary.ts'

const topics = Object.keys(NOTICE_TOPICS) as NoticeTopic[]
const webhookId = z.object({ id: wholeNumber(1, 999_999_999_999, 'Id of the webhook') })
const noWebhook = ['webhook-not-found'] as const

export const MESSAGE_STATES = ['waiting', 'sent', 'failed', 'dropped'] as const

export const noticeChannels = endpoint('GET /api/notice-channels', {
  access: 'session',
  whileViewing: false,
  summary: 'How the caller’s account receives notices, and the last messages sent to it',
  data: z.object({
    has_mail: z.boolean().describe('Whether this installation sends mails'),
    topics: z.array(
      z.object({
        topic: z.enum(topics),
        title: z.string().meta({ example: NOTICE_TOPICS.alert }),
        mail: z.boolean().describe('Whether these notices come by mail'),
      }),
    ),
    webhooks: z.array(
      z.object({
        id,
        name: z.string().meta({ example: 'Canal #ventas' }),
        host: z.string().meta({ example: 'hooks.slack.com' }),
        of_shop: z
          .boolean()
          .describe('Receives the shared alerts of the shop instead of the notices of one account'),
        made_by: z
          .string()
          .nullable()
          .describe('Name of the account that added a webhook of the shop')
          .meta({ example: 'Ana Pérez' }),
        created_at: utcTime,
      }),
    ),
    messages: z.array(
      z.object({
        id,
        channel: z.enum(['mail', 'webhook']),
        topic: z.string().meta({ example: 'alert' }),
        state: z
          .enum(MESSAGE_STATES)
          .describe('dropped: its receiver no longer exists or lost the right to it'),
        reason: z.string().describe('Of the last failed attempt, in Spanish; empty without one'),
        attempts: count,
        created_at: utcTime,
        ended_at: utcTime.nullable(),
      }),
    ),
  }),
})

export const saveNoticeChannel = endpoint('POST /api/notice-channels', {
  access: 'session',
  summary: 'Chooses whether notices about a topic come by mail',
  body: z.object({ topic: z.enum(topics), mail: z.boolean() }),
})

export const createWebhook = endpoint('POST /api/notice-channels/webhooks', {
  access: 'export',
  summary: 'Adds an address that receives notices; the answer is the only one that contains the secret',
  description:
    'Notices are posted as JSON and signed: see docs/webhooks.md. `of_shop` needs the permission settings and every distributor. Other addresses must use https and be on the public internet.',
  failures: ['forbidden', 'password-must-change', 'second-factor-missing', 'too-many-webhooks'],
  body: z.object({
    name: givenName.meta({ example: 'Canal #ventas' }),
    url: z.string().max(2000).meta({ example: 'https://hooks.slack.com/services/T000/B000/XXXX' }),
    of_shop: z.boolean().default(false),
  }),
  data: z.object({
    id,
    secret: z.string().meta({ example: 'gondola_whk_4fB0aQ9dK2mX7cT1vN8sJ5hR3wL6zY0GqT9b' }),
  }),
})

export const tryWebhook = endpoint('POST /api/notice-channels/webhooks/{id}/try', {
  access: 'export',
  summary: 'Sends a test notice to a webhook; the list of messages shows its state',
  params: webhookId,
  failures: noWebhook,
})

export const deleteWebhook = endpoint('DELETE /api/notice-channels/webhooks/{id}', {
  access: 'session',
  summary: 'Removes a webhook at once',
  params: webhookId,
  failures: noWebhook,
})

export type NoticeChannels = DataOf<typeof noticeChannels>
