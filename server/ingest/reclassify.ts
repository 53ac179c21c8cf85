// A new mapping for what is already stored: discounts and companies are placed anew from their names and roles, which the
// rows still tell; what only the store's records tell has to be imported again. Room ingest.
import { setImmediate } from 'node:timers/promises'
import type { MappingPart } from '#contract/shop-columns.ts'
import { newNotes } from '#server/ingest/notes.ts'
import { rebuildDirtyMonths } from '#server/rollups/rebuild.ts'
import type { Classify } from '#server/sources/woocommerce/classify.ts'
import type { Mapping } from '#server/sources/woocommerce/mapping.ts'
import { translateContext } from '#server/sources/woocommerce/translate.ts'
import { companyOf } from '#server/sources/woocommerce/translate-people.ts'
import { acquireLock } from '#server/store/locks.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries, Store } from '#server/store/store.ts'
import { bumpVersions, lockDimensions, markDirty } from '#server/store/versions.ts'
import { readMapping } from './import-mapping.ts'
import { monthsOfOrders } from './write-customers.ts'

export interface Reclassified {
  readonly discounts: number
  readonly customers: number
  readonly months: number
}

const PARTS: Record<MappingPart, readonly (keyof Mapping)[]> = {
  distributor: ['distributor', 'payments'],
  business: ['business', 'segment', 'primary_category_keys', 'ignored_categories'],
  customers: ['employee_id_keys', 'locality_keys', 'allow_communications_keys', 'allow_samples_keys'],
  discounts: ['discounts'],
  orders: ['invoice_number_keys'],
}

const readsMeta = ({ discounts }: Mapping): boolean => discounts.some(({ meta }) => meta !== undefined)

/** The parts that differ and that stored rows do not tell enough about. */
export function partsToImport(before: Mapping, after: Mapping): MappingPart[] {
  const differs = (fields: readonly (keyof Mapping)[]) =>
    fields.some((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
  const parts: MappingPart[] = ['distributor', 'business', 'customers', 'discounts', 'orders']
  return parts.filter((part) => {
    if (!differs(PARTS[part])) return false
    return part !== 'discounts' || readsMeta(before) || readsMeta(after)
  })
}

/** In the transaction that keeps the mapping and first in it, so that no figure is of one mapping and its rows of another. */
export async function reclassify(tx: Queries, before: Mapping, after: Mapping): Promise<Reclassified> {
  // Rows of many orders, in no order: whoever writes some of the same would wait for this, and this for them.
  await acquireLock(tx, 'sync', 'alone')
  await lockDimensions(tx, 'change')
  const { classify } = translateContext({ mapping: after, currency: '', timeZone: 'UTC' })
  const byName = !readsMeta(before) && !readsMeta(after)
  const discounts = byName ? await sortDiscounts(tx, classify) : { changed: 0, months: [] }
  const customers = await sortCustomers(tx, after)
  const months = [...new Set([...discounts.months, ...customers.months])].sort()
  await markDirty(tx, months)
  if (customers.changed > 0) await bumpVersions(tx, ['dimensions'])
  return { discounts: discounts.changed, customers: customers.changed, months: months.length }
}

interface MappingPlace {
  readonly store: Store
  readonly mappingFile?: string | undefined
  /** Somebody named the file, so that it has to be there. */
  readonly fileAsked?: boolean
}

/**
 * For what writes over a while by the mapping that held at its start: one that was saved meanwhile placed only what was stored
 * by then, so the rest is placed anew at the end.
 */
export async function underMapping<T>(
  { store, mappingFile = '', fileAsked = false }: MappingPlace,
  work: (mapping: Mapping) => Promise<T>,
): Promise<T> {
  const before = await readMapping(store, mappingFile, fileAsked)
  try {
    return await work(before)
  } finally {
    const after = await readMapping(store, mappingFile, false)
    if (JSON.stringify(after) !== JSON.stringify(before)) {
      await store.transaction((tx) => reclassify(tx, before, after))
      await rebuildDirtyMonths(store)
    }
  }
}

interface Sorted {
  readonly changed: number
  readonly months: readonly string[]
}

interface Placed {
  readonly kind: 'coupon' | 'fee'
  readonly name: string
  readonly discount_group: string
  readonly sub_group: string
  readonly promo_name: string
  readonly promo_type: string
}

/** Names in one statement. */
const AT_ONCE = 1_000

async function sortDiscounts(tx: Queries, classify: Classify): Promise<Sorted> {
  const places = await tx.all<Placed>(sql`
    select distinct kind, name, discount_group, sub_group, promo_name, promo_type from order_discounts`)
  // Equal new places go together: a shop has few of these, whatever the number of codes.
  const moves = new Map<string, { kind: 'coupon' | 'fee'; place: ReturnType<Classify>; names: Set<string> }>()
  for (const [index, row] of places.entries()) {
    // A shop with a code per customer has a million names; the server answers between them.
    if (index % AT_ONCE === AT_ONCE - 1) await setImmediate()
    const place = classify(row.kind, row.name, [])
    const { discount_group, sub_group, promo_name, promo_type } = place
    const now = JSON.stringify([discount_group, sub_group, promo_name, promo_type])
    if (now === JSON.stringify([row.discount_group, row.sub_group, row.promo_name, row.promo_type])) continue
    const key = `${row.kind} ${now}`
    const move = moves.get(key) ?? { kind: row.kind, place, names: new Set() }
    moves.set(key, { ...move, names: move.names.add(row.name) })
  }
  let changed = 0
  const months = new Set<string>()
  for (const { kind, place, names } of moves.values()) {
    const all = [...names]
    for (let from = 0; from < all.length; from += AT_ONCE) {
      const some = sql`order_discounts where kind = ${kind} and name in (${all.slice(from, from + AT_ONCE)})`
      const rows = await tx.all<{ month: string }>(sql`select distinct month from ${some}`)
      for (const { month } of rows) months.add(month)
      const { discount_group, sub_group, promo_name, promo_type } = place
      changed += await tx.run(sql`
        update order_discounts set discount_group = ${discount_group}, sub_group = ${sub_group},
          promo_name = ${promo_name}, promo_type = ${promo_type}
        where kind = ${kind} and name in (${all.slice(from, from + AT_ONCE)})`)
    }
  }
  return { changed, months: [...months] }
}

async function sortCustomers(tx: Queries, mapping: Mapping): Promise<Sorted> {
  const roles = await tx.all<{ role: string; company: string }>(
    sql`select distinct role, company from customers`,
  )
  let changed = 0
  const months = new Set<string>()
  for (const { role, company } of roles) {
    const now = companyOf(role, { mapping, notes: newNotes() })
    if (now === company) continue
    const same = sql`role = ${role} and company = ${company}`
    const accounts = sql`select customer_id from customers where ${same}`
    const emails = sql`select email from customers where ${same} and email <> ''`
    const rows = await tx.all<{ month: string }>(sql`
      select month from customers where ${same}
      union ${monthsOfOrders(accounts, emails)}`)
    for (const { month } of rows) months.add(month)
    changed += await tx.run(sql`update customers set company = ${now} where ${same}`)
  }
  return { changed, months: [...months] }
}
