// Adds messages to the outbox in the transaction that causes them, so that both happen or neither does.
import { randomUUID } from 'node:crypto'
import { insertUnless } from '#server/store/rows.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import type { MailContent } from './mail.ts'

/**
 * `report`, `sheet`: a message whose content is computed when it is due: the mail of a delivery, and the Ficha for its
 * distributor.
 */
export const CHANNELS = ['mail', 'webhook', 'report', 'sheet'] as const
export type Channel = (typeof CHANNELS)[number]

export interface NewMessage {
  readonly channel: Channel
  /** A second message with the same key is not written. */
  readonly key: string
  readonly topic: string
  /** The account that receives it at its address, while active; undefined: the content names the address. */
  readonly userId?: number
  readonly content: object
  /** Hours after which it expires; by default two days. */
  readonly hours?: number
  /** Encrypts content that contains a secret, such as a link that sets a password. */
  readonly seal?: ((text: string) => string) | undefined
}

export type NewMail = Omit<NewMessage, 'channel' | 'content'> & { readonly mail: MailContent }

const LIFETIME_HOURS = 48

/** False if a message with the key exists. */
export async function enqueue(tx: Queries, message: NewMessage, now: Date): Promise<boolean> {
  const { channel, key, topic, userId = null, hours = LIFETIME_HOURS, seal = (text) => text } = message
  const expires_at = new Date(now.getTime() + hours * 3_600_000)
  const told = { channel, topic, user_id: userId, content: seal(JSON.stringify(message.content)) }
  const fresh = {
    state: 'waiting',
    reason: '',
    attempts: 0,
    lease: '',
    created_at: now,
    due_at: now,
    expires_at,
  }
  const keys = { message_id: sql`nextval('outbox_ids')`, dedupe_key: key, message_ref: randomUUID() }
  return insertUnless(tx, 'outbox', { ...keys, ...told, ...fresh }, sql`dedupe_key = ${key}`)
}

export const enqueueMail = (tx: Queries, { mail, ...message }: NewMail, now: Date): Promise<boolean> =>
  enqueue(tx, { ...message, channel: 'mail', content: mail }, now)
