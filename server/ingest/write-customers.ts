import type { CustomerFact } from '#server/domain/facts.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import type { Queries, Row } from '#server/store/store.ts'
import { bumpVersions, lockDimensions, markDirty } from '#server/store/versions.ts'
import { customersWithoutForgotten } from './forgotten.ts'
import type { Written } from './write.ts'
import { CUSTOMERS } from './write-columns.ts'
import { deleteByKey, newestByKey, replaceFacts, sameFact, storedByKey } from './write-rows.ts'

/** Columns that registrations are counted by. */
const COUNTED = ['month', 'role', 'company', 'province'] as const

/** Columns that orders of accounts and guests are grouped by. */
const OF_BUYERS = ['role', 'company', 'email'] as const

/**
 * Replaces accounts; equal or newer rows stay. Marks months of registration dirty whose counts change, and months of orders
 * whose buyer changes: those of a new account or one with a new role, and those of guests with the account's e-mail, who
 * count as the same buyer.
 */
export async function writeCustomers(tx: Queries, told: readonly CustomerFact[]): Promise<Written> {
  const facts = await customersWithoutForgotten(tx, told)
  const changes = await replaceFacts(tx, CUSTOMERS, 'customer_id', facts)
  const recounted = changes.filter(({ before, after }) => !before || !sameFact(COUNTED, before, after))
  const others = changes.filter(({ before, after }) => !before || !sameFact(OF_BUYERS, before, after))
  const months = new Set([
    ...recounted.flatMap(({ before, after }) => [...(before ? [String(before.month)] : []), after.month]),
    ...(await monthsOfBuyers(
      tx,
      others.map(({ after }) => after.customer_id),
      others.flatMap(({ before, after }) => [...(before ? [String(before.email)] : []), after.email]),
    )),
  ])
  await markDirty(tx, [...months].sort())
  if (changes.length) await bumpVersions(tx, ['dimensions'])
  const distinct = newestByKey(
    facts,
    ({ customer_id }) => customer_id,
    ({ modified_at }) => modified_at,
  ).size
  return { written: changes.length, unchanged: distinct - changes.length, months: [...months].sort() }
}

/** Deletes accounts that the shop no longer has; their orders stay. Returns the months concerned. */
export async function removeCustomers(tx: Queries, ids: readonly number[]): Promise<string[]> {
  const stored = [...(await storedByKey(tx, CUSTOMERS.table, 'customer_id', ids)).values()]
  const known = stored.map((row) => Number(row.customer_id))
  await deleteByKey(tx, CUSTOMERS.table, 'customer_id', known)
  const emails = stored.map((row: Row) => String(row.email))
  const bought = await monthsOfBuyers(tx, known, emails)
  const months = new Set([...stored.map((row) => String(row.month)), ...bought])
  await markDirty(tx, [...months].sort())
  if (stored.length) await bumpVersions(tx, ['dimensions'])
  return [...months].sort()
}

/** `month` of the counted orders of these accounts, and of guests with these e-mails; each once. */
export const monthsOfOrders = (ids: readonly number[] | Sql, emails: readonly string[] | Sql): Sql => sql`
  select month from orders where counted and customer_id in (${ids})
  union
  select month from orders where counted and customer_id = 0 and email in (${emails})`

/** Months with orders of these accounts, or of guests with these e-mails. */
async function monthsOfBuyers(
  tx: Queries,
  ids: readonly number[],
  emails: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const known = [...new Set(emails)].filter((email) => email !== '')
  await lockDimensions(tx, 'change')
  const rows = await tx.all<{ month: string }>(monthsOfOrders(ids, known))
  return rows.map(({ month }) => month)
}
