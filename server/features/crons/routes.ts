import { z } from 'zod'
import { type CronEntry, cronLogs, crons, runCron } from '#contract/crons.ts'
import { decideLargeOrders, largeOrders } from '#contract/large-orders.ts'
import { type ReconciliationRun, reconciliationRun, reconciliations } from '#contract/reconciliation.ts'
import type { RemovalCollection } from '#contract/removal-states.ts'
import { decideRemovals, removals } from '#contract/removals.ts'
import { distName, orderNumber } from '#server/figures/expressions.ts'
import type { AdminApp } from '#server/http/app.ts'
import { audit } from '#server/http/audit.ts'
import { HttpError } from '#server/http/errors.ts'
import { listRoute } from '#server/http/list-route.ts'
import { route } from '#server/http/route.ts'
import type { Author } from '#server/store/audit.ts'
import { sql, wholeShop } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'

export interface CronJobs {
  list(): Promise<CronEntry[]>
  /** Claims the job and runs it in the background; `also` runs in the claiming transaction. */
  start(
    key: string,
    options: { monthsBack?: number | undefined; also: (tx: Queries) => Promise<void> },
  ): Promise<'started' | 'unknown' | 'running'>
}

export interface Removals {
  /** Returns the number of records. */
  decide(
    action: 'accept' | 'keep' | 'restore',
    choice: { collection?: RemovalCollection | undefined; ids?: readonly number[] | undefined },
    by: Author,
  ): Promise<number>
  /** Returns the number of orders; undefined if sums could not hold them. */
  decideLarge(action: 'accept' | 'withdraw', ids: readonly number[], by: Author): Promise<number | undefined>
}

export function cronRoutes(app: AdminApp, jobs: CronJobs, decisions: Removals): void {
  route(app, crons, () => jobs.list())
  reconciliationRoute(app)

  listRoute(app, removals, ({ query: { state } }) => ({
    reads: ['jobs'],
    query: wholeShop(
      'records that left the shop',
      sql`
      select label, coalesce(nullif(number, ''), cast(record_id as text)) as number, record_id, collection, month, total, evidence, found_at, decided_at
      from removals where state = ${state}`,
    ),
  }))

  route(app, decideRemovals, async ({ body: { action, ...choice }, principal: caller }) => ({
    count: await decisions.decide(action, choice, caller),
  }))

  largeOrderRoutes(app, decisions)

  listRoute(app, cronLogs, ({ query: { status } }) => ({
    reads: ['jobs'],
    query: wholeShop(
      'runs of jobs',
      sql`
      select run_id as id, job_key as command_name, status, started_at, finished_at, message, processed, detail
      from job_runs where ${status === 'all' ? sql`true` : sql`status = ${status}`}`,
    ),
  }))

  route(app, runCron, async ({ params: { cron_id: key }, query: { subMonths }, principal: caller }) => {
    const after = { subMonths: subMonths ?? null }
    const outcome = await jobs.start(key, {
      monthsBack: subMonths,
      also: (tx) => audit(tx, caller, { action: 'cron.run', subject: key, after }, app.now()),
    })
    if (outcome === 'running') throw new HttpError('cron-running')
    const entry = outcome === 'started' && (await jobs.list()).find((job) => job.key === key)
    if (!entry) throw new HttpError('cron-not-found')
    return entry
  })
}

function largeOrderRoutes(app: AdminApp, decisions: Removals): void {
  listRoute(app, largeOrders, ({ query: { state } }) => ({
    reads: ['jobs'],
    query: wholeShop(
      'orders of an implausible size',
      sql`
      select o.order_id, ${orderNumber('o')} as number, o.order_date as date, o.status, o.dist_id, ${distName}, l.amount, l.units, l.found_at, l.decided_at
      from orders o join large_orders l on l.order_id = o.order_id
      left join distributors d on d.dist_id = o.dist_id where l.state = ${state}`,
    ),
  }))

  route(app, decideLargeOrders, async ({ body: { action, ids }, principal: caller }) => {
    const count = await decisions.decideLarge(action, ids, caller)
    if (count === undefined) throw new HttpError('accepted-orders-too-large')
    return { count }
  })
}

type LogRow = Pick<ReconciliationRun, 'id' | 'job' | 'started_at' | 'finished_at' | 'message'> & {
  status: string
  detail: string
}

const fields = reconciliationRun.shape
const detailSchema = z.object({
  shop: fields.shop.catch(null).default(null),
  repaired: z.array(z.object({ month: z.string() })).catch([]),
  unplaced: fields.unplaced.catch(null).default(null),
})

function reconciliationRoute(app: AdminApp): void {
  route(app, reconciliations, async () => {
    const runs = await app.store.all<LogRow>(sql`
      select run_id as id, job_key as job, status, started_at, finished_at, message, detail
      from job_runs where job_key in ('reconciliation', 'import') order by run_id desc limit 30`)
    return runs.map(({ detail, status, ...run }) => {
      const { shop, repaired, unplaced } = detailSchema.parse(JSON.parse(detail))
      return {
        ...run,
        status: fields.status.parse(status),
        shop,
        summaries_repaired: repaired.map(({ month }) => month),
        unplaced,
      }
    })
  })
}
