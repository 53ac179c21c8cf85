// What the claims of a person say: profile, role and distributors. A claim that is absent says nothing.
import { entryOf } from '#contract/entry.ts'
import { isMicrosoft, type PROVIDER_FAILURES } from '#contract/provider.ts'
import { foldEmail } from '../accounts.ts'
import type { ProviderClaims } from './client.ts'
import type { StoredProvider } from './settings.ts'

export type Refusal = (typeof PROVIDER_FAILURES)[number]

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const ownValue = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined

/** The claim of this name, else of this path: `realm_access.roles`. Undefined or null: not told. */
const claimAt = (claims: ProviderClaims, name: string): unknown =>
  Object.hasOwn(claims, name) ? entryOf(claims, name) : name.split('.').reduce<unknown>(ownValue, claims)

/** Undefined: not told. */
function textsAt(claims: ProviderClaims, name: string): string[] | undefined {
  const claim = claimAt(claims, name)
  if (claim === undefined || claim === null) return undefined
  return (Array.isArray(claim) ? claim : [claim]).flatMap((value) =>
    typeof value === 'string' || typeof value === 'number' ? [String(value)] : [],
  )
}

/** Some providers send texts. Undefined: not told. */
function isVerified({ email_verified }: ProviderClaims): boolean | undefined {
  if (typeof email_verified === 'boolean') return email_verified
  const text = String(email_verified).toLowerCase()
  return text === 'true' || (text === 'false' ? false : undefined)
}

export interface Profile {
  /** '': not told. */
  readonly email: string
  /** Whether the provider has verified the e-mail; undefined: not told. */
  readonly verified: boolean | undefined
  /** '': not told. */
  readonly name: string
}

export function profileOf(
  { email_claim, trust_emails }: Pick<StoredProvider, 'email_claim' | 'trust_emails'>,
  claims: ProviderClaims,
): Profile {
  const email = emailAt(claims, email_claim)
  const [name = ''] = textsAt(claims, 'name') ?? []
  // What the provider says of `email` holds for another claim only if that holds the same.
  const told = email === emailAt(claims, 'email') ? isVerified(claims) : undefined
  return { email, verified: told ?? (trust_emails || undefined), name: name.trim().slice(0, 255) }
}

/** '': not told, or no e-mail, as a user name may be. */
function emailAt(claims: ProviderClaims, name: string): string {
  const [email = ''] = textsAt(claims, name) ?? []
  return /^[^\s@]+@[^\s@]+$/.test(email.trim()) && email.length <= 254 ? foldEmail(email) : ''
}

/** Issuer and subject by which the person is known here. */
export interface Identity {
  readonly iss: string
  readonly sub: string
}

/** At Entra `sub` changes when the application is registered anew; `oid` with `tid` stays. */
export function identityOf(
  { issuer, identified_by }: Pick<StoredProvider, 'issuer' | 'identified_by'>,
  claims: ProviderClaims,
): Identity {
  const { iss, sub, oid, tid } = claims
  const byObject = identified_by === 'oid' || (identified_by === 'auto' && isMicrosoft(issuer))
  const isTold = [oid, tid].every((id) => typeof id === 'string' && id !== '')
  return { iss, sub: byObject && isTold ? `${oid}@${tid}` : sub }
}

/** Providers write groups with a slash in front or in another case than people do. */
const groupKey = (group: string): string => group.normalize('NFC').trim().replace(/^\//, '').toLowerCase()

/** Name of the role of the first mapping that the claims satisfy, or why there is none. */
export function mappedRole(
  { role_claim, roles }: StoredProvider,
  claims: ProviderClaims,
): { role: string } | { refused: Refusal } {
  const groups = textsAt(claims, role_claim)
  if (groups === undefined) return { refused: isOverage(claims, role_claim) ? TOO_MANY : NO_GROUPS }
  const held = groups.map(groupKey)
  const role = roles.find(({ value }) => held.includes(groupKey(value)))?.role
  return role === undefined ? { refused: 'provider-no-role' } : { role }
}

const NO_GROUPS = 'provider-groups-missing'
const TOO_MANY = 'provider-groups-too-many'
const NO_DISTRIBUTORS = 'provider-distributors-missing'

/** The provider said nothing about rights, so that those of before stay. */
export const isSilent = (refused: Refusal): boolean =>
  [NO_GROUPS, TOO_MANY, NO_DISTRIBUTORS].some((silent) => silent === refused)

/** Entra names the claims that it leaves out. */
const isOverage = (claims: ProviderClaims, name: string): boolean =>
  ownValue(claims._claim_names, name) !== undefined || claims.hasgroups === true

/** Null: the distributors of the role. */
export function mappedDistributors(
  { distributors_claim }: StoredProvider,
  claims: ProviderClaims,
): { dist_ids: string[] | null } | { refused: Refusal } {
  if (distributors_claim === '') return { dist_ids: null }
  const ids = textsAt(claims, distributors_claim)
  if (ids === undefined) return { refused: NO_DISTRIBUTORS }
  if (ids.length === 0) return { refused: 'provider-no-distributors' }
  return { dist_ids: ids.includes('*') ? null : ids }
}
