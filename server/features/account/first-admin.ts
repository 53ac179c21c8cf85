// The first superAdmin of a store without accounts: from the environment, else with a generated password told once.
import { SUPER_ADMIN } from '#contract/permissions.ts'
import type { Store } from '#server/store/store.ts'
import { addAccount, foldEmail, hasAccounts } from './accounts.ts'
import { generatePassword } from './passwords.ts'

export interface FirstAdmin {
  readonly email: string
  /** Only when it was made up here: the one time it can be told. */
  readonly password?: string
}

const GENERATED_EMAIL = 'admin@gondola.local'

/** Undefined when there are accounts already; `passing` are accounts that do not count, such as a demonstration's. */
export async function ensureFirstAdmin(
  store: Store,
  given: { email: string; password: string } | undefined,
  passing: readonly string[] = [],
  now = new Date(),
): Promise<FirstAdmin | undefined> {
  if (await hasAccounts(store, passing)) return undefined
  const password = given?.password ?? generatePassword()
  const email = foldEmail(given?.email ?? GENERATED_EMAIL)
  const account = { email, name: 'Administración', role: SUPER_ADMIN, password }
  // False: another process that starts at the same time was faster, and has told.
  if (!(await addAccount(store, account, now))) return undefined
  return given ? { email } : { email, password }
}
