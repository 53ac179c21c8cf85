// Settings of the OpenID Connect provider, in the store; the client secret is sealed.
import { z } from 'zod'
import type { ProviderSettings } from '#contract/provider.ts'
import { saveProvider } from '#contract/provider.ts'
import { readSetting, writeSetting } from '#server/store/settings.ts'
import type { Queries } from '#server/store/store.ts'
import { foldEmail } from '../accounts.ts'
import type { Sealing } from '../session-secret.ts'
import type { ProviderClient } from './client.ts'

const OPTION = 'identity_provider'
export const SECRET_PURPOSE = 'client secret'

const stored = saveProvider.body.omit({ client_secret: true, revision: true }).extend({ secret: z.string() })

export type StoredProvider = ProviderSettings & {
  /** Sealed; '' for none. */
  readonly secret: string
}

export async function readProvider(queries: Queries): Promise<StoredProvider | undefined> {
  const value = await readSetting(queries, OPTION)
  return value === undefined ? undefined : stored.parse(value)
}

/** The provider that is in use. */
export async function activeProvider(queries: Queries): Promise<StoredProvider | undefined> {
  const provider = await readProvider(queries)
  return provider?.enabled ? provider : undefined
}

export const writeProvider = (tx: Queries, provider: StoredProvider): Promise<void> =>
  writeSetting(tx, OPTION, provider)

/** Whether a group of the provider gives the role, also while the provider is switched off. */
export const isMappedRole = async (tx: Queries, name: string): Promise<boolean> =>
  (await readProvider(tx))?.roles.some(({ role }) => role === name) ?? false

/** The groups of the provider keep the role that they give when it is renamed. */
export async function renameMappedRole(tx: Queries, from: string, to: string): Promise<void> {
  const provider = await readProvider(tx)
  if (from === to || !provider?.roles.some(({ role }) => role === from)) return
  const roles = provider.roles.map((one) => (one.role === from ? { ...one, role: to } : one))
  await writeProvider(tx, { ...provider, roles })
}

/** Whether this account may sign in with a password or passkey. */
export async function isLocalOpen(queries: Queries, email: string): Promise<boolean> {
  const provider = await activeProvider(queries)
  return !provider || provider.local || foldEmail(provider.emergency_email) === email
}

/** Includes the decrypted secret; a secret that cannot be decrypted counts as missing. */
export const clientOf = (
  { issuer, client_id, client_auth, secret }: StoredProvider,
  sealing: Sealing,
): ProviderClient => ({
  issuer,
  client_id,
  client_auth,
  client_secret: secret === '' ? '' : (sealing.open(SECRET_PURPOSE, secret) ?? ''),
})
