// Writes catalogue records in one transaction: equal ones are kept, missing ones removed.
import { sql } from '#server/store/sql.ts'
import { bumpVersions } from '#server/store/versions.ts'
import type { SourceRecord } from '../source.ts'
import { writeCoupons, writeProducts } from '../write-catalog.ts'
import type { Sync } from './sync.ts'
import { addToStats, applyChange, type SyncResult, type UpsertOptions, updateRejects } from './upsert.ts'

export async function upsertProducts(
  sync: Sync,
  records: readonly SourceRecord[],
  { gone = [], alsoWrite }: UpsertOptions = {},
): Promise<SyncResult> {
  const { facts, rejects, size } = await sync.changes.translate.products(records)
  const ids = facts.map(({ product_id }) => product_id)
  const parents = facts.filter(({ parent_id }) => parent_id === 0).map(({ product_id }) => product_id)
  const result = await applyChange(sync.store, async (tx) => {
    const { written, months } = await writeProducts(tx, facts)
    const isGone = sql`
      (parent_id in (${parents}) and product_id not in (${ids})) or product_id in (${gone}) or parent_id in (${gone})`
    const removed = await tx.run(
      sql`update products set status = 'deleted' where status <> 'deleted' and (${isGone})`,
    )
    if (removed > 0) await bumpVersions(tx, ['dimensions'])
    await updateRejects(tx, 'products', [...ids, ...gone], rejects)
    await alsoWrite?.(tx)
    return { read: size, written, removed, rejected: rejects.length, months }
  })
  addToStats(sync, 'products', result, rejects)
  return result
}

export async function upsertCoupons(
  sync: Sync,
  records: readonly SourceRecord[],
  { gone = [], alsoWrite }: UpsertOptions = {},
): Promise<SyncResult> {
  const { facts, rejects, size } = await sync.changes.translate.coupons(records)
  const ids = facts.map(({ coupon_id }) => coupon_id)
  const result = await applyChange(sync.store, async (tx) => {
    const { written } = await writeCoupons(tx, facts)
    const removed = await tx.run(sql`delete from coupons where coupon_id in (${gone})`)
    if (removed > 0) await bumpVersions(tx, ['dimensions'])
    await updateRejects(tx, 'coupons', [...ids, ...gone], rejects)
    await alsoWrite?.(tx)
    return { read: size, written, removed, rejected: rejects.length, months: [] }
  })
  addToStats(sync, 'coupons', result, rejects)
  return result
}
