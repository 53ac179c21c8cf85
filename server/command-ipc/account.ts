// `gondola user`, done by whoever has the database. May import everything on the server's side.
import { z } from 'zod'
import { SUPER_ADMIN } from '#contract/permissions.ts'
import { accountByEmail, changePassword, createAccount, giveRole } from '../features/account/accounts.ts'
import type { Store } from '../store/store.ts'

/** A password never leaves the command that made it. */
export const newAccountSchema = z.object({
  email: z.email().max(255),
  name: z.string().min(1).max(255),
  hash: z.string().startsWith('$argon2id$'),
})

/** A superAdmin with this password, whether the account was there or not. */
export async function keepAccount(
  { email, name, hash }: z.output<typeof newAccountSchema>,
  { store, now }: { readonly store: Store; readonly now: () => Date },
  { say }: { say(line: string): void },
): Promise<void> {
  const made = await store.transaction(async (tx) => {
    const account = await accountByEmail(tx, email)
    if (!account) return createAccount(tx, { email, name, role: SUPER_ADMIN, hash }, now())
    await changePassword(tx, account.user_id, hash, now())
    await giveRole(tx, account.user_id, SUPER_ADMIN)
    return false
  })
  say(made ? `La cuenta ${email} está creada.` : `La cuenta ${email} tiene una contraseña nueva.`)
}
