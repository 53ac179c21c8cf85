import { z } from 'zod'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import type { MailContent, Mailer } from './mail.ts'
import { readReach } from './outsiders.ts'
import { assertSameRights, type RightsOf } from './rights.ts'
import { SendError } from './send-error.ts'
import { OUTBOX_TEXT } from './text.ts'
import type { Transport } from './worker.ts'

interface MailTransport {
  readonly store: Store
  readonly mail: Mailer
  readonly rightsOf: RightsOf
  /** Throws a SendError for a message that nobody waits for any more. */
  readonly assertWanted?: (dedupeKey: string) => Promise<void>
}

const content: z.ZodType<MailContent> = z.object({
  to: z.string().exactOptional(),
  subject: z.string(),
  text: z.string(),
  html: z.string().exactOptional(),
  attachments: z
    .array(
      z.object({
        ...{ filename: z.string(), type: z.string(), base64: z.string() },
        cid: z.string().exactOptional(),
      }),
    )
    .exactOptional(),
  unsubscribe: z.string().exactOptional(),
  withoutFile: z.object({ text: z.string(), html: z.string() }).exactOptional(),
  rights: z.string().exactOptional(),
  outside: z.object({ sender: z.number(), rights: z.string() }).exactOptional(),
})

/** Reads the account again before each attempt: it may have been deleted or limited, or its address changed. */
export const mailTransport =
  ({ store, mail, rightsOf, assertWanted }: MailTransport): Transport =>
  async ({ user_id, message_ref, dedupe_key, content: text }) => {
    await assertWanted?.(dedupe_key)
    const { rights, outside, ...parsed } = content.parse(JSON.parse(text))
    const to = user_id === null ? parsed.to : await addressOf(store, user_id)
    if (to === undefined) throw new SendError('dropped', OUTBOX_TEXT.noAccount)
    await assertSameRights(rightsOf, user_id, rights)
    if (outside) {
      await assertSameRights(rightsOf, outside.sender, outside.rights)
      await assertReachable(store, to)
    }
    await mail({ ...parsed, to, ref: message_ref })
    return undefined
  }

async function assertReachable(store: Store, to: string): Promise<void> {
  const reach = (await readReach(store))(to)
  if (reach !== 'ready') throw new SendError('dropped', OUTBOX_TEXT.unreachable[reach])
}

async function addressOf(store: Store, userId: number): Promise<string | undefined> {
  const row = await store.one<{ email: string }>(
    sql`select email from users where user_id = ${userId} and deleted_at is null and role <> ''`,
  )
  return row?.email
}
