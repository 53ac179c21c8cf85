// Sends distributors their Fichas: now or each month, a preview, a test, and the log.
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { MAX_DELIVERIES } from '#contract/limits.ts'
import type { Month } from '#contract/month.ts'
import * as calls from '#contract/sheet-mails.ts'
import { foldedEmail } from '#server/domain/folded.ts'
import type { AdminApp } from '#server/http/app.ts'
import { audit, auditedChange } from '#server/http/audit.ts'
import { badRequest, fieldError, HttpError } from '#server/http/errors.ts'
import { may, type Principal } from '#server/http/principal.ts'
import { type Call, route } from '#server/http/route.ts'
import { SendError } from '#server/outbox/send-error.ts'
import { insertNumbered, updateRows } from '#server/store/rows.ts'
import { sql, utcText } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { bumpVersions } from '#server/store/versions.ts'
import { dueWhenSaved } from '../schedule.ts'
import { allowanceRoutes } from './allowance-routes.ts'
import { mailOf, maySend, type SheetDeps, sheetReport } from './report.ts'
import { type Recipient, recipientsIn, type Schedule, scheduleById, schedulesOf, sheetLog } from './store.ts'
import { SHEET_MAIL_TEXT as text } from './text.ts'
import { contentOf, enqueueSheet, type Sending, subjectOf, writeSheets } from './write.ts'

export function sheetRoutes(app: AdminApp, deps: SheetDeps): void {
  allowanceRoutes(app)
  addressRoute(app)
  sendingRoutes(app, deps)
  scheduleRoutes(app)
  const { store } = app

  route(app, calls.sheetMails, async ({ principal, scope }) => {
    const recipients = await recipientsIn(store, scope, await app.latestMonth())
    return {
      has_mail: deps.hasMail,
      recipients: recipients.map(shown),
      schedules: (await schedulesOf(store, principal.userId)).map(({ user_id: _, ...schedule }) => ({
        ...schedule,
        next_at: schedule.paused ? null : schedule.next_at,
      })),
    }
  })

  route(app, calls.sheetMailLog, ({ scope }) => sheetLog(store, scope))
}

const shown = ({ is_active: _, ...recipient }: Recipient): calls.SheetRecipient => recipient

function assertMaySend(principal: Principal): void {
  if (!maySend(principal)) throw new HttpError('forbidden')
}

function assertMayName(principal: Principal, withNames: boolean): void {
  if (withNames && !may(principal, 'personal-data')) throw new HttpError('forbidden')
}

function sendingRoutes(app: AdminApp, deps: SheetDeps): void {
  const { store, now } = app

  route(app, calls.previewSheet, async ({ body, principal }) => {
    assertMaySend(principal)
    assertMayName(principal, body.with_names)
    const { start_date, ...given } = body
    const wanted = { ...given, month: start_date as Month, at: utcText(now()) }
    const report = await orWrongMonth(() => sheetReport(app, principal, wanted))
    const mail = await mailOf(app, { sender: principal, report, unsubscribe: undefined })
    const { text: words, attachments = [] } = mail
    return { subject: report.title, text: words, files: attachments.map(({ filename }) => filename) }
  })

  route(app, calls.trySheet, async ({ body, principal, scope }) => {
    assertMaySend(principal)
    assertMayName(principal, body.with_names)
    if (!deps.hasMail) throw new HttpError('no-mail')
    const month = body.start_date as Month
    const seen = await recipientsIn(store, scope, month)
    if (!seen.some(({ dist_id }) => dist_id === body.dist_id)) throw new HttpError('not-found')
    const sending = sendingOf(principal, body, now())
    await store.transaction((tx) =>
      enqueueSheet(tx, `sheet-test:${randomUUID()}`, contentOf(sending, body.dist_id, null), now()),
    )
    deps.kick()
  })

  route(app, calls.sendSheets, async ({ body, principal, scope }) => {
    assertMaySend(principal)
    assertMayName(principal, body.with_names)
    if (!deps.hasMail) throw new HttpError('no-mail')
    const month = body.start_date as Month
    const { dist_ids } = body
    const all = await recipientsIn(store, scope, month)
    const asked = dist_ids === null ? all.filter(({ is_active }) => is_active) : chosenOf(all, dist_ids)
    const ready = asked.filter(({ reach }) => reach === 'ready')
    const sending = sendingOf(principal, body, now())
    await auditedChange(store, (tx) => writeSheets(tx, ready, sending, now()))
    deps.kick()
    return { sent: ready.length, left_out: asked.filter(({ reach }) => reach !== 'ready').map(shown) }
  })
}

type Sent = Pick<z.infer<typeof calls.sendSheets.body>, 'start_date' | 'compare' | 'days' | 'with_names'>

const sendingOf = (
  sender: Principal,
  { start_date, compare, days, with_names }: Sent,
  at: Date,
): Sending => ({
  ...{ sender, scheduleId: null, month: start_date as Month, comparison: { compare, days } },
  ...{ withNames: with_names, at },
})

