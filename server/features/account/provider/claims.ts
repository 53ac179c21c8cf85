// What the claims of a person say: profile, role and distributors.
import { foldEmail } from '../accounts.ts'
import type { ProviderClaims } from './client.ts'
import type { StoredProvider } from './settings.ts'

export const textsOf = (claim: unknown): string[] =>
  (Array.isArray(claim) ? claim : [claim]).flatMap((value) =>
    typeof value === 'string' || typeof value === 'number' ? [String(value)] : [],
  )

export interface Profile {
  /** '': not told. */
  readonly email: string
  /** The provider has verified the e-mail. */
  readonly email_proven: boolean
  /** '': not told. */
  readonly name: string
}

export function profileOf(claims: ProviderClaims): Profile {
  const [text = ''] = textsOf(claims.email)
  const email = foldEmail(text)
  const [name = ''] = textsOf(claims.name)
  return {
    email,
    email_proven: email !== '' && claims.email_verified === true,
    name: name.trim().slice(0, 255),
  }
}

/** Name of the role of the first mapping that the claims satisfy. */
export const mappedRole = (
  { role_claim, roles }: StoredProvider,
  claims: ProviderClaims,
): string | undefined => {
  const held = textsOf(claims[role_claim])
  return roles.find(({ value }) => held.includes(value))?.role
}

/** Null: the distributors of the role. */
export function mappedDistributors(
  { distributors_claim }: StoredProvider,
  claims: ProviderClaims,
): string[] | null {
  if (distributors_claim === '') return null
  const ids = textsOf(claims[distributors_claim])
  return ids.includes('*') ? null : ids
}
