// Sends the messages of the outbox: at once after `kick`, and every few seconds those that are due again or were left by a
// dead server.
import { randomUUID } from 'node:crypto'
import type { Queries, Store } from '#server/store/store.ts'
import type { Channel } from './enqueue.ts'
import {
  type ClaimedMessage,
  claim,
  type Ending,
  end,
  type FailedMessage,
  LEASE_S,
  renew,
  sweep,
} from './messages.ts'
import { SendError } from './send-error.ts'
import { OUTBOX_TEXT } from './text.ts'

export interface Message extends Omit<ClaimedMessage, 'lease'> {
  /** The content as JSON text, decrypted. */
  readonly content: string
}

/** Throws a SendError. The returned function runs in the transaction that records the success. */
export type Transport = (
  message: Message,
) => Promise<{ readonly also?: (tx: Queries) => Promise<void> } | undefined>

export interface OutboxDeps {
  readonly store: Store
  readonly now: () => Date
  /** Undefined for content that was encrypted with another key. */
  readonly unseal?: ((sealed: string) => string | undefined) | undefined
  /** Without addresses or content. */
  readonly onAttempt?: (attempt: AttemptLog) => void
  readonly onError?: (error: unknown) => void
}

type Transports = ReadonlyMap<Channel, Transport>

export type FailedHook = (tx: Queries, message: FailedMessage) => Promise<void>

export interface AttemptLog {
  readonly message: number
  readonly channel: Channel
  readonly topic: string
  readonly attempt: number
  readonly outcome: Ending['outcome']
}

export interface OutboxWorker {
  /** Sends the messages of a channel from now on. */
  serve(channel: Channel, transport: Transport): void
  /** Runs before each poll of the outbox, and may fill it. */
  before(fill: () => Promise<void>): void
  /** Runs in the transaction that gives a message up. */
  onFailed(told: FailedHook): void
  /** Sends what is due now; call it after the transaction that enqueued. */
  kick(): void
  /** Polls every few seconds from now on. */
  start(): void
  /** Resolves when nothing is due any more. */
  settled(): Promise<void>
  /** Stops after the current attempts, or after ten seconds. */
  stop(): Promise<void>
}

/** Attempts at the same time, per server. */
const PARALLEL = 4
const POLL_MS = 5000
const BEAT_MS = (LEASE_S * 1000) / 5
const SWEEP_MS = 60_000
const STOP_MS = 10_000
const FIRST_PAUSE_S = 30
const LONGEST_PAUSE_S = 3600

/** Exponential backoff with jitter; `random` from 0 to 1. */
export function pauseAfter(attempt: number, random: number): number {
  const longest = Math.min(FIRST_PAUSE_S * 2 ** (attempt - 1), LONGEST_PAUSE_S)
  return longest / 2 + (random * longest) / 2
}

export function openWorker(deps: OutboxDeps): OutboxWorker {
  const { store, now, onError = () => {} } = deps
  const transports = new Map<Channel, Transport>()
  const hooks: FailedHook[] = []
  const failed: FailedHook = async (tx, message) => {
    for (const hook of hooks) await hook(tx, message)
  }
  const lanes = openLanes(deps, transports, failed)
  const fills: (() => Promise<void>)[] = []
  let timer: NodeJS.Timeout | undefined
  let sweptAt = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | undefined
  let again = false
  let stopping = false

  async function look(): Promise<void> {
    if (now().getTime() - sweptAt >= SWEEP_MS) {
      sweptAt = now().getTime()
      await sweep(store, now(), OUTBOX_TEXT.expired, failed)
    }
    for (const fill of fills) await fill()
    lanes.widen()
  }

  /** A kick during a poll repeats it, since the poll may have missed what was just written. */
  async function lookUntilQuiet(): Promise<void> {
    do {
      again = false
      await look().catch(onError)
    } while (again && !stopping)
    looking = undefined
  }

  function kick(): void {
    again = true
    if (!stopping) looking ??= lookUntilQuiet()
  }

  async function settled(): Promise<void> {
    while (looking || lanes.busy().length > 0) await Promise.all([looking, ...lanes.busy()])
  }

  return {
    serve: (channel, transport) => void transports.set(channel, transport),
    before: (fill) => void fills.push(fill),
    onFailed: (hook) => void hooks.push(hook),
    kick,
    settled,
    start() {
      kick()
      timer ??= setInterval(kick, POLL_MS)
      timer.unref()
    },
    async stop() {
      stopping = true
      lanes.stop()
      clearInterval(timer)
      const patience = Promise.withResolvers<void>()
      const cut = setTimeout(patience.resolve, STOP_MS)
      await Promise.race([settled(), patience.promise])
      clearTimeout(cut)
    },
  }
}

