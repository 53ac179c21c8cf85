// Writes a report per recipient when a delivery is due. The guarded update lets one server do so, once per due time.
import { enqueue } from '#server/outbox/enqueue.ts'
import { sql, utc, utcText } from '#server/store/sql.ts'
import type { Queries, Store } from '#server/store/store.ts'
import { momentOf, nextDue, type Schedule } from './schedule.ts'

interface Due extends Schedule {
  readonly id: number
  readonly next_at: string
}

export interface Clock {
  readonly now: () => Date
  readonly timeZone: string
}

/** Writes what is due, and puts times right that another clock or time zone computed. */
export function dueReports(store: Store, { now, timeZone }: Clock): () => Promise<void> {
  let seenAt = Number.POSITIVE_INFINITY
  return async () => {
    const at = now()
    if (at.getTime() < seenAt) await computeTimesAgain(store, at, timeZone)
    seenAt = at.getTime()
    await writeDueReports(store, at, timeZone)
  }
}

/** After a start, and after the clock went back: a due time of a wrong clock may be years away. */
async function computeTimesAgain(store: Store, at: Date, timeZone: string): Promise<void> {
  const coming = await store.all<Due>(sql`
    select ${columns} from deliveries where not paused and next_at > ${utc(at)}`)
  for (const delivery of coming) {
    const next = nextDue(delivery, at, timeZone)
    if (utcText(next) !== utcText(momentOf(delivery.next_at))) await move(store, delivery, next)
  }
}

/** After an outage, a delivery that was due several times is made once, for the last of these times. */
async function writeDueReports(store: Store, at: Date, timeZone: string): Promise<void> {
  const due = await store.all<Due>(sql`
    select ${columns} from deliveries
    where not paused and next_at <= ${utc(at)} order by next_at limit 100`)
  for (const delivery of due) {
    const next = nextDue(delivery, at, timeZone)
    await store.transaction(async (tx) => {
      if (await move(tx, delivery, next)) await writeReports(tx, delivery, { at, timeZone })
    })
  }
}

const columns = sql`delivery_id as id, every, on_day, at_time, next_at`

/** False if another server moved it before. */
const move = async (queries: Queries, { id, next_at }: Due, next: Date): Promise<boolean> =>
  (await queries.run(sql`
    update deliveries set next_at = ${utc(next)}
    where delivery_id = ${id} and next_at = cast(${next_at} as timestamp) and not paused`)) > 0

/** The last due time until now, to which periods such as *este mes* refer. */
function lastDue(delivery: Due, now: Date, timeZone: string): Date {
  for (let due = momentOf(delivery.next_at); ; ) {
    const next = nextDue(delivery, due, timeZone)
    if (next > now) return due
    due = next
  }
}

interface Written {
  readonly at: Date
  readonly timeZone: string
}

async function writeReports(tx: Queries, delivery: Due, { at, timeZone }: Written): Promise<void> {
  const { id } = delivery
  const due = lastDue(delivery, at, timeZone)
  const recipients = await tx.all<{ user_id: number }>(
    sql`select user_id from delivery_recipients where delivery_id = ${id} and unsubscribed_at is null`,
  )
  for (const { user_id: userId } of recipients)
    await enqueueReport(tx, { id, userId, key: utcText(due), isTest: false, due }, at)
}

export interface NewReport {
  readonly id: number
  readonly userId: number
  /** The due time, or the time of the test. */
  readonly key: string
  readonly isTest: boolean
  /** The moment that the report speaks of; by default now. */
  readonly due?: Date
}

export function enqueueReport(tx: Queries, { id, userId, key, isTest, due }: NewReport, now: Date) {
  const name = isTest ? `test:${key}` : key
  const content = {
    delivery: id,
    at: utcText(due ?? now),
    is_test: isTest,
    occasion: `delivery:${id}:${name}`,
  }
  const message = { channel: 'report', topic: 'delivery', userId, content } as const
  return enqueue(tx, { ...message, key: `delivery:${id}:${name}:${userId}` }, now)
}
