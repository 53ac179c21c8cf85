// Compares the accounts of companies, because a changed role does not change an account's modification date.
import { sql } from '#server/store/sql.ts'
import { SourceError } from '../source.ts'
import { BATCH_SIZE, inBatches, refetchCustomers } from './refetch.ts'
import type { Sync } from './sync.ts'
import { EMPTY_RESULT, mergeResults, type SyncResult } from './upsert.ts'

/** Accounts compared per night, role by role in rotation. Larger roles wait for the full listing of accounts. */
const MAX_ACCOUNTS = 10_000
const DAY_MS = 24 * 3600_000

interface Role {
  readonly role: string
  readonly accounts: number
}

export async function compareCompanyAccounts(sync: Sync): Promise<SyncResult> {
  let total = EMPTY_RESULT
  for (const { role } of await rolesOfTonight(sync))
    total = mergeResults(total, await compareRole(sync, role))
  return total
}

async function rolesOfTonight({ store, now }: Sync): Promise<Role[]> {
  const roles = await store.all<Role>(
    sql`select role, count(*) as accounts from customers where company <> '' group by role order by role`,
  )
  const fitting = roles.filter(({ accounts }) => accounts <= MAX_ACCOUNTS)
  const first = Math.floor(now().getTime() / DAY_MS) % Math.max(fitting.length, 1)
  let left = MAX_ACCOUNTS
  return [...fitting.slice(first), ...fitting.slice(0, first)].filter(({ accounts }) => {
    left -= Math.max(accounts, BATCH_SIZE)
    return left >= 0
  })
}

async function compareRole(sync: Sync, role: string): Promise<SyncResult> {
  const { store } = sync
  const inShop = await shopRoles(sync, role)
  const rows = await store.all<{ customer_id: number; role: string }>(sql`
    select customer_id, role from customers where role = ${role} or customer_id in (${[...inShop.keys()]})`)
  const stored = new Map(rows.map((row) => [row.customer_id, row.role]))
  const ids = [...new Set([...inShop.keys(), ...stored.keys()])]
  const differing = ids.filter((id) => inShop.get(id) !== stored.get(id))
  return inBatches(sync, differing, refetchCustomers)
}

/**
 * Account → the role that the shop displays, which differs for accounts with several roles. A role unknown to the shop has
 * no accounts.
 */
async function shopRoles({ changes }: Sync, role: string): Promise<Map<number, string>> {
  const roles = new Map<number, string>()
  try {
    for await (const page of changes.accountsWithRole(role))
      for (const account of page) roles.set(account.id, account.role)
  } catch (error) {
    if (!(error instanceof SourceError && error.kind === 'refused')) throw error
  }
  return roles
}
