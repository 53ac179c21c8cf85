// The first superAdmin of a store without accounts: from the environment, else with a generated password that is shown once.
import { SUPER_ADMIN } from '#contract/permissions.ts'
import { audit, auditedChange, GONDOLA } from '#server/store/audit.ts'
import type { Store } from '#server/store/store.ts'
import { createAccount, foldEmail, hasAccounts } from './accounts.ts'
import { generatePassword, hashPassword } from './passwords.ts'

export interface FirstAdmin {
  readonly email: string
  /** Only if it was generated; it cannot be shown again. */
  readonly password?: string
}

const GENERATED_EMAIL = 'admin@gondola.local'

/** Returns undefined if there are other accounts than those in `ignored`, such as demo accounts. */
export async function ensureFirstAdmin(
  store: Store,
  configured: { email: string; password: string } | undefined,
  ignored: readonly string[] = [],
  now = new Date(),
): Promise<FirstAdmin | undefined> {
  if (await hasAccounts(store, ignored)) return undefined
  const password = configured?.password ?? generatePassword()
  const email = foldEmail(configured?.email ?? GENERATED_EMAIL)
  const account = { email, name: 'Administración', role: SUPER_ADMIN }
  const hash = await hashPassword(password)
  const isCreated = await auditedChange(store, async (tx) => {
    if (!(await createAccount(tx, { ...account, hash }, now))) return false
    await audit(tx, GONDOLA, { action: 'user.create', subject: email, after: account }, now)
    return true
  })
  // Another process that started at the same time created it first.
  if (!isCreated) return undefined
  return configured ? { email } : { email, password }
}
