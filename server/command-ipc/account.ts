// `gondola user`: creates a superAdmin, or lets one in again.
import { z } from 'zod'
import { SUPER_ADMIN } from '#contract/permissions.ts'
import { EMAIL_PATTERN } from '#contract/vocabulary.ts'
import { accountByEmail, assignRole, changePassword, createAccount } from '../features/account/accounts.ts'
import { deleteFactors } from '../features/account/second-factor/factors.ts'
import { audit, auditedChange, type Change } from '../http/audit.ts'
import { ANONYMOUS } from '../http/principal.ts'
import { type CommandDeps, type Output, TERMINAL } from './deps.ts'

/** Carries the hash: the password stays in the terminal's process. */
export const adminAccountSchema = z.object({
  email: z.email({ pattern: EMAIL_PATTERN }).max(255),
  name: z.string().min(1).max(255),
  hash: z.string().startsWith('$argon2id$'),
  resetSecondFactor: z.boolean().default(false),
})

export async function saveAdminAccount(
  { email, name, hash, resetSecondFactor }: z.output<typeof adminAccountSchema>,
  { store, now }: Pick<CommandDeps, 'store' | 'now'>,
  { say }: Output,
): Promise<void> {
  const created = await auditedChange(store, async (tx) => {
    const note = (change: Omit<Change, 'subject'>) =>
      audit(tx, { ...ANONYMOUS, email: TERMINAL }, { ...change, subject: email }, now())
    const account = await accountByEmail(tx, email)
    if (!account) {
      await createAccount(tx, { email, name, role: SUPER_ADMIN, hash }, now())
      await note({ action: 'user.create', after: { email, name, role: SUPER_ADMIN } })
      return true
    }
    await changePassword(tx, account.user_id, { hash, from: 'owner' }, now())
    await assignRole(tx, account.user_id, SUPER_ADMIN)
    const before = { role: account.role, password: 'unchanged' }
    await note({ action: 'user.update', before, after: { role: SUPER_ADMIN, password: 'changed' } })
    if (!resetSecondFactor) return false
    await deleteFactors(tx, account.user_id)
    await note({ action: 'second-factor.reset' })
    return false
  })
  say(created ? `La cuenta ${email} está creada.` : `La cuenta ${email} tiene una contraseña nueva.`)
  if (resetSecondFactor && !created) say('Entra sin segundo factor hasta que active otro.')
}
