import type { FastifyInstance } from 'fastify'
import type { Month } from '#contract/month.ts'
import type { Access, Permission } from '#contract/permissions.ts'
import type { Scope } from '#server/store/sql.ts'
import type { Reads, Store } from '#server/store/store.ts'
import type { LoadLimits } from './load-limits.ts'
import type { CachedResponse, ResponseCache } from './response-cache.ts'
import type { SingleFlight } from './single-flight.ts'

/** Version and time of change per name of data_versions: a month, 'dimensions', 'accounts', 'sign-ins', 'settings'. */
export type Versions = ReadonlyMap<string, { readonly version: number; readonly updated_at: string }>

export interface App {
  readonly server: FastifyInstance
  /** Version of the product. */
  readonly version: string
  readonly store: Reads
  readonly timeZone: string
  readonly responses: ResponseCache
  /** Responses that are being computed. */
  readonly pending: SingleFlight<CachedResponse>
  readonly limits: LoadLimits
  /**
   * Read once per request, before its queries, so a response is never newer than its ETag. With `isCurrent`, they include
   * what other servers changed milliseconds ago.
   */
  versions(isCurrent?: boolean): Promise<Versions>
  /** The latest month whose data is processed (show_max_month), else the calendar month before the present one. */
  latestMonth(): Promise<Month>
  /** Throws a 401 for a wrong, expired or revoked token. */
  authenticate(token: string, versions: Versions, use?: TokenUse): Promise<Principal>
  /** For long work: its signal aborts when access is lost; `versions` are those of the request. */
  watchAccess(principal: Principal, versions: Versions): AccessWatch
  now(): Date
}

/** For accounts, settings, jobs and the connection, which belong to no distributor: the whole store. */
export interface AdminApp extends App {
  readonly store: Store
}

export interface AccessWatch {
  /** Aborts within a second after the caller signed out, was revoked, or may see something else. */
  readonly signal: AbortSignal
  stop(): void
}

export interface TokenUse {
  /** Accepts a token that has just been replaced. */
  readonly renews?: true | undefined
  /** IP address of the client; recorded as the last use of the session. */
  readonly address: string
}

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal
    versions: Versions
  }
}

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
  /** An administrator chose the password: until it is changed, only calls about the caller's own account are allowed. */
  readonly mustChangePassword: boolean
  /**
   * The role requires a second factor that the account lacks: until it is set up, only calls about the caller's own account
   * are allowed.
   */
  readonly mustSetUpSecondFactor: boolean
  /** When the password was last typed in this session, in milliseconds since 1970. */
  readonly confirmedAt: number
}

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
  access === 'public' || (access === 'session' ? principal.userId > 0 : principal.permissions.has(access))

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
