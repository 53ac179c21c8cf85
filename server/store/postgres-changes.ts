// Counts the changes of the data versions that this process has heard of, so that cached responses need no query.
import { Socket } from 'node:net'
import pg, { type ClientConfig } from 'pg'
import { drop } from './postgres-silence.ts'

/** The trigger of data_versions sends a notification at each commit. */
const CHANNEL = 'gondola_versions'

/** A connection may be dead unnoticed: after this time without an answer, changes may have been missed. */
const TRUSTED_MS = 1000
const ANSWER_MS = 5000

export interface Changes {
  /** Grows with each change; undefined while some may have been missed. */
  count(): number | undefined
  /** Called after each write of this process, which must not wait for its own notification. */
  add(): void
  close(): Promise<void>
}

/** Connects on first use, and again after a lost connection. */
export function changesAt(config: ClientConfig): Changes {
  let heard = 0
  let listener: pg.Client | undefined
  let answeredAt = Number.NEGATIVE_INFINITY
  let nextAt = Number.NEGATIVE_INFINITY
  let running: Promise<void> | undefined
  let isClosed = false

  const lose = (client: pg.Client) => {
    if (listener === client) listener = undefined
    drop(client)
  }
  /** Notifications of everything committed before the question arrive before its answer. */
  const ask = async (client: pg.Client, question: string) => {
    const askedAt = performance.now()
    await client.query(question)
    answeredAt = askedAt
  }
  const listen = async (client: pg.Client) => {
    client.on('error', () => lose(client))
    client.on('notification', () => {
      heard++
    })
    await client.connect()
    await ask(client, `listen ${CHANNEL}`)
    heard++
    listener = client
  }
  const renew = async () => {
    const client = listener ?? new pg.Client({ ...config, ...OPTIONS })
    await (listener ? ask(client, 'select 1') : listen(client)).catch(() => lose(client))
  }

  return {
    count() {
      const now = performance.now()
      if (!isClosed && !running && now >= nextAt) {
        nextAt = now + TRUSTED_MS / 2
        // The address may name files of certificates, which are read again and may be missing for a moment.
        running = renew()
          .catch(() => {})
          .finally(() => {
            running = undefined
          })
      }
      return listener && now - answeredAt <= TRUSTED_MS ? heard : undefined
    },
    add() {
      heard++
    },
    async close() {
      isClosed = true
      await running
      if (listener) lose(listener)
    },
  }
}

const OPTIONS = {
  application_name: 'gondola-changes',
  connectionTimeoutMillis: ANSWER_MS,
  query_timeout: ANSWER_MS,
  // Does not keep the process alive.
  stream: () => new Socket().unref(),
}
