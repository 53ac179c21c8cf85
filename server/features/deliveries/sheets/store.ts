// Rows of the Fichas that are sent to distributors: addresses, monthly sendings, mails and their links.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { lastMonths, type Month } from '#contract/month.ts'
import type { SheetMailLogRow, SheetRecipient, SheetSchedule } from '#contract/sheet-mails.ts'
import { NO_DISTRIBUTOR } from '#server/domain/facts.ts'
import { addressHash, readReach } from '#server/outbox/outsiders.ts'
import { insertNumbered } from '#server/store/rows.ts'
import { readSetting } from '#server/store/settings.ts'
import { inScope, type Scope, sql } from '#server/store/sql.ts'
import type { Queries, Reads } from '#server/store/store.ts'

type Read = Pick<Reads, 'all'>

interface Found extends Omit<SheetRecipient, 'reach'> {
  readonly is_active: boolean
}

export interface Recipient extends SheetRecipient {
  /** It has an order in the 13 months that the Ficha of the month shows. */
  readonly is_active: boolean
}

/** Distributors in scope with the e-mails that count, by name. */
export async function recipientsIn(store: Read, scope: Scope, month: Month): Promise<Recipient[]> {
  const months = lastMonths(month, 13)
  const rows = await store.all<Found>(sql`
    select d.dist_id, d.name as dist_name, coalesce(e.email, d.email, '') as email,
      e.email is not null as own, a.dist_id is not null as is_active
    from distributors d left join distributor_emails e on e.dist_id = d.dist_id
    left join (select distinct dist_id from rollup_months where month in (${months})) a on a.dist_id = d.dist_id
    where ${inScope(scope, sql`d.dist_id`)} and d.dist_id <> ${NO_DISTRIBUTOR.dist_id}
    order by 2, 1`)
  const reachOf = await readReach(store)
  return rows.map((row) => ({ ...row, reach: reachOf(row.email) }))
}

export interface Schedule extends Omit<SheetSchedule, 'next_at'> {
  readonly user_id: number
  readonly next_at: string
}

type StoredSchedule = Omit<Schedule, 'dist_ids'> & { readonly dist_ids: string | null }

const columns = sql`schedule_id as id, user_id, dist_ids, with_names, on_day, at_time, paused, next_at`

const scheduleOf = ({ dist_ids, ...row }: StoredSchedule): Schedule => ({
  ...row,
  dist_ids: dist_ids === null ? null : (JSON.parse(dist_ids) as string[]),
})

export const schedulesOf = async (queries: Queries, userId: number): Promise<Schedule[]> =>
  (
    await queries.all<StoredSchedule>(
      sql`select ${columns} from sheet_schedules where user_id = ${userId} order by schedule_id`,
    )
  ).map(scheduleOf)

export async function scheduleById(queries: Queries, id: number): Promise<Schedule | undefined> {
  const row = await queries.one<StoredSchedule>(
    sql`select ${columns} from sheet_schedules where schedule_id = ${id}`,
  )
  return row && scheduleOf(row)
}

export interface NewSheet {
  readonly scheduleId: number | null
  readonly userId: number
  readonly distId: string
  readonly month: Month
  readonly email: string
  readonly withNames: boolean
}

/** Returns the id. */
export const insertSheet = (tx: Queries, sheet: NewSheet, now: Date): Promise<number> =>
  insertNumbered(tx, 'sheet_mails', ['sheet_id', 'sheet_ids'], {
    ...{ schedule_id: sheet.scheduleId, user_id: sheet.userId, dist_id: sheet.distId, month: sheet.month },
    ...{ email: sheet.email, refusal_key: addressHash(sheet.email), with_names: sheet.withNames },
    ...{ link_key: randomBytes(24).toString('base64url'), written_at: now },
  })

export interface StoredSheet {
  readonly id: number
  readonly schedule_id: number | null
  readonly user_id: number
  readonly dist_id: string
  readonly dist_name: string
  readonly email: string
  /** That of the distributor now. */
  readonly address: string
  readonly refusal_key: string
  readonly link_key: string
  readonly written_at: string
}

export const sheetById = (queries: Pick<Queries, 'one'>, id: number): Promise<StoredSheet | undefined> =>
  queries.one<StoredSheet>(sql`
    select s.sheet_id as id, s.schedule_id, s.user_id, s.dist_id, coalesce(d.name, s.dist_id) as dist_name,
      s.email, coalesce(e.email, d.email, '') as address, s.refusal_key, s.link_key, s.written_at
    from sheet_mails s left join distributors d on d.dist_id = s.dist_id
      left join distributor_emails e on e.dist_id = s.dist_id
    where s.sheet_id = ${id}`)

/** Names the mail, whose address it does not tell. */
export const stopToken = ({ id, link_key }: StoredSheet): string => `${id}.${link_key}`

/** Undefined for a token that was not made by `stopToken`. */
export async function readStopToken(queries: Queries, token: string): Promise<StoredSheet | undefined> {
  const [, id, key = ''] = /^(\d{1,12})\.([\w-]{32})$/.exec(token) ?? []
  const sheet = id && (await sheetById(queries, Number(id)))
  return sheet && timingSafeEqual(Buffer.from(sheet.link_key), Buffer.from(key)) ? sheet : undefined
}

/** Key of the message that makes the mail; that of the mail adds ':mail'. */
export const sheetKey = (id: number): string => `sheet:${id}`

const LOGGED = 300

/** As long as the outbox keeps their messages. */
export const sheetLog = (store: Read, scope: Scope): Promise<SheetMailLogRow[]> =>
  store.all<SheetMailLogRow>(sql`
    select s.sheet_id as id, s.written_at, s.dist_id, coalesce(d.name, s.dist_id) as dist_name, s.email, s.month,
      coalesce(u.name, '') as sender, s.schedule_id is not null as monthly, s.with_names,
      coalesce(m.state, case when r.state = 'sent' then 'waiting' else r.state end) as state,
      coalesce(m.reason, r.reason) as reason, coalesce(m.attempts, 0) + 0 as attempts,
      coalesce(m.ended_at, r.ended_at) as ended_at
    from sheet_mails s
    join outbox r on r.dedupe_key = 'sheet:' || cast(s.sheet_id as varchar)
    left join outbox m on m.dedupe_key = r.dedupe_key || ':mail'
    left join users u on u.user_id = s.user_id
    left join distributors d on d.dist_id = s.dist_id
    where ${inScope(scope, sql`s.dist_id`)}
    order by s.sheet_id desc limit ${LOGGED}`)

/** The name of the shop; empty while it is not known. */
export async function shopName(store: Pick<Reads, 'one'>): Promise<string> {
  const name = await readSetting(store, 'store_name')
  return typeof name === 'string' ? name : ''
}
