// Writes a report per recipient when a delivery is due. The guarded update lets one server do so, once per due time.
import { enqueue } from '#server/outbox/enqueue.ts'
import { sql, utc, utcText } from '#server/store/sql.ts'
import type { Queries, Store } from '#server/store/store.ts'
import { nextDue, type Schedule } from './schedule.ts'

interface Due extends Schedule {
  readonly id: number
  readonly next_at: string
}

export interface Clock {
  readonly now: () => Date
  readonly timeZone: string
}

/** After an outage, a delivery that was due several times is made once, for the last of these times. */
export async function writeDueReports(store: Store, { now, timeZone }: Clock): Promise<void> {
  const at = now()
  const due = await store.all<Due>(sql`
    select delivery_id as id, every, on_day, at_time, next_at from deliveries
    where not paused and next_at <= ${utc(at)} order by next_at limit 100`)
  for (const delivery of due) {
    const next = nextDue(delivery, at, timeZone)
    await store.transaction(async (tx) => {
      const taken = await tx.run(sql`
        update deliveries set next_at = ${utc(next)}
        where delivery_id = ${delivery.id} and next_at = cast(${delivery.next_at} as timestamp) and not paused`)
      if (taken > 0) await writeReports(tx, delivery, { at, timeZone })
    })
  }
}

/** The last due time until now, to which periods such as *este mes* refer. */
function lastDue(delivery: Due, now: Date, timeZone: string): Date {
  for (let due = new Date(`${delivery.next_at.replace(' ', 'T')}Z`); ; ) {
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
  const { id, next_at } = delivery
  const due = lastDue(delivery, at, timeZone)
  const recipients = await tx.all<{ user_id: number }>(
    sql`select user_id from delivery_recipients where delivery_id = ${id} and unsubscribed_at is null`,
  )
  for (const { user_id: userId } of recipients)
    await enqueueReport(tx, { id, userId, key: next_at, isTest: false, due }, at)
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
