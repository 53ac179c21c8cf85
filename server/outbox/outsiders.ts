// Where mails may go besides accounts: addresses and domains that a superAdmin allowed, without those that want nothing more.
import { createHash } from 'node:crypto'
import type { Reach } from '#contract/reach.ts'
import { EMAIL_PATTERN } from '#contract/vocabulary.ts'
import { foldedEmail } from '#server/domain/folded.ts'
import { insertUnless } from '#server/store/rows.ts'
import { sql, wholeShop } from '#server/store/sql.ts'
import type { Queries, Reads } from '#server/store/store.ts'

export const addressHash = (email: string): string =>
  createHash('sha256').update(foldedEmail(email)).digest('base64url')

/** '@norte.example' of 'ventas@norte.example'. */
const domainOf = (email: string): string => email.slice(email.lastIndexOf('@'))

/** Tells whether an address may get a mail; the addresses of accounts need no allowance. */
export async function readReach(store: Pick<Reads, 'all'>): Promise<(email: string) => Reach> {
  const texts = async (query: ReturnType<typeof wholeShop>) =>
    (await store.all<{ value: string }>(query)).map(({ value }) => value)
  const allowed = await texts(
    wholeShop(
      'addresses of mails',
      sql`select email_or_domain as value from mail_allowances
        union select email as value from users where deleted_at is null and role <> ''`,
    ),
  )
  const open = new Set(allowed.map(foldedEmail))
  const refused = new Set(
    await texts(wholeShop('addresses of mails', sql`select refusal_key as value from sheet_refusals`)),
  )
  return (email) => {
    const address = foldedEmail(email)
    // A text of the shop may hold several addresses, of which the last would stand for all.
    if (!EMAIL_PATTERN.test(address)) return 'missing'
    if (refused.has(addressHash(address))) return 'unsubscribed'
    return open.has(address) || open.has(domainOf(address)) ? 'ready' : 'not-allowed'
  }
}

/** Whether the address of a mail gets no more sheets. */
export const isRefused = async (queries: Queries, emailHash: string): Promise<boolean> =>
  (await queries.one(sql`select 1 as found from sheet_refusals where refusal_key = ${emailHash}`)) !==
  undefined

export async function setRefused(
  tx: Queries,
  { emailHash, refuses }: { readonly emailHash: string; readonly refuses: boolean },
  now: Date,
): Promise<void> {
  const which = sql`refusal_key = ${emailHash}`
  if (refuses) await insertUnless(tx, 'sheet_refusals', { refusal_key: emailHash, refused_at: now }, which)
  else await tx.run(sql`delete from sheet_refusals where ${which}`)
}