/** Each lane makes one attempt after the other, until nothing is due. */
function openLanes(deps: OutboxDeps, transports: Transports, failed: FailedHook) {
  const { store, now, onError = () => {} } = deps
  const leases = new Set<string>()
  const lanes = new Set<Promise<void>>()
  let heart: NodeJS.Timeout | undefined
  let stopping = false

  async function lane(): Promise<void> {
    while (!stopping) {
      const lease = randomUUID()
      leases.add(lease)
      try {
        const message = await claim(store, [...transports.keys()], now(), { lease, held: leases })
        if (!message) return
        beat()
        widen()
        await attempt(deps, transports, message, failed)
      } finally {
        leases.delete(lease)
      }
    }
  }

  /** Starts another lane, as long as the last one found something. */
  function widen(): void {
    if (stopping || lanes.size >= PARALLEL) return
    const running: Promise<void> = lane()
      .catch(onError)
      .finally(() => lanes.delete(running))
    lanes.add(running)
  }

  /** Runs while attempts are under way, so that an idle server writes nothing. */
  function beat(): void {
    heart ??= setInterval(() => {
      if (leases.size > 0) return void renew(store, [...leases]).catch(onError)
      clearInterval(heart)
      heart = undefined
    }, BEAT_MS)
    heart.unref()
  }

  return {
    widen,
    busy: () => [...lanes],
    stop() {
      stopping = true
    },
  }
}

async function attempt(
  deps: OutboxDeps,
  transports: Transports,
  message: ClaimedMessage,
  failed: FailedHook,
): Promise<void> {
  const found = await endingOf(deps, transports, message)
  const { reason } = found
  const ending: Ending =
    found.outcome === 'failed' ? { ...found, also: (tx) => failed(tx, { ...message, reason }) } : found
  const { message_id, channel, topic, attempts } = message
  deps.onAttempt?.({ message: message_id, channel, topic, attempt: attempts, outcome: ending.outcome })
  await end(deps.store, message, ending, deps.now())
}

async function endingOf(deps: OutboxDeps, transports: Transports, message: ClaimedMessage): Promise<Ending> {
  const { now, unseal } = deps
  try {
    const content = message.content.startsWith('{') ? message.content : unseal?.(message.content)
    if (content === undefined) throw new SendError('permanent', OUTBOX_TEXT.unreadable)
    const result = await transports.get(message.channel)?.({ ...message, content })
    return { outcome: 'sent', reason: '', also: result?.also }
  } catch (error) {
    if (!(error instanceof SendError)) deps.onError?.(error)
    const reason = error instanceof SendError ? error.message : OUTBOX_TEXT.broken
    const kind = error instanceof SendError ? error.kind : 'temporary'
    if (kind !== 'temporary') return { outcome: kind === 'dropped' ? 'dropped' : 'failed', reason }
    const asked = error instanceof SendError ? Math.min(error.retryAfter, LONGEST_PAUSE_S) : 0
    const pause = Math.max(pauseAfter(message.attempts, Math.random()), asked)
    return { outcome: 'retry', reason, due: new Date(now().getTime() + pause * 1000) }
  }
}
