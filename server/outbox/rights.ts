import { SendError } from './send-error.ts'
import { OUTBOX_TEXT } from './text.ts'

/** What an account may see now, as permissionFingerprint; undefined if nothing. */
export type RightsOf = (userId: number) => Promise<string | undefined>

/** Drops a message whose figures were read with other rights than the account has now. */
export async function assertSameRights(
  rightsOf: RightsOf,
  userId: number | null,
  rights: string | undefined,
): Promise<void> {
  if (rights === undefined || userId === null || (await rightsOf(userId)) === rights) return
  throw new SendError('dropped', OUTBOX_TEXT.otherRights)
}
