// Whether a report, a Ficha or the mail that it became is still wanted, asked before each attempt to send it.
import { foldedEmail } from '#server/domain/folded.ts'
import { SendError } from '#server/outbox/send-error.ts'
import type { Queries } from '#server/store/store.ts'
import { type StoredSheet, sheetById } from './sheets/store.ts'
import { SHEET_MAIL_TEXT } from './sheets/text.ts'
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

/** Throws a SendError once the distributor has another address: the old one may be wrong. */
export function assertSameAddress({ email, address }: StoredSheet): void {
  if (foldedEmail(email) !== foldedEmail(address))
    throw new SendError('permanent', SHEET_MAIL_TEXT.otherAddress)
}

/** See `enqueueReport` and `sheetKey`. */
const DELIVERED = /^delivery:(\d+):(test:)?.+:(\d+):mail$/
const SHEET = /^sheet:(\d+):mail$/

/** The same for a mail; others are always wanted. */
export async function assertWanted(queries: Read, dedupeKey: string): Promise<void> {
  const [, id, test, userId] = DELIVERED.exec(dedupeKey) ?? []
  if (id)
    await wantedDelivery(queries, { id: Number(id), userId: Number(userId), isTest: test !== undefined })
  const [, sheetId] = SHEET.exec(dedupeKey) ?? []
  const sheet = sheetId && (await sheetById(queries, Number(sheetId)))
  if (sheet) assertSameAddress(sheet)
}
