import type { FastifyInstance } from 'fastify'
import type { Month } from '#contract/month.ts'
import type { Reads, Store } from '#server/store/store.ts'
import type { Versions } from './data-versions.ts'
import type { Exports } from './export/outcomes.ts'
import type { LoadLimits } from './load-limits.ts'
import type { ScreenReports, TableCalls } from './mailed.ts'
import type { Principal } from './principal.ts'
import type { CachedResponse, ResponseCache } from './response-cache.ts'
import type { SingleFlight } from './single-flight.ts'

export type { Versions }

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
  readonly exports: Exports
  /** Calls whose tables mails can hold. */
  readonly tables: TableCalls
  /** Screens that mails can hold and that are more than one table. */
  readonly screenReports: ScreenReports
  /**
   * Read once per request, before its queries, so a response is never newer than its ETag. With `isCurrent`, they include
   * what other servers changed milliseconds ago.
   */
  versions(isCurrent?: boolean): Promise<Versions>
  /** The latest month whose data is processed (show_max_month), else the calendar month before the present one. */
  latestMonth(): Promise<Month>
  /** The moment up to which the orders of the connected shop are known; undefined without one, or before its first poll. */
  shopReadUntil(): Promise<Date | undefined>
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
    /** Aborts when the caller leaves before the end of the response. */
    callerLeft: AbortSignal
  }
}
