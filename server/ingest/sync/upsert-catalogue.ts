// Writes catalogue records in one transaction: equal ones are kept, and missing variations are looked for.
import { sql } from '#server/store/sql.ts'
import { noteListed } from '../removal/removals.ts'
import { proveAbsences } from '../removal/settle.ts'
import type { SourceRecord } from '../source.ts'
import { writeCoupons, writeProducts } from '../write-catalog.ts'
import type { Sync } from './sync.ts'
import { addToStats, applyChange, type SyncResult, type UpsertOptions, updateRejects } from './upsert.ts'

export async function upsertProducts(
  sync: Sync,
  records: readonly SourceRecord[],
  { gone = new Map(), authoritative = false, alsoWrite }: UpsertOptions = {},
): Promise<SyncResult> {
  const { facts, rejects, size } = await sync.changes.translate.products(records)
  const ids = facts.map(({ product_id }) => product_id)
  const parents = facts.filter(({ parent_id }) => parent_id === 0).map(({ product_id }) => product_id)
  sync.proven.add('products', gone)
  const missing = await sync.store.all<{ id: number }>(sql`
    select product_id as id from products
    where status <> 'deleted' and product_id not in (${ids}) and parent_id in (${[...parents, ...gone.keys()]})`)
  await proveAbsences(
    sync,
    'products',
    missing.map(({ id }) => id),
    true,
  )
  const result = await applyChange(sync, async (tx) => {
    const { written, months } = await writeProducts(tx, facts, { authoritative })
    await noteListed(tx, 'products', ids)
    await updateRejects(tx, 'products', ids, rejects)
    await alsoWrite?.(tx)
    return { read: size, written, removed: 0, rejected: rejects.length, months }
  })
  addToStats(sync, 'products', result, rejects)
  return result
}

export async function upsertCoupons(
  sync: Sync,
  records: readonly SourceRecord[],
  { gone = new Map(), authoritative = false, alsoWrite }: UpsertOptions = {},
): Promise<SyncResult> {
  const { facts, rejects, size } = await sync.changes.translate.coupons(records)
  const ids = facts.map(({ coupon_id }) => coupon_id)
  sync.proven.add('coupons', gone)
  const result = await applyChange(sync, async (tx) => {
    const { written } = await writeCoupons(tx, facts, { authoritative })
    await noteListed(tx, 'coupons', ids)
    await updateRejects(tx, 'coupons', ids, rejects)
    await alsoWrite?.(tx)
    return { read: size, written, removed: 0, rejected: rejects.length, months: [] }
  })
  addToStats(sync, 'coupons', result, rejects)
  return result
}
