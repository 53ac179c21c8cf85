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

const RESOURCES = ['order', 'product', 'customer', 'coupon'] as const
export type WebhookResource = (typeof RESOURCES)[number]

export interface WebhookHint {
  readonly topic: WebhookTopic
  readonly resource: WebhookResource
  readonly id: number
}

/** The headers of a delivery. */
export interface DeliveryHead {
  readonly contentType: string
  /** Length of the body in bytes; NaN if it is not stated. */
  readonly length: number
  /** Base64 of an HMAC-SHA256 over the raw body. */
  readonly signature: string
}

/** False if the body can be neither a ping nor correctly signed, so that it need not be read. */
export const isPlausible = (head: DeliveryHead): boolean =>
  isShortForm(head) || /^[A-Za-z0-9+/]{43}=$/.test(head.signature)

/** WooCommerce's bodies begin with the id of their record; only this part is kept. */
const START_BYTES = 256

/** The kind of a body, and its beginning. */
export async function readDelivery(
  head: DeliveryHead,
  chunks: AsyncIterable<Buffer>,
  secret: string | undefined,
): Promise<{ kind: 'ping' | 'signed' | 'unsigned'; start: string }> {
  const hmac = createHmac('sha256', secret ?? '')
  let start = ''
  for await (const chunk of chunks) {
    hmac.update(chunk)
    start += chunk.toString('latin1', 0, START_BYTES - start.length)
  }
  if (isShortForm(head) && /^webhook_id=\d{1,18}$/.test(start)) return { kind: 'ping', start }
  const given = Buffer.from(head.signature, 'base64')
  const expected = hmac.digest()
  const isRight = given.length === expected.length && timingSafeEqual(given, expected)
  return { kind: secret !== undefined && isRight ? 'signed' : 'unsigned', start }
}

/** Sent unsigned when a webhook is created or changed. */
const isShortForm = ({ contentType, length }: DeliveryHead): boolean =>
  /^application\/x-www-form-urlencoded\b/i.test(contentType) && length < 64

/** `start`: the beginning of the body. The signature does not cover headers, so a hint may only trigger a read. */
export function hintOf(topic: string, start: string): WebhookHint | undefined {
  const known = WEBHOOK_TOPICS.find((one) => one === topic)
  if (!known) return undefined
  const id = idIn(start)
  if (id === undefined) return undefined
  return { topic: known, resource: resourceOf(known), id }
}

const resourceOf = (topic: WebhookTopic): WebhookResource =>
  RESOURCES.find((resource) => topic.startsWith(`${resource}.`)) ?? 'order'

/** A deleted record's id is text where a plug-in deleted it by one. */
function idIn(start: string): number | undefined {
  const id = Number(/^\s*\{\s*"id"\s*:\s*("?)(\d+)\1\s*[,}]/.exec(start)?.[2])
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}
