// Writes what a due time causes, such as a report per recipient of a delivery. The guarded update lets one server do so, once per
// due time.
import { enqueue } from '#server/outbox/enqueue.ts'
import { type Sql, sql, utc, utcText } from '#server/store/sql.ts'
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

export interface Occasion {
  /** The last due time until now, to which periods such as *este mes* refer. */
  readonly due: Date
  readonly at: Date
}

/** Things with due times, and what a due time causes. */
export interface Timetable {
  readonly table: 'deliveries' | 'sheet_schedules'
  readonly key: 'delivery_id' | 'schedule_id'
  readonly every: Sql
  /** Read before the transaction that writes it; undefined: nothing. */
  readonly causes: (id: number, occasion: Occasion) => Promise<((tx: Queries) => Promise<void>) | undefined>
}

export const DELIVERIES: Timetable = {
  ...{ table: 'deliveries', key: 'delivery_id', every: sql`every` },
  causes: async (id, occasion) => (tx) => writeReports(tx, id, occasion),
}

/** Writes what is due, and puts times right that another clock or time zone computed. */
export function dueReports(
  store: Store,
  timetable: Timetable,
  { now, timeZone }: Clock,
): () => Promise<void> {
  let seenAt = Number.POSITIVE_INFINITY
  const asked = { store, timetable, timeZone }
  return async () => {
    const at = now()
    if (at.getTime() < seenAt) await computeTimesAgain(asked, at)
    seenAt = at.getTime()
    await writeDue(asked, at)
  }
}

interface Asked {
  readonly store: Store
  readonly timetable: Timetable
  readonly timeZone: string
}

const selected = ({ table, key, every }: Timetable): Sql =>
  sql`select ${sql.identifier(key)} as id, ${every} as every, on_day, at_time, next_at from ${sql.identifier(table)}`

/** After a start, and after the clock went back: a due time of a wrong clock may be years away. */
async function computeTimesAgain({ store, timetable, timeZone }: Asked, at: Date): Promise<void> {
  const coming = await store.all<Due>(sql`
    ${selected(timetable)} where not paused and next_at > ${utc(at)}`)
  for (const one of coming) {
    const next = nextDue(one, at, timeZone)
    if (utcText(next) !== utcText(momentOf(one.next_at))) await move(store, timetable, one, next)
  }
}

/** After an outage, what was due several times is made once, for the last of these times. */
async function writeDue({ store, timetable, timeZone }: Asked, at: Date): Promise<void> {
  const due = await store.all<Due>(sql`
    ${selected(timetable)} where not paused and next_at <= ${utc(at)} order by next_at limit 100`)
  for (const one of due) {
    const write = await timetable.causes(one.id, { due: lastDue(one, at, timeZone), at })
    const next = nextDue(one, at, timeZone)
    await store.transaction(async (tx) => {
      if (await move(tx, timetable, one, next)) await write?.(tx)
    })
  }
}

/** False if another server moved it before. */
const move = async (
  queries: Queries,
  { table, key }: Timetable,
  { id, next_at }: Due,
  next: Date,
): Promise<boolean> =>
  (await queries.run(sql`
    update ${sql.identifier(table)} set next_at = ${utc(next)}
    where ${sql.identifier(key)} = ${id} and next_at = cast(${next_at} as timestamp) and not paused`)) > 0

function lastDue(one: Due, now: Date, timeZone: string): Date {
  for (let due = momentOf(one.next_at); ; ) {
    const next = nextDue(one, due, timeZone)
    if (next > now) return due
    due = next
  }
}

async function writeReports(tx: Queries, id: number, { due, at }: Occasion): Promise<void> {
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
