// What becomes of exported files: a cut one leaves a log line, a count and an entry of the audit trail.
import { tmpdir } from 'node:os'
import type { FastifyRequest } from 'fastify'
import { audit, auditedChange } from '#server/store/audit.ts'
import { StoreError } from '#server/store/errors.ts'
import type { Store } from '#server/store/store.ts'
import { HttpError } from '../errors.ts'
import { safeError } from '../logging.ts'
import { signedIn } from '../principal.ts'

/** A file that did not arrive. */
export interface Cut {
  /** '' if the list failed before its file had a name. */
  readonly name: string
  /** The connection ended, the caller lost access, or the file could not be written or read. */
  readonly cause: 'connection' | 'access' | 'failure'
  /** Size of a file whose transfer had begun. */
  readonly bytes?: number
  readonly error?: unknown
}

export type ExportResult = 'sent' | Cut['cause']

export interface Exports {
  /** Holds files while they are sent. */
  readonly folder: string
  readonly counts: Readonly<Record<ExportResult, number>>
  ended(request: FastifyRequest, cut?: Cut): void
}

export function openExports(store: Store, now: () => Date, folder: string = tmpdir()): Exports {
  const counts = { sent: 0, connection: 0, access: 0, failure: 0 }
  return {
    folder,
    counts,
    ended(request, cut) {
      if (cut && isRefusal(cut)) return
      counts[cut?.cause ?? 'sent']++
      if (!cut) return
      const { name, cause, bytes = 0, error } = cut
      const subject = name || (request.routeOptions.url ?? '')
      const failure = error === undefined ? {} : { failure: safeError(error) }
      const by = signedIn(request.principal)
      request.log.warn({ userId: by.userId, file: subject, cause, bytes, ...failure }, 'export cut')
      const change = { action: 'export.cut' as const, subject, after: { cause, bytes } }
      auditedChange(store, (tx) => audit(tx, by, change, now())).catch((reason: unknown) =>
        request.log.warn({ failure: safeError(reason) }, 'cut export could not be audited'),
      )
    },
  }
}

/** No file was begun: the call was wrong, or the server has too much to do. */
const isRefusal = ({ cause, error }: Cut) =>
  cause === 'failure' &&
  (error instanceof HttpError || (error instanceof StoreError && error.code === 'overloaded'))
