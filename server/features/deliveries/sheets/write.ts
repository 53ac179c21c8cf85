// Writes Fichas for distributors: a row, a message and an audit entry each, in the transaction that causes them.
import type { Month } from '#contract/month.ts'
import { audit } from '#server/http/audit.ts'
import type { Principal } from '#server/http/principal.ts'
import { enqueue } from '#server/outbox/enqueue.ts'
import { utcText } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import type { SheetContent } from './report.ts'
import { insertSheet, type Recipient, sheetKey } from './store.ts'

export interface Sending {
  readonly sender: Pick<Principal, 'userId' | 'email'>
  readonly scheduleId: number | null
  readonly month: Month
  /** Of the month with another one, as on screen. */
  readonly comparison: Pick<SheetContent, 'compare' | 'days'>
  readonly withNames: boolean
  /** The moment that the Fichas speak of. */
  readonly at: Date
}

export async function writeSheets(
  tx: Queries,
  recipients: readonly Recipient[],
  sending: Sending,
  now: Date,
): Promise<void> {
  const { sender, scheduleId, month, withNames } = sending
  for (const recipient of recipients) {
    const { dist_id, email } = recipient
    const sheet = { scheduleId, userId: sender.userId, distId: dist_id, month, email, withNames }
    const id = await insertSheet(tx, sheet, now)
    await enqueueSheet(tx, sheetKey(id), contentOf(sending, dist_id, id), now)
    const after = { email, month, with_names: withNames }
    await audit(tx, sender, { action: 'sheet.send', subject: subjectOf(recipient), after }, now)
  }
}

/** A distributor in the audit trail. */
export const subjectOf = ({ dist_name, dist_id }: Recipient): string => `${dist_name} (${dist_id})`

export const contentOf = (
  { sender, month, comparison, withNames, at }: Sending,
  dist_id: string,
  mail: number | null,
): SheetContent => ({
  ...{ mail, sender: sender.userId, dist_id, month, ...comparison, with_names: withNames, at: utcText(at) },
})

/** The orders of a month may be read days after its end. */
const LIFETIME_HOURS = 7 * 24

export const enqueueSheet = (tx: Queries, key: string, content: SheetContent, now: Date) =>
  enqueue(tx, { channel: 'sheet', topic: 'sheet', key, content, hours: LIFETIME_HOURS }, now)
