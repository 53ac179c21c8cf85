// The outbox of the application: its transports, and the key that encrypts secrets while they wait.
import type { FastifyBaseLogger } from 'fastify'
import type { Mailbox } from '#server/features/account/password-reset.ts'
import { ownerReader } from '#server/features/account/principals.ts'
import type { Sealing } from '#server/features/account/session-secret.ts'
import { assertWanted } from '#server/features/deliveries/wanted.ts'
import { may, permissionFingerprint } from '#server/http/principal.ts'
import type { Mailer } from '#server/outbox/mail.ts'
import { mailTransport } from '#server/outbox/mail-transport.ts'
import { enqueueNotice, type Notice } from '#server/outbox/notices.ts'
import { type Keys, webhookTransport } from '#server/outbox/webhook-transport.ts'
import { type OutboxWorker, openWorker } from '#server/outbox/worker.ts'
import type { Queries, Store } from '#server/store/store.ts'

export interface Outbox extends OutboxWorker, Mailbox {
  /** Enqueues a notice for mail and webhooks as its reader chose; call it in the transaction that records the notice. */
  notify(tx: Queries, notice: Notice): Promise<void>
}

interface OutboxOptions {
  readonly store: Store
  readonly mail?: Mailer
  /** Base URL of links. */
  readonly publicUrl?: string
}

interface OutboxParts {
  readonly now: () => Date
  readonly log: FastifyBaseLogger
  /** Undefined for servers that share a database but no key. */
  readonly sealing: Sealing | undefined
  /** Encrypts addresses of webhooks, like the keys of the shop. */
  readonly keys: Keys
}

const PURPOSE = 'outbox'

export function openOutbox(
  { store, mail, publicUrl = '' }: OutboxOptions,
  { now, log, sealing, keys }: OutboxParts,
): Outbox {
  const ownerOf = ownerReader(store)
  const rightsOf = async (userId: number) => {
    const owner = await ownerOf(userId)
    return owner && permissionFingerprint(owner)
  }
  const mayReceive = async (userId: number) => {
    const owner = await ownerOf(userId)
    return owner !== undefined && may(owner, 'export')
  }
  const worker = openWorker({
    store,
    now,
    unseal: sealing && ((text) => sealing.open(PURPOSE, text)),
    onAttempt: (attempt) => log.info(attempt, 'outbox attempt'),
    onError: (error) => log.error(error, 'outbox could not be processed'),
  })
  if (mail) {
    const wanted = (dedupeKey: string) => assertWanted(store, dedupeKey)
    worker.serve('mail', mailTransport({ store, mail, rightsOf, assertWanted: wanted }))
  }
  worker.serve('webhook', webhookTransport({ store, keys, now, mayReceive, rightsOf }))
  return {
    ...worker,
    seal: sealing && ((text) => sealing.seal(PURPOSE, text)),
    notify: (tx, notice) => enqueueNotice(tx, notice, { publicUrl, now: now() }),
  }
}
