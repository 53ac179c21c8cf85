// The outbox of the application: its transports, and the key that seals secrets while they wait.
import type { FastifyBaseLogger } from 'fastify'
import { ownerReader } from './features/account/owner.ts'
import type { Mailbox } from './features/account/password-reset.ts'
import type { Sealing } from './features/account/session-secret.ts'
import { permissionFingerprint } from './http/principal.ts'
import type { Mailer } from './outbox/mail.ts'
import { mailTransport } from './outbox/mail-transport.ts'
import { type OutboxWorker, openWorker } from './outbox/worker.ts'
import type { Store } from './store/store.ts'

export interface Outbox extends OutboxWorker, Mailbox {}

interface OutboxOptions {
  readonly store: Store
  readonly now: () => Date
  readonly log: FastifyBaseLogger
  readonly mail: Mailer | undefined
  /** Undefined for servers that share a database but no key. */
  readonly sealing: Sealing | undefined
}

const PURPOSE = 'outbox'

export function openOutbox({ store, now, log, mail, sealing }: OutboxOptions): Outbox {
  const ownerOf = ownerReader(store)
  const rightsOf = async (userId: number) => {
    const owner = await ownerOf(userId)
    return owner && permissionFingerprint(owner)
  }
  const worker = openWorker({
    store,
    now,
    transports: { ...(mail && { mail: mailTransport({ store, mail, rightsOf }) }) },
    unseal: sealing && ((text) => sealing.open(PURPOSE, text)),
    onAttempt: (attempt) => log.info(attempt, 'outbox attempt'),
    onError: (error) => log.error(error, 'outbox'),
  })
  return { ...worker, seal: sealing && ((text) => sealing.seal(PURPOSE, text)) }
}
