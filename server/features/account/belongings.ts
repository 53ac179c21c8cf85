// What an account leaves behind when it is deleted: what others use stays or is handed over, the rest ends.
import type { belongings } from '#contract/administration.ts'
import type { DataOf } from '#contract/endpoint.ts'
import type { NoticeKind } from '#contract/notice-kinds.ts'
import type { NoticeTopic } from '#contract/notice-topics.ts'
import { notify } from '#server/notices/notify.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { LEFT_TEXT as texts } from './notice-text.ts'

type Belongings = DataOf<typeof belongings>
type Named = Belongings['stays'][number]

const KINDS = ['view', 'board', 'alert'] as const

const isShared = (kind: (typeof KINDS)[number]): Sql =>
  sql`${sql.identifier(`${kind}_id`)} in (select thing_id from shares where kind = ${kind})`

/** Recipients besides the account who still get mails of a delivery `d`. */
const othersReceive = (userId: number): Sql => sql`exists (
  select 1 from delivery_recipients r join users u on u.user_id = r.user_id
  where r.delivery_id = d.delivery_id and r.unsubscribed_at is null and r.user_id <> ${userId}
    and u.deleted_at is null and u.role <> '')`

export async function belongingsOf(queries: Queries, userId: number): Promise<Belongings> {
  const stays: Named[] = []
  const ends: Named[] = []
  for (const kind of KINDS) {
    const rows = await queries.all<{ name: string; shared: boolean }>(sql`
      select name, ${isShared(kind)} as shared from ${sql.identifier(`${kind}s`)}
      where user_id = ${userId} order by name`)
    for (const { name, shared } of rows) (shared ? stays : ends).push({ kind, name })
  }
  const deliveries = await queries.all<{ name: string; received: boolean }>(sql`
    select d.name, ${othersReceive(userId)} as received from deliveries d where d.user_id = ${userId} order by d.name`)
  const delivered = (received: boolean): Named[] =>
    deliveries.flatMap((one) => (one.received === received ? [{ kind: 'delivery', name: one.name }] : []))
  const monthly = await queries.all(sql`select 1 as one from sheet_schedules where user_id = ${userId}`)
  const programs = await Promise.all(
    (['api_token', 'data_link'] as const).map(async (kind) => {
      const rows = await queries.all<{ name: string }>(sql`
        select name from ${sql.identifier(`${kind}s`)} where user_id = ${userId} and revoked_at is null order by name`)
      return rows.map(({ name }): Named => ({ kind, name }))
    }),
  )
  return {
    stays,
    handed_over: delivered(true),
    ends: [
      ...ends,
      ...delivered(false),
      ...monthly.map((): Named => ({ kind: 'sheet_schedule', name: texts.sheets })),
      ...programs.flat(),
    ],
  }
}

export interface Leaving {
  readonly userId: number
  readonly name: string
  /** The account that takes over deliveries. */
  readonly heir: { readonly userId: number; readonly name: string }
  /** Base URL of links. */
  readonly publicUrl: string
}

/** Hands over or ends what the account owns, and tells those who follow or receive it. */
export async function leaveBelongings(tx: Queries, leaving: Leaving, now: Date): Promise<void> {
  await leaveAlerts(tx, leaving, now)
  await leaveDeliveries(tx, leaving, now)
  for (const kind of ['view', 'board'] as const)
    await tx.run(sql`
      delete from ${sql.identifier(`${kind}s`)} where user_id = ${leaving.userId} and not ${isShared(kind)}`)
  await tx.run(sql`delete from sheet_schedules where user_id = ${leaving.userId}`)
  await tx.run(sql`delete from view_choices where user_id = ${leaving.userId}`)
}

async function leaveAlerts(tx: Queries, leaving: Leaving, now: Date): Promise<void> {
  const { userId } = leaving
  for (const table of ['alert_incidents', 'alert_follows', 'alerts'])
    await tx.run(sql`
      delete from ${sql.identifier(table)} where alert_id in (
        select alert_id from alerts where user_id = ${userId} and not ${isShared('alert')})`)
  for (const table of ['alert_incidents', 'alert_follows'])
    await tx.run(sql`delete from ${sql.identifier(table)} where user_id = ${userId}`)
  const followers = await tx.all<Told>(sql`
    select a.alert_id as id, a.name, f.user_id from alerts a join alert_follows f on f.alert_id = a.alert_id
    where a.user_id = ${userId} order by a.alert_id, f.user_id`)
  for (const one of followers) await tell(tx, leaving, { ...ALERT, ...one }, now)
}

async function leaveDeliveries(tx: Queries, leaving: Leaving, now: Date): Promise<void> {
  const { userId, heir } = leaving
  const ended = sql`select delivery_id from deliveries d where d.user_id = ${userId} and not ${othersReceive(userId)}`
  await tx.run(sql`delete from delivery_recipients where delivery_id in (${ended})`)
  await tx.run(sql`delete from deliveries where delivery_id in (${ended})`)
  // A private view of the account goes, what it shows does not.
  await tx.run(sql`
    update deliveries set question = v.question, table_call = v.table_call, address = v.address, view_id = null from views v
    where v.view_id = deliveries.view_id and deliveries.user_id = ${userId} and v.user_id = ${userId}
      and v.view_id not in (select thing_id from shares where kind = 'view')`)
  const received = await tx.all<Told>(sql`
    select d.delivery_id as id, d.name, r.user_id from deliveries d
      join delivery_recipients r on r.delivery_id = d.delivery_id and r.unsubscribed_at is null
    where d.user_id = ${userId} and r.user_id <> ${userId} order by d.delivery_id, r.user_id`)
  const handed = new Map(received.map(({ id, name }) => [id, { id, name, user_id: heir.userId }]))
  const told = [...received.filter(({ user_id }) => user_id !== heir.userId), ...handed.values()]
  for (const one of told) await tell(tx, leaving, { ...DELIVERY, ...one }, now)
  await tx.run(sql`
    update deliveries set user_id = ${heir.userId}, revision = revision + 1 where user_id = ${userId}`)
}

interface Told {
  readonly id: number
  readonly name: string
  readonly user_id: number
}

interface Kind {
  readonly kind: NoticeKind
  readonly topic: NoticeTopic
  readonly path: string
}

const ALERT: Kind = { kind: 'alert-left', topic: 'alert', path: '/analysis/alerts' }
const DELIVERY: Kind = { kind: 'delivery-left', topic: 'delivery', path: '/analysis/deliveries' }

async function tell(tx: Queries, leaving: Leaving, told: Told & Kind, now: Date): Promise<void> {
  const { heir, publicUrl, name } = leaving
  const { kind, topic, path, id, user_id: userId } = told
  const own = topic === 'delivery' && userId === heir.userId
  await notify(
    tx,
    {
      ...{ userId, kind, source: `${topic}:${id}:left:${leaving.userId}` },
      title: texts.title(told.name, name),
      body: topic === 'alert' ? texts.alert : own ? texts.ownDelivery : texts.delivery(heir.name),
      links: [{ label: topic === 'alert' ? texts.seeAlerts : texts.seeDeliveries, href: path }],
      sees: { scope: [], permissions: [] },
      sent: { topic, forShop: false, publicUrl, data: { [topic]: id } },
    },
    now,
  )
}
