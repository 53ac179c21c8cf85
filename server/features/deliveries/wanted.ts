// Whether a report or the mail that it became is still wanted, asked before each attempt to send it.
import { SendError } from '#server/outbox/send-error.ts'
import type { Queries } from '#server/store/store.ts'
import { type Delivery, deliveryById, isSubscribed } from './store.ts'
import { DELIVERY_TEXT } from './text.ts'

type Read = Pick<Queries, 'one'>

interface Wanted {
  readonly id: number
  readonly userId: number
  /** Goes to the owner, who need not be a recipient. */
  readonly isTest: boolean
}

/** Throws a SendError once the delivery is deleted or its reader receives it no more. */
export async function wantedDelivery(queries: Read, { id, userId, isTest }: Wanted): Promise<Delivery> {
  const delivery = await deliveryById(queries, id)
  if (!delivery) throw new SendError('dropped', DELIVERY_TEXT.gone)
  if (!isTest && !(await isSubscribed(queries, id, userId)))
    throw new SendError('dropped', DELIVERY_TEXT.unsubscribed)
  return delivery
}

/** See `enqueueReport`. */
const MAIL = /^delivery:(\d+):(test:)?.+:(\d+):mail$/

/** The same for a mail; others are always wanted. */
export async function assertWanted(queries: Read, dedupeKey: string): Promise<void> {
  const [, id, test, userId] = MAIL.exec(dedupeKey) ?? []
  if (id === undefined) return
  await wantedDelivery(queries, { id: Number(id), userId: Number(userId), isTest: test !== undefined })
}
