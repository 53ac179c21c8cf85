// Verifies a webhook's signature and names the record to refresh; its data is never trusted.
import { createHmac, timingSafeEqual } from 'node:crypto'

export const WEBHOOK_TOPICS = [
  'order.created',
  'order.updated',
  'order.deleted',
  'order.restored',
  'product.created',
  'product.updated',
  'product.deleted',
  'product.restored',
  'customer.created',
  'customer.updated',
  'customer.deleted',
  'coupon.created',
  'coupon.updated',
  'coupon.deleted',
  'coupon.restored',
] as const
export type WebhookTopic = (typeof WEBHOOK_TOPICS)[number]

export type WebhookResource = 'order' | 'product' | 'customer' | 'coupon'

export interface WebhookHint {
  readonly topic: WebhookTopic
  readonly resource: WebhookResource
  readonly id: number
}

/** Base64 of an HMAC-SHA256 over the raw body; compared in constant time. */
export function isSigned(body: Buffer, signature: string, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(body).digest()
  const given = Buffer.from(signature, 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Sent unsigned when a webhook is created or changed. */
export const isPing = (body: Buffer, type: string): boolean =>
  /^application\/x-www-form-urlencoded\b/i.test(type) &&
  body.length < 64 &&
  /^webhook_id=\d{1,18}$/.test(body.toString('latin1'))

/** The signature does not cover headers, so a hint may only trigger a read. */
export function hintOf(topic: string, body: Buffer): WebhookHint | undefined {
  const known = WEBHOOK_TOPICS.find((one) => one === topic)
  if (!known) return undefined
  const id = idIn(body)
  if (id === undefined) return undefined
  return { topic: known, resource: resourceOf(known), id }
}

const RESOURCES = ['order', 'product', 'customer', 'coupon'] as const
const resourceOf = (topic: WebhookTopic): WebhookResource =>
  RESOURCES.find((resource) => topic.startsWith(`${resource}.`)) ?? 'order'

function idIn(body: Buffer): number | undefined {
  try {
    const record: unknown = JSON.parse(body.toString('utf8'))
    const id =
      typeof record === 'object' && record !== null && 'id' in record ? Number(record.id) : Number.NaN
    return Number.isSafeInteger(id) && id > 0 ? id : undefined
  } catch {
    return undefined
  }
}
