// Accounts of companies: a role that was given or taken moves no date of the account, so their lists are compared. Room ingest.
import { ShopError } from '#server/sources/woocommerce/errors.ts'
import { sql } from '#server/store/sql.ts'
import { type Brought, bringCustomers, NOTHING, sum } from './bring.ts'
import { inTurn, type Sync } from './sync.ts'

/** Together so many a night, a hundred per request: the roles take turns. A larger role waits for the list of all accounts. */
const ACCOUNTS = 10_000
const AT_ONCE = 100
const DAY_MS = 24 * 3600_000

interface Role {
  readonly role: string
  readonly accounts: number
}

export async function compareCompanyAccounts(sync: Sync): Promise<Brought> {
  let all = NOTHING
  for (const { role } of await rolesOfTonight(sync)) all = sum(all, await compareRole(sync, role))
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

async function compareRole(sync: Sync, role: string): Promise<Brought> {
  const { store, changes } = sync
  const told = await rolesTold(sync, role)
  const stored = await store.all<{ customer_id: number; role: string }>(sql`
    select customer_id, role from customers where role = ${role} or customer_id in (${[...told.keys()]})`)
  const roles = new Map(stored.map((row) => [row.customer_id, row.role]))
  const differing = [...new Set([...told.keys(), ...roles.keys()])].filter(
    (id) => told.get(id) !== roles.get(id),
  )
  let mended = NOTHING
  for (let from = 0; from < differing.length; from += AT_ONCE) {
    const some = differing.slice(from, from + AT_ONCE)
    const brought = await inTurn(store, async () => {
      const records = await changes.byId('customers', some)
      const there = new Set(records.map((record) => Number(Reflect.get(Object(record), 'id'))))
      return bringCustomers(sync, records, { gone: some.filter((id) => !there.has(id)) })
    })
    mended = sum(mended, brought)
  }
  return mended
}

/** Account → the role it shows, which is another one where it has two. Nobody has a role that the shop does not know any more. */
async function rolesTold({ changes }: Sync, role: string): Promise<Map<number, string>> {
  const told = new Map<number, string>()
  try {
    for await (const page of changes.rolesOf(role)) for (const one of page) told.set(one.id, one.role)
  } catch (error) {
    if (!(error instanceof ShopError && error.kind === 'refused')) throw error
  }
  return told
}