/** Throws a 400 that names each distributor that is not seen, or whose address gets no mails. */
function chosenOf(all: readonly Recipient[], wanted: readonly string[]): Recipient[] {
  const seen = new Map(all.map((one) => [one.dist_id, one]))
  const found = wanted.map((id) => seen.get(id))
  const errors = found.flatMap((one, index) => {
    const path = `dist_ids.${index}`
    if (!one) return [{ path, message: 'must be a distributor of the role' }]
    return one.reach === 'ready' ? [] : [fieldError(path, `address-${one.reach}`)]
  })
  if (errors.length > 0) throw new HttpError('bad-request', { errors })
  return [...new Set(found.filter((one) => one !== undefined))]
}

/** Of a closed month orders are missing yet. */
async function orWrongMonth<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof SendError) throw badRequest('start_date', error.message)
    throw error
  }
}

function scheduleRoutes(app: AdminApp): void {
  const { store, now } = app

  route(app, calls.saveSheetSchedule, async (call) => {
    const { principal, scope, body } = call
    assertMaySend(principal)
    // Whoever may do less than before can still pause: each mail follows the rights of its moment.
    const old = body.id === undefined ? undefined : await own(store, principal, body.id)
    assertMayName(principal, body.with_names && !old?.with_names)
    if (body.dist_ids !== null) {
      const seen = (await recipientsIn(store, scope, await app.latestMonth())).map(({ dist_id }) => dist_id)
      const known = new Set([...seen, ...(old?.dist_ids ?? [])])
      const stranger = body.dist_ids.findIndex((id) => !known.has(id))
      if (stranger >= 0) throw badRequest(`dist_ids.${stranger}`, 'must be a distributor of the role')
    }
    return { id: await auditedChange(store, (tx) => saveSchedule(app, tx, call)) }
  })

  route(app, calls.deleteSheetSchedule, ({ params: { id }, principal }) =>
    auditedChange(store, async (tx) => {
      const schedule = await own(tx, principal, id)
      await tx.run(sql`delete from sheet_schedules where schedule_id = ${id}`)
      const change = { subject: nameOf(schedule), before: toldOf(schedule) }
      await audit(tx, principal, { action: 'sheet-schedule.delete', ...change }, now())
    }),
  )
}

async function saveSchedule(
  app: AdminApp,
  tx: Queries,
  { body, principal }: Call<typeof calls.saveSheetSchedule>,
): Promise<number> {
  const { now } = app
  const { id: changed, dist_ids, ...given } = body
  const old = changed === undefined ? undefined : await own(tx, principal, changed)
  if (!old && (await schedulesOf(tx, principal.userId)).length >= MAX_DELIVERIES)
    throw new HttpError('too-many-deliveries')
  const every = 'month' as const
  const next = dueWhenSaved({ every, ...given }, old && { every, ...old }, app)
  const fields = { ...given, dist_ids: dist_ids && JSON.stringify(dist_ids), next_at: next }
  if (old) await updateRows(tx, 'sheet_schedules', { schedule_id: old.id }, fields)
  const created = { user_id: principal.userId, created_at: now(), ...fields }
  const key = ['schedule_id', 'sheet_schedule_ids'] as [string, string]
  const id = old?.id ?? (await insertNumbered(tx, 'sheet_schedules', key, created))
  const action = old ? 'sheet-schedule.update' : 'sheet-schedule.create'
  const change = { ...(old && { before: toldOf(old) }), after: toldOf(body) }
  await audit(tx, principal, { action, subject: nameOf(body), ...change }, now())
  return id
}

type Told = Pick<Schedule, 'dist_ids' | 'with_names' | 'on_day' | 'at_time' | 'paused'>

const nameOf = ({ on_day, at_time }: Told): string => text.scheduled(on_day, at_time)

const toldOf = ({ dist_ids, with_names, on_day, at_time, paused }: Told) => ({
  ...{ dist_ids: dist_ids ?? 'all', with_names, on_day, at_time, paused },
})

async function own(queries: Queries, { userId }: Principal, id: number): Promise<Schedule> {
  const schedule = await scheduleById(queries, id)
  if (schedule?.user_id !== userId) throw new HttpError('sheet-schedule-not-found')
  return schedule
}

function addressRoute(app: AdminApp): void {
  const { store, now } = app

  route(app, calls.setDistributorEmail, async ({ params: { dist_id }, body, principal, scope }) => {
    assertMaySend(principal)
    const found = async () =>
      (await recipientsIn(store, scope, await app.latestMonth())).find((one) => one.dist_id === dist_id)
    const before = await found()
    if (!before) throw new HttpError('not-found')
    const email = foldedEmail(body.email)
    await auditedChange(store, async (tx) => {
      await tx.run(sql`delete from distributor_emails where dist_id = ${dist_id}`)
      if (email !== '')
        await tx.run(sql`insert into distributor_emails (dist_id, email) values (${dist_id}, ${email})`)
      await bumpVersions(tx, ['dimensions'])
      const change = { before: { email: before.email }, after: { email } }
      await audit(
        tx,
        principal,
        { action: 'distributor.email', subject: subjectOf(before), ...change },
        now(),
      )
    })
    const after = await found()
    return { email: after?.email ?? '', reach: after?.reach ?? 'missing' }
  })
}
