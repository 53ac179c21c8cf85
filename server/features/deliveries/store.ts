import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { DeliveryLogRow, saveDelivery } from '#contract/deliveries.ts'
import { changeRevised } from '#server/http/revisions.ts'
import type { Call } from '#server/http/route.ts'
import { insertNumbered } from '#server/store/rows.ts'
import { sql, utc } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import type { Schedule } from './schedule.ts'

export type DeliveryContent = Omit<Call<typeof saveDelivery>['body'], 'id' | 'revision' | 'recipients'>

export interface Delivery extends DeliveryContent {
  readonly id: number
  readonly user_id: number
  readonly next_at: string
  readonly link_key: string
  readonly trouble: string
  readonly revision: number
}

const columns = sql`delivery_id as id, user_id, name, question, view_id, table_call as "table", address, every, on_day, at_time, attachment, paused, next_at,
  link_key, trouble, revision`

export const deliveryById = (queries: Pick<Queries, 'one'>, id: number) =>
  queries.one<Delivery>(sql`select ${columns} from deliveries where delivery_id = ${id}`)

export const deliveriesOf = (queries: Queries, userId: number): Promise<Delivery[]> =>
  queries.all<Delivery>(
    sql`select ${columns} from deliveries where user_id = ${userId} order by name, delivery_id`,
  )

export interface Recipient {
  readonly delivery_id: number
  readonly id: number
  readonly name: string
  readonly subscribed: boolean
}

const living = sql`u.deleted_at is null and u.role <> ''`

export const recipientsOf = (queries: Queries, userId: number): Promise<Recipient[]> =>
  queries.all<Recipient>(sql`
    select r.delivery_id, r.user_id as id, u.name, r.unsubscribed_at is null as subscribed
    from delivery_recipients r join deliveries d on d.delivery_id = r.delivery_id join users u on u.user_id = r.user_id
    where d.user_id = ${userId} and ${living} order by u.name, u.user_id`)

export const peopleToReceive = (queries: Queries) =>
  queries.all<{ id: number; name: string }>(
    sql`select u.user_id as id, u.name from users u where ${living} order by u.name, u.user_id`,
  )

export const receivedBy = (queries: Queries, userId: number) =>
  queries.all<Schedule & { id: number; name: string; owner: string; subscribed: boolean }>(sql`
    select d.delivery_id as id, d.name, u.name as owner, d.every, d.on_day, d.at_time, r.unsubscribed_at is null as subscribed
    from delivery_recipients r join deliveries d on d.delivery_id = r.delivery_id join users u on u.user_id = d.user_id
    where r.user_id = ${userId} and d.user_id <> ${userId} order by d.name, d.delivery_id`)

const columnsOf = (content: DeliveryContent, next: Date) => {
  const { name, question, view_id, table, address, every, on_day, at_time, attachment, paused } = content
  const schedule = { every, on_day, at_time, paused, next_at: next }
  return { name, question, view_id, table_call: table, address, attachment, ...schedule, trouble: '' }
}

/** Returns the id. */
export async function createDelivery(
  tx: Queries,
  userId: number,
  content: DeliveryContent,
  { next, now }: { next: Date; now: Date },
): Promise<number> {
  const link_key = randomBytes(24).toString('base64url')
  const own = { user_id: userId, link_key, created_at: now, ...columnsOf(content, next) }
  return insertNumbered(tx, 'deliveries', ['delivery_id', 'delivery_ids'], own)
}

export const changeDelivery = (
  tx: Queries,
  { id, revision }: { id: number; revision: number | undefined },
  content: DeliveryContent,
  next: Date,
) => changeRevised(tx, 'delivery', { key: { delivery_id: id }, revision }, columnsOf(content, next))

/** Recipients who unsubscribed stay unsubscribed, and those without a role, whom nobody can choose, stay recipients. */
export async function setRecipients(tx: Queries, id: number, userIds: readonly number[]): Promise<void> {
  await tx.run(sql`
    delete from delivery_recipients where delivery_id = ${id} and user_id not in (${userIds})
      and user_id in (select u.user_id from users u where ${living})`)
  await tx.run(sql`
    insert into delivery_recipients (delivery_id, user_id, unsubscribed_at)
    select cast(${id} as bigint), user_id, cast(null as timestamp) from users
    where user_id in (${userIds}) and deleted_at is null
      and user_id not in (select user_id from delivery_recipients where delivery_id = ${id})`)
}

export async function removeDelivery(tx: Queries, id: number): Promise<void> {
  await tx.run(sql`delete from deliveries where delivery_id = ${id}`)
  await tx.run(sql`delete from delivery_recipients where delivery_id = ${id}`)
}

/** False if the account is no recipient. */
export async function setSubscribed(
  tx: Queries,
  { id, userId, subscribed }: { id: number; userId: number; subscribed: boolean },
  now: Date,
): Promise<boolean> {
  const at = subscribed ? sql`null` : sql`coalesce(unsubscribed_at, ${utc(now)})`
  const changed = await tx.run(sql`
    update delivery_recipients set unsubscribed_at = ${at} where delivery_id = ${id} and user_id = ${userId}`)
  return changed > 0
}

export const isSubscribed = async (
  queries: Pick<Queries, 'one'>,
  id: number,
  userId: number,
): Promise<boolean> =>
  (await queries.one(sql`
    select 1 as found from delivery_recipients
    where delivery_id = ${id} and user_id = ${userId} and unsubscribed_at is null`)) !== undefined

export const setTrouble = (tx: Queries, id: number, trouble: string): Promise<number> =>
  tx.run(sql`update deliveries set trouble = ${trouble} where delivery_id = ${id} and trouble <> ${trouble}`)

const signed = (linkKey: string, id: number, userId: number) =>
  createHmac('sha256', linkKey).update(`${id}.${userId}`).digest('base64url')

/** Names delivery and recipient, and is signed; valid as long as the delivery exists. */
export const unsubscribeToken = ({ id, link_key }: Delivery, userId: number): string =>
  `${id}.${userId}.${signed(link_key, id, userId)}`

/** Undefined for a token that was not made by `unsubscribeToken`, or whose delivery was deleted. */
export async function readUnsubscribeToken(queries: Queries, token: string) {
  const [, id, userId, mac = ''] = /^(\d{1,12})\.(\d{1,12})\.([\w-]{43})$/.exec(token) ?? []
  const delivery = id && (await deliveryById(queries, Number(id)))
  if (!delivery) return undefined
  const expected = Buffer.from(signed(delivery.link_key, delivery.id, Number(userId)))
  return timingSafeEqual(expected, Buffer.from(mac)) ? { delivery, userId: Number(userId) } : undefined
}

const LOGGED = 200

/** Reports with the mails that they became. */
export const logOf = (queries: Queries, id: number): Promise<DeliveryLogRow[]> =>
  queries.all<DeliveryLogRow>(sql`
    select r.created_at as due_at, u.name as recipient, r.dedupe_key like '%:test:%' as is_test,
      coalesce(m.state, case when r.state = 'sent' then 'waiting' else r.state end) as state,
      coalesce(m.reason, r.reason) as reason, coalesce(m.attempts, 0) + 0 as attempts,
      coalesce(m.ended_at, r.ended_at) as ended_at
    from outbox r left join outbox m on m.dedupe_key = r.dedupe_key || ':mail' left join users u on u.user_id = r.user_id
    where r.channel = 'report' and r.dedupe_key like ${`delivery:${id}:%`}
    order by r.message_id desc limit ${LOGGED}`)
