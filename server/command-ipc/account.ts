import { z } from 'zod'
import { SUPER_ADMIN } from '#contract/permissions.ts'
import { accountByEmail, assignRole, changePassword, createAccount } from '../features/account/accounts.ts'
import type { CommandDeps, Output } from './deps.ts'

/** Carries the hash: the password stays in the terminal's process. */
export const adminAccountSchema = z.object({
  email: z.email().max(255),
  name: z.string().min(1).max(255),
  hash: z.string().startsWith('$argon2id$'),
})

export async function saveAdminAccount(
  { email, name, hash }: z.output<typeof adminAccountSchema>,
  { store, now }: Pick<CommandDeps, 'store' | 'now'>,
  { say }: Output,
): Promise<void> {
  const created = await store.transaction(async (tx) => {
    const account = await accountByEmail(tx, email)
    if (!account) return createAccount(tx, { email, name, role: SUPER_ADMIN, hash }, now())
    await changePassword(tx, account.user_id, hash, now())
    await assignRole(tx, account.user_id, SUPER_ADMIN)
    return false
  })
  say(created ? `La cuenta ${email} está creada.` : `La cuenta ${email} tiene una contraseña nueva.`)
}
