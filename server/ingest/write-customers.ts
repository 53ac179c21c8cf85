import type { CustomerFact } from '#server/domain/facts.ts'
import { type Rollups, trackChange } from '#server/rollups/difference.ts'
import { renamePurchases } from '#server/rollups/rebuild-purchases.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import type { Queries, Row, Value } from '#server/store/store.ts'
import { bumpVersions, lockDimensions } from '#server/store/versions.ts'
import { customersWithoutForgotten } from './forgotten.ts'
import type { WriteOptions, Written } from './write.ts'
import { CUSTOMERS } from './write-columns.ts'
import { deleteByKey, newestByKey, replaceFacts, sameFact, storedByKey } from './write-rows.ts'

/** Columns that registrations are counted by. */
const COUNTED = ['month', 'role', 'company', 'province'] as const

/** Columns that decide which buyer orders of accounts and guests belong to. */
const OF_BUYERS = ['role', 'company', 'email'] as const

const NAMES = ['first_name', 'last_name'] as const

/**
 * Replaces accounts; equal or newer rows stay. Affects months of registration whose counts change, and months of orders
 * whose buyer changes: orders of a new account or one with a new role, and orders of guests with the account's e-mail, who
 * count as the same buyer. Bumps their versions and marks them dirty or updates their rollups. A new name changes no month: purchases
 * get it at once.
 */
export async function writeCustomers(
  tx: Queries,
  told: readonly CustomerFact[],
  rollups: Rollups = 'later',
  { authoritative }: Pick<WriteOptions, 'authoritative'> = {},
): Promise<Written> {
  const facts = await customersWithoutForgotten(tx, told)
  let tracked: Tracked | undefined
  const changes = await replaceFacts(tx, CUSTOMERS, 'customer_id', facts, {
    authoritative,
    async beforeWrite(changes) {
      tracked = await trackCustomers(tx, changes, rollups)
    },
  })
  await tracked?.updateRollups()
  if (changes.length) await bumpVersions(tx, ['dimensions'])
  const distinct = newestByKey(
    facts,
    ({ customer_id }) => customer_id,
    ({ modified_at }) => modified_at,
  ).size
  return { written: changes.length, unchanged: distinct - changes.length, months: tracked?.months ?? [] }
}

/** Deletes accounts that no longer exist in the shop; their orders stay. Returns the affected months. */
export async function removeCustomers(
  tx: Queries,
  ids: readonly number[],
  rollups: Rollups = 'later',
): Promise<string[]> {
  const stored = [...(await storedByKey(tx, CUSTOMERS.table, 'customer_id', ids)).values()]
  if (stored.length === 0) return []
  const { months, updateRollups } = await trackCustomers(
    tx,
    stored.map((before) => ({ before, after: undefined })),
    rollups,
  )
  const known = stored.map((row) => Number(row.customer_id))
  await deleteByKey(tx, CUSTOMERS.table, 'customer_id', known)
  await updateRollups()
  await bumpVersions(tx, ['dimensions'])
  return months
}

interface Tracked {
  readonly months: string[]
  readonly updateRollups: () => Promise<void>
}

/** Call it before the accounts change. */
async function trackCustomers(
  tx: Queries,
  changes: readonly { before: Row | undefined; after: CustomerFact | undefined }[],
  rollups: Rollups,
): Promise<Tracked> {
  const differing = (columns: readonly (keyof CustomerFact)[]) =>
    changes
      .filter(({ before, after }) => !before || !after || !sameFact(columns, before, after))
      .flatMap(({ before, after }) => [before, after])
      .filter((row) => row !== undefined)
  const idsOf = (rows: readonly { customer_id?: Value }[]) => [
    ...new Set(rows.map(({ customer_id }) => Number(customer_id))),
  ]
  const recounted = differing(COUNTED)
  const others = differing(OF_BUYERS)
  const renamed = changes.flatMap(({ before, after }) =>
    before && after && !sameFact(NAMES, before, after) ? after.customer_id : [],
  )
  if (others.length + renamed.length > 0) await lockDimensions(tx, 'change')
  const orders = await ordersOfBuyers(
    tx,
    idsOf(others),
    others.map(({ email }) => String(email)),
    rollups,
  )
  const months = [
    ...new Set([...recounted.map(({ month }) => String(month)), ...orders.map(({ month }) => month)]),
  ].sort()
  const touched = { orders: orders.map(({ order_id }) => order_id), customers: idsOf(recounted) }
  const updateRollups = await trackChange(tx, { ...touched, months }, rollups)
  return {
    months,
    async updateRollups() {
      await updateRollups()
      if (renamed.length > 0) await renamePurchases(tx, renamed)
    },
  }
}

/** Counted orders of these accounts, and of guests with these e-mails. */
const ordersOf = (columns: Sql, ids: readonly number[] | Sql, emails: readonly string[] | Sql): Sql => sql`
  select ${columns} from orders where counted and customer_id in (${ids})
  union
  select ${columns} from orders where counted and customer_id = 0 and email in (${emails})`

/** `month` of these orders, each once. */
export const monthsOfOrders = (ids: readonly number[] | Sql, emails: readonly string[] | Sql): Sql =>
  ordersOf(sql`month`, ids, emails)

/** One order per month, if the months are rebuilt anyway. */
async function ordersOfBuyers(
  tx: Queries,
  ids: readonly number[],
  emails: readonly string[],
  rollups: Rollups,
): Promise<{ month: string; order_id: number }[]> {
  if (ids.length === 0) return []
  const known = [...new Set(emails)].filter((email) => email !== '')
  return tx.all(
    rollups === 'later'
      ? sql`select month, 0 as order_id from (${monthsOfOrders(ids, known)}) bought`
      : ordersOf(sql`month, order_id`, ids, known),
  )
}
