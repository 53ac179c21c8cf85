import type { Access, Permission } from '#contract/permissions.ts'
import type { Scope } from '#server/store/sql.ts'

export interface Principal {
  readonly userId: number
  /** '' for an API token. */
  readonly sessionId: string
  /** Id of the API token that is used. */
  readonly apiToken?: number
  /** Number of the token in its session: that of the newest, or of the one before during a renewal. */
  readonly generation: number
  readonly email: string
  readonly name: string
  /** '' for an account without a role yet. */
  readonly role: string
  readonly permissions: ReadonlySet<Permission>
  readonly scope: Scope
  /** An administrator chose the password: until it is changed, only the calls that `settle` are allowed. */
  readonly mustChangePassword: boolean
  /**
   * The role requires a second factor that the account lacks: until it is set up, only the calls that `settle`
   * are allowed.
   */
  readonly mustSetUpSecondFactor: boolean
  /** When the password was last typed in this session, in milliseconds since 1970. */
  readonly confirmedAt: number
  /** Who looks as this account or role; absent where everybody is who they are. */
  readonly viewer?: Viewer
}

export interface Viewer {
  readonly userId: number
  readonly email: string
  readonly kind: 'user' | 'role'
  /** Milliseconds since 1970. */
  readonly since: number
  /** The account or role has changed: nothing is seen any more. */
  readonly ended: boolean
}

/** The account that signed in, also while it looks as somebody else. */
export const signedIn = (principal: Principal): Pick<Principal, 'userId' | 'email'> =>
  principal.viewer ?? principal

export const ANONYMOUS: Principal = {
  userId: 0,
  sessionId: '',
  generation: 0,
  email: '',
  name: '',
  role: '',
  permissions: new Set(),
  scope: [],
  mustChangePassword: false,
  mustSetUpSecondFactor: false,
  confirmedAt: 0,
}

export const may = (principal: Principal, access: Access): boolean =>
  access === 'public' || (access === 'session' ? principal.userId !== 0 : principal.permissions.has(access))

/** False until the account has changed a given password and set up a required second factor. */
export const isSettled = ({ mustChangePassword, mustSetUpSecondFactor }: Principal): boolean =>
  !mustChangePassword && !mustSetUpSecondFactor

const fingerprints = new WeakMap<Principal, string>()

/** What a response depends on beyond parameters and data: principals with the same fingerprint get identical bytes. */
export function permissionFingerprint(principal: Principal): string {
  const known = fingerprints.get(principal)
  if (known !== undefined) return known
  const fingerprint = JSON.stringify([
    [...principal.permissions].sort(),
    principal.scope && [...principal.scope].sort(),
  ])
  fingerprints.set(principal, fingerprint)
  return fingerprint
}
