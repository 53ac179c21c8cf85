import { randomUUID } from 'node:crypto'
import { pathOf, queryOfAddress } from '#contract/address.ts'
import * as calls from '#contract/deliveries.ts'
import { MAX_DELIVERIES } from '#contract/limits.ts'
import type { AdminApp } from '#server/http/app.ts'
import { audit, auditedChange } from '#server/http/audit.ts'
import { badRequest, HttpError, withFieldErrors } from '#server/http/errors.ts'
import { may, type Principal } from '#server/http/principal.ts'
import { type Call, route } from '#server/http/route.ts'
import { readTable } from '#server/http/table-calls.ts'
import type { Queries, Store } from '#server/store/store.ts'
import { enqueueReport } from './due.ts'
import type { ReportDeps } from './report.ts'
import { dayProblem, dueWhenSaved } from './schedule.ts'
import { type Source, sourceOf } from './source.ts'
import * as stored from './store.ts'

export interface DeliveryDeps extends ReportDeps {
  readonly hasMail: boolean
  readonly now: () => Date
}

type Save = Call<typeof calls.saveDelivery>

export function deliveryCalls(app: AdminApp, deps: DeliveryDeps): void {
  const { store, now } = app

  route(app, calls.deliveries, async ({ principal }) => ({
    has_mail: deps.hasMail,
    own: await ownDeliveries(store, principal.userId),
    people: may(principal, 'export') ? await stored.peopleToReceive(store) : [],
    received: await stored.receivedBy(store, principal.userId),
  }))

  route(app, calls.saveDelivery, async (call) => {
    const problem = dayProblem(call.body)
    if (problem) throw badRequest('on_day', problem)
    if (!(await isPausedAsItIs(store, call))) await assertAnswerable(app, deps, call)
    return { id: await auditedChange(store, (tx) => save(app, tx, call)) }
  })

  route(app, calls.deleteDelivery, ({ params, principal }) =>
    auditedChange(store, async (tx) => {
      const { id, name } = await own(tx, principal, params.id)
      await stored.removeDelivery(tx, id)
      await audit(tx, principal, { action: 'delivery.delete', subject: name }, now())
    }),
  )

  route(app, calls.tryDelivery, async ({ params, principal }) => {
    if (!deps.hasMail) throw new HttpError('no-mail')
    await store.transaction(async (tx) => {
      const { id } = await own(tx, principal, params.id)
      const test = { id, userId: principal.userId, key: randomUUID(), isTest: true }
      await enqueueReport(tx, test, now())
    })
    deps.kick()
  })

  route(app, calls.subscribe, async ({ params, body, principal: { userId } }) => {
    const changed = await store.transaction((tx) =>
      stored.setSubscribed(tx, { ...params, userId, ...body }, now()),
    )
    if (!changed) throw new HttpError('delivery-not-found')
  })

  route(app, calls.deliveryLog, async ({ params, principal }) => {
    const { id } = await own(store, principal, params.id)
    return stored.logOf(store, id)
  })
}

async function ownDeliveries(store: Store, userId: number): Promise<calls.OwnDelivery[]> {
  const recipients = Map.groupBy(await stored.recipientsOf(store, userId), ({ delivery_id }) => delivery_id)
  return (await stored.deliveriesOf(store, userId)).map(({ link_key: _, user_id: __, ...delivery }) => ({
    ...delivery,
    next_at: delivery.paused ? null : delivery.next_at,
    recipients: recipients.get(delivery.id) ?? [],
  }))
}

async function own(queries: Queries, { userId }: Principal, id: number): Promise<stored.Delivery> {
  const delivery = await stored.deliveryById(queries, id)
  if (delivery?.user_id !== userId) throw new HttpError('delivery-not-found')
  return delivery
}

/** Nothing is sent of it, so what it shows may be gone. */
async function isPausedAsItIs(queries: Queries, { body, principal }: Save): Promise<boolean> {
  if (!body.paused || body.id === undefined) return false
  const old = await own(queries, principal, body.id)
  return (['question', 'view_id', 'table', 'address'] as const).every((key) => old[key] === body[key])
}

/** Throws a 400 that names the field, or a 403, for a question that a mail cannot show. */
async function assertAnswerable(app: AdminApp, deps: DeliveryDeps, call: Save): Promise<void> {
  const { body, principal } = call
  const view = body.view_id === null ? undefined : await deps.viewFor(principal, body.view_id)
  if (body.view_id !== null && !view) throw badRequest('view_id', 'is not a view that this account may see')
  if (body.table !== null && body.address === null) throw badRequest('address', 'of the table is required')
  const ways = [body.view_id ?? undefined, body.address ?? body.question ?? undefined]
  if (ways.filter((each) => each !== undefined).length !== 1)
    throw badRequest('question', 'one of question, view_id and address is required')
  const source = sourceOf(view ?? body, body.every, app.screenReports)
  if (!source) throw badRequest(view ? 'view_id' : 'address', 'has no figures')
  const field = view ? 'view_id' : 'question' in source ? 'question' : 'table' in source ? 'table' : 'address'
  await withFieldErrors(field, () => readSource(app, deps, source, call))
}

/** Throws what would keep the caller from receiving the delivery. */
async function readSource(
  app: AdminApp,
  deps: DeliveryDeps,
  source: Source,
  { principal, versions }: Save,
): Promise<unknown> {
  const at = app.now()
  if ('question' in source) return deps.ask(source.question, principal, versions)
  if ('table' in source) return readTable(app, source.table, { principal, versions, at })
  const { address } = source
  const asked = { path: pathOf(address), query: queryOfAddress(address), reader: principal, versions, at }
  return app.screenReports.get(source.screen)?.(asked)
}

async function save(app: AdminApp, tx: Queries, { body, principal }: Save): Promise<number> {
  const { now } = app
  const { id: changed, revision, recipients, ...given } = body
  const people = (await stored.peopleToReceive(tx)).map(({ id }) => id)
  const stranger = recipients.find((id) => !people.includes(id))
  if (stranger !== undefined) throw badRequest('recipients', `${stranger} is not an account with a role`)
  const content = { ...given, on_day: given.every === 'day' ? 0 : given.on_day }
  const old = changed === undefined ? undefined : await own(tx, principal, changed)
  const next = dueWhenSaved(content, old, app)
  if (!old && (await stored.deliveriesOf(tx, principal.userId)).length >= MAX_DELIVERIES)
    throw new HttpError('too-many-deliveries')
  const id = old?.id ?? (await stored.createDelivery(tx, principal.userId, content, { next, now: now() }))
  if (old) await stored.changeDelivery(tx, { id, revision }, content, next)
  await stored.setRecipients(tx, id, recipients)
  const action = old ? 'delivery.update' : 'delivery.create'
  const after = {
    question: content.question,
    view: content.view_id,
    table: content.table,
    address: content.address,
    recipients,
    paused: content.paused,
  }
  await audit(tx, principal, { action, subject: content.name, after }, now())
  return id
}
