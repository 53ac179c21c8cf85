// Accounts of companies: a role that was given or taken moves no date of the account, so their lists are compared. Room ingest.
import { SourceError } from '#server/sources/woocommerce/errors.ts'
import { sql } from '#server/store/sql.ts'
import { AT_ONCE, inPieces, refetchCustomers } from './refetch.ts'
import type { Sync } from './sync.ts'
import { EMPTY_RESULT, mergeResults, type SyncResult } from './upsert.ts'

/** Together so many a night, a hundred per request: the roles take turns. A larger role waits for the list of all accounts. */
const ACCOUNTS = 10_000
const DAY_MS = 24 * 3600_000

interface Role {
  readonly role: string
  readonly accounts: number
}

export async function compareCompanyAccounts(sync: Sync): Promise<SyncResult> {
  let all = EMPTY_RESULT
  for (const { role } of await rolesOfTonight(sync)) all = mergeResults(all, await compareRole(sync, role))
  return all
}

async function rolesOfTonight({ store, now }: Sync): Promise<Role[]> {
  const known = await store.all<Role>(
    sql`select role, count(*) as accounts from customers where company <> '' group by role order by role`,
  )
  const fitting = known.filter(({ accounts }) => accounts <= ACCOUNTS)
  const first = Math.floor(now().getTime() / DAY_MS) % Math.max(fitting.length, 1)
  let left = ACCOUNTS
  return [...fitting.slice(first), ...fitting.slice(0, first)].filter(({ accounts }) => {
    left -= Math.max(accounts, AT_ONCE)
    return left >= 0
  })
}

async function compareRole(sync: Sync, role: string): Promise<SyncResult> {
  const { store } = sync
  const told = await rolesTold(sync, role)
  const stored = await store.all<{ customer_id: number; role: string }>(sql`
    select customer_id, role from customers where role = ${role} or customer_id in (${[...told.keys()]})`)
  const roles = new Map(stored.map((row) => [row.customer_id, row.role]))
  const differing = [...new Set([...told.keys(), ...roles.keys()])].filter(
    (id) => told.get(id) !== roles.get(id),
  )
  return inPieces(sync, differing, refetchCustomers)
}

/** Account → the role it shows, which is another one where it has two. Nobody has a role that the shop does not know any more. */
async function rolesTold({ changes }: Sync, role: string): Promise<Map<number, string>> {
  const told = new Map<number, string>()
  try {
    for await (const page of changes.rolesOf(role)) for (const one of page) told.set(one.id, one.role)
  } catch (error) {
    if (!(error instanceof SourceError && error.kind === 'refused')) throw error
  }
  return told
}
