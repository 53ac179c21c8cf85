// Evaluates the alerts of this installation, in the name of accounts and as far as the shop's orders are known.
import type { FastifyBaseLogger } from 'fastify'
import type { EvaluationDeps } from '#server/alerts/evaluate.ts'
import { type AlertWatcher, alertWatcher } from '#server/alerts/watcher.ts'
import { lastPoll } from '#server/domain/shop-reading.ts'
import { ownerReader } from '#server/features/account/principals.ts'
import { permissionFingerprint } from '#server/http/principal.ts'
import type { Jobs } from '#server/ingest/jobs/jobs.ts'

interface AlertParts {
  readonly jobs: Jobs
  readonly isConnected: () => Promise<boolean>
  readonly log: FastifyBaseLogger
}

export function openAlerts(
  deps: Omit<EvaluationDeps, 'knownUntil' | 'isConnected' | 'followerOf' | 'onError'>,
  { jobs, isConnected, log }: AlertParts,
): AlertWatcher {
  const ownerOf = ownerReader(deps.store)
  return alertWatcher({
    ...deps,
    isConnected,
    followerOf: async (userId) => {
      const owner = await ownerOf(userId)
      return owner && { ...owner, rights: permissionFingerprint(owner) }
    },
    /** Without a connected shop until now, else until the last poll. */
    knownUntil: async () => ((await isConnected()) ? lastPoll(await jobs.states()) : deps.now()),
    onError: (error) => log.warn(error, 'alert could not be evaluated'),
  })
}
