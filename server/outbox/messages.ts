// The tables outbox and outbox_attempts. An attempt is a lease: its server renews it, and only its holder ends it.
import { sql, utc } from '#server/store/sql.ts'
import type { Queries, Store } from '#server/store/store.ts'
import type { Channel } from './enqueue.ts'

/** Seconds without renewal after which another server repeats the attempt. */
export const LEASE_S = 15
const LEASE = sql.raw(`interval '${LEASE_S} seconds'`)
const KEPT_DAYS = 90

/** Uses the database's clock, since those of servers differ. */
const CLOCK = sql`cast(now() as timestamp)`

export interface ClaimedMessage {
  readonly message_id: number
  readonly dedupe_key: string
  readonly message_ref: string
  readonly channel: Channel
  readonly topic: string
  readonly user_id: number | null
  readonly content: string
  /** From 1. */
  readonly attempts: number
  readonly created_at: string
  readonly lease: string
}

/** A message that was given up. */
export interface FailedMessage {
  readonly dedupe_key: string
  readonly topic: string
  readonly user_id: number | null
  readonly reason: string
}

export interface Ending {
  readonly outcome: 'sent' | 'retry' | 'failed' | 'dropped'
  readonly reason: string
  /** Time of the next attempt. */
  readonly due?: Date
  /** Runs in the transaction that ends the attempt. */
  readonly also?: ((tx: Queries) => Promise<void>) | undefined
}

const IS_FREE = sql`(lease = '' or leased_at not between ${CLOCK} - ${LEASE} and ${CLOCK} + ${LEASE})`

/** The lease of a new attempt, and those of this process that are held, with it. */
interface Leases {
  readonly lease: string
  readonly held: ReadonlySet<string>
}

/**
 * Starts an attempt of the message that has been due for longest; undefined if none is. An embedded database has one process: what
 * it does not hold was left by one that died, or by an attempt whose end could not be written.
 */
export async function claim(store: Store, channels: readonly Channel[], now: Date, { lease, held }: Leases) {
  const skip = store.engine === 'postgres' ? sql`for update skip locked` : sql.empty
  // Read anew in the transaction: another attempt may have begun since.
  const next = () => sql`
    select message_id from outbox
    where state = 'waiting' and due_at <= ${utc(now)} and expires_at > ${utc(now)} and channel in (${channels})
      and ${store.engine === 'postgres' ? IS_FREE : sql`lease not in (${[...held]})`}
    order by due_at, message_id limit 1`
  // An idle outbox must not wait behind the writes of an import.
  if (!(await store.one(next()))) return undefined
  return store.transaction(async (tx) => {
    const due = await tx.one<{ message_id: number }>(sql`${next()} ${skip}`)
    if (!due) return undefined
    await tx.run(sql`
      update outbox set lease = ${lease}, leased_at = ${CLOCK}, attempts = attempts + 1
      where message_id = ${due.message_id}`)
    await tx.run(sql`
      insert into outbox_attempts (message_id, attempt, started_at, ended_at, outcome, reason)
      select message_id, attempts, ${utc(now)}, cast(null as timestamp), '', '' from outbox
      where message_id = ${due.message_id}`)
    return tx.one<ClaimedMessage>(sql`
      select message_id, dedupe_key, message_ref, channel, topic, user_id, content, attempts, created_at, lease
      from outbox where message_id = ${due.message_id}`)
  })
}

export interface Backlog {
  readonly channel: Channel
  readonly waiting: number
  /** When the oldest message was written and so became due: UTC, 'YYYY-MM-DD HH:MM:SS'. */
  readonly since: string
}

/** Channels with waiting messages. */
export const backlogs = (store: Store): Promise<Backlog[]> =>
  store.all<Backlog>(sql`
    select channel, count(*) as waiting, min(created_at) as since from outbox where state = 'waiting' group by channel`)

export const renew = (store: Store, leases: readonly string[]): Promise<number> =>
  store.run(sql`update outbox set leased_at = ${CLOCK} where lease in (${leases})`)

/** False if another server has taken the attempt over; then nothing is written. */
export function end(store: Store, message: ClaimedMessage, ending: Ending, now: Date): Promise<boolean> {
  const { message_id, lease, attempts } = message
  const { outcome, reason, due = now, also } = ending
  const change =
    outcome === 'retry'
      ? sql`due_at = ${utc(due)}`
      : sql`state = ${outcome}, content = '', ended_at = ${utc(now)}`
  return store.transaction(async (tx) => {
    const held = await tx.run(sql`
      update outbox set lease = '', leased_at = null, reason = ${reason}, ${change}
      where message_id = ${message_id} and lease = ${lease}`)
    if (held === 0) return false
    await tx.run(sql`
      update outbox_attempts set ended_at = ${utc(now)}, outcome = ${outcome}, reason = ${reason}
      where message_id = ${message_id} and attempt = ${attempts}`)
    await also?.(tx)
    return true
  })
}

/** Expires messages, for which `failed` runs in the same transaction, and deletes those that ended long ago. */
export async function sweep(
  store: Store,
  now: Date,
  reason: string,
  failed: (tx: Queries, message: FailedMessage) => Promise<void>,
): Promise<void> {
  const old = utc(new Date(now.getTime() - KEPT_DAYS * 86_400_000))
  const expired = sql`state = 'waiting' and expires_at <= ${utc(now)}`
  const stale = await store.one(
    sql`select 1 as found from outbox where (${expired}) or ended_at < ${old} limit 1`,
  )
  if (!stale) return
  await store.transaction(async (tx) => {
    const ending = await tx.all<FailedMessage>(sql`
      select dedupe_key, topic, user_id, case when reason = '' then ${reason} else reason end as reason
      from outbox where ${expired} order by message_id`)
    await tx.run(sql`
      update outbox set state = 'failed', content = '', ended_at = ${utc(now)}, lease = '',
        reason = case when reason = '' then ${reason} else reason end
      where ${expired}`)
    for (const message of ending) await failed(tx, message)
    await tx.run(sql`
      delete from outbox_attempts where message_id in (select message_id from outbox where ended_at < ${old})`)
    await tx.run(sql`delete from outbox where ended_at < ${old}`)
  })
}
