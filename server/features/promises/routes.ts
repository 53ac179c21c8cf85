// The days within which orders are promised: in general, and of distributors that have their own.
import { PROMISED_DAYS } from '#contract/lists/service.ts'
import { type DeliveryPromises, deliveryPromises, savePromise } from '#contract/service.ts'
import type { AdminApp } from '#server/http/app.ts'
import { audit, auditedChange } from '#server/http/audit.ts'
import { badRequest } from '#server/http/errors.ts'
import { route } from '#server/http/route.ts'
import { inScope, type Scope, sql, wholeShop } from '#server/store/sql.ts'
import type { Queries, Reads } from '#server/store/store.ts'
import { bumpVersions } from '#server/store/versions.ts'

const GENERAL = ''

export function promiseRoutes(app: AdminApp): void {
  const { store, now } = app

  route(app, deliveryPromises, async ({ scope }) => {
    const own = await store.all<DeliveryPromises['own'][number]>(sql`
      select p.dist_id, coalesce(d.name, p.dist_id) as dist_name, p.days
      from delivery_promises p left join distributors d on d.dist_id = p.dist_id
      where p.dist_id <> ${GENERAL} and ${inScope(scope, sql`p.dist_id`)}
      order by 2, 1`)
    return { general: (await promiseOf(store, GENERAL)) ?? PROMISED_DAYS, own }
  })

  route(app, savePromise, ({ body: { dist_id, days }, principal, scope }) =>
    auditedChange(store, async (tx) => {
      await assertMaySet(tx, dist_id, scope)
      const key = dist_id ?? GENERAL
      const before = await promiseOf(tx, key)
      await tx.run(sql`delete from delivery_promises where dist_id = ${key}`)
      if (days !== null)
        await tx.run(sql`insert into delivery_promises (dist_id, days) values (${key}, ${sql.whole(days)})`)
      // Answers of every month depend on it.
      await bumpVersions(tx, ['dimensions'])
      const change = { action: 'promise.set' as const, subject: dist_id ?? 'general' }
      await audit(tx, principal, { ...change, before: { days: before }, after: { days } }, now())
    }),
  )
}

async function promiseOf(queries: Pick<Reads, 'one'>, key: string): Promise<number | null> {
  const row = await queries.one<{ days: number }>(
    wholeShop('promises', sql`select days from delivery_promises where dist_id = ${key}`),
  )
  return row?.days ?? null
}

/** A role with distributors sets the promises of those alone. */
async function assertMaySet(tx: Queries, distId: string | null, scope: Scope): Promise<void> {
  if (scope !== null && (distId === null || !scope.includes(distId)))
    throw badRequest('dist_id', 'must be a distributor of the role')
  if (distId === null) return
  const known = await tx.one(sql`select 1 as known from distributors where dist_id = ${distId}`)
  if (!known) throw badRequest('dist_id', 'must be a distributor')
}
