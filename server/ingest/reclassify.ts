// Applies changed rules to stored rows: discounts by name, companies by role. Fields that are not stored need another import.
import { setImmediate } from 'node:timers/promises'
import type { SavedMapping } from '#contract/shop.ts'
import { rebuildDirtyMonths } from '#server/rollups/rebuild.ts'
import { acquireLock } from '#server/store/locks.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries, Store } from '#server/store/store.ts'
import { bumpVersions, lockDimensions, markDirty } from '#server/store/versions.ts'
import type { Classifier, DiscountClass, Rules, Source } from './source.ts'
import { monthsOfOrders } from './write-customers.ts'

export type Reclassified = SavedMapping['sorted']

/** Runs first in the transaction that saves the rules, so that figures and rows never follow different rules. */
export async function reclassify(tx: Queries, before: Classifier, after: Classifier): Promise<Reclassified> {
  // It updates rows of many orders in no particular order, which would deadlock with other writers.
  await acquireLock(tx, 'sync', 'exclusive')
  await lockDimensions(tx, 'change')
  const classify = before.classifyDiscount && after.classifyDiscount
  const discounts = classify ? await reclassifyDiscounts(tx, classify) : { changed: 0, months: [] }
  const customers = await reclassifyCustomers(tx, after)
  const months = [...new Set([...discounts.months, ...customers.months])].sort()
  await markDirty(tx, months)
  if (customers.changed > 0) await bumpVersions(tx, ['dimensions'])
  return { discounts: discounts.changed, customers: customers.changed, months: months.length }
}

/** Runs `work` under the rules in force at its start. If they change meanwhile, what it stored is reclassified at the end. */
export async function withStableRules<T>(store: Store, source: Source, work: (rules: Rules) => Promise<T>) {
  const before = await source.rules()
  try {
    return await work(before)
  } finally {
    const after = await source.rules()
    if (after.fingerprint !== before.fingerprint) {
      await store.transaction((tx) => reclassify(tx, before, after))
      await rebuildDirtyMonths(store)
    }
  }
}

interface Changed {
  readonly changed: number
  readonly months: readonly string[]
}

interface StoredDiscount extends DiscountClass {
  readonly kind: 'coupon' | 'fee'
  readonly name: string
}

/** Names per statement. */
const BATCH = 1_000

async function reclassifyDiscounts(
  tx: Queries,
  classify: NonNullable<Classifier['classifyDiscount']>,
): Promise<Changed> {
  const stored = await tx.all<StoredDiscount>(sql`
    select distinct kind, name, discount_group, sub_group, promo_name, promo_type from order_discounts`)
  // Grouped by target: classes are few, whatever the number of codes.
  const moves = new Map<string, { kind: StoredDiscount['kind']; target: DiscountClass; names: Set<string> }>()
  for (const [index, row] of stored.entries()) {
    // Shops with a code per customer have a million names, so the server answers requests in between.
    if (index % BATCH === BATCH - 1) await setImmediate()
    const target = classify(row.kind, row.name)
    if (keyOf(target) === keyOf(row)) continue
    const key = `${row.kind} ${keyOf(target)}`
    const move = moves.get(key) ?? { kind: row.kind, target, names: new Set() }
    moves.set(key, { ...move, names: move.names.add(row.name) })
  }
  let changed = 0
  const months = new Set<string>()
  for (const { kind, target, names } of moves.values()) {
    const all = [...names]
    for (let from = 0; from < all.length; from += BATCH) {
      const named = sql`kind = ${kind} and name in (${all.slice(from, from + BATCH)})`
      const rows = await tx.all<{ month: string }>(
        sql`select distinct month from order_discounts where ${named}`,
      )
      for (const { month } of rows) months.add(month)
      changed += await tx.run(sql`
        update order_discounts set discount_group = ${target.discount_group}, sub_group = ${target.sub_group},
          promo_name = ${target.promo_name}, promo_type = ${target.promo_type}
        where ${named}`)
    }
  }
  return { changed, months: [...months] }
}

const keyOf = ({ discount_group, sub_group, promo_name, promo_type }: DiscountClass): string =>
  JSON.stringify([discount_group, sub_group, promo_name, promo_type])

async function reclassifyCustomers(tx: Queries, { companyOfRole }: Classifier): Promise<Changed> {
  const stored = await tx.all<{ role: string; company: string }>(
    sql`select distinct role, company from customers`,
  )
  let changed = 0
  const months = new Set<string>()
  for (const { role, company } of stored) {
    const target = companyOfRole(role)
    if (target === company) continue
    const same = sql`role = ${role} and company = ${company}`
    const accounts = sql`select customer_id from customers where ${same}`
    const emails = sql`select email from customers where ${same} and email <> ''`
    const rows = await tx.all<{ month: string }>(sql`
      select month from customers where ${same}
      union ${monthsOfOrders(accounts, emails)}`)
    for (const { month } of rows) months.add(month)
    changed += await tx.run(sql`update customers set company = ${target} where ${same}`)
  }
  return { changed, months: [...months] }
}
