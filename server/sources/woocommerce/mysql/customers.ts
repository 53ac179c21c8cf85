// Accounts of every role, as in the REST API.
import type { CustomerPayload } from '../payloads.ts'
import { type Database, quoted, textOf } from './database.ts'
import { metaOf, metaTable } from './meta.ts'
import { billingOf, time } from './order-rows.ts'
import { phpMap } from './php-serialize.ts'
import type { ShopTables } from './tables.ts'

const FIELDS = ['first_name', 'last_name', 'last_update']
const BILLING = ['first_name', 'last_name', 'city', 'state', 'country', 'email'] as const

/** Sites of a network share accounts; those with capabilities on this site belong to it. An additional condition, or ''. */
export const belongsToSite = (tables: ShopTables): string =>
  tables.multisite
    ? `and exists (select 1 from ${tables.name('usermeta')} c where c.user_id = u.ID and c.meta_key = ${quoted(`${tables.prefix}capabilities`)})`
    : ''

export async function customerBatch(
  db: Database,
  tables: ShopTables,
  keys: readonly string[],
  after: number,
  size: number,
): Promise<CustomerPayload[]> {
  const users = tables.name('users')
  const capabilities = `${tables.prefix}capabilities`
  const rows = await db.rows(
    `select u.ID, u.user_email, u.user_registered from ${users} u where u.ID > ${after} ${belongsToSite(tables)} order by u.ID limit ${size}`,
  )
  const last = rows.at(-1)?.[0]
  if (last === undefined) return []
  const metas = await metaOf(
    db,
    metaTable(tables, 'usermeta', 'user_id', 'umeta_id'),
    { from: `${users} u`, where: `u.ID > ${after} and u.ID <= ${Number(last)}` },
    'u.ID',
    [...FIELDS, capabilities, ...BILLING.map((field) => `billing_${field}`), ...keys],
  )
  const roles = phpMap(tables.option(`${tables.prefix}user_roles`))
  return rows.map(([user, email, registered]) => {
    const id = Number(user)
    const meta = metas(id)
    // WooCommerce shows the first capability if it is a role, else 'customer'.
    const role = [...phpMap(meta.first(capabilities)).keys()][0] ?? ''
    return {
      id,
      date_created: null,
      date_created_gmt: time(registered),
      date_modified: null,
      date_modified_gmt: instant(meta.first('last_update')),
      email: textOf(email),
      first_name: meta.first('first_name'),
      last_name: meta.first('last_name'),
      role: roles.has(role) ? role : 'customer',
      billing: billingOf((field) => meta.first(`billing_${field}`)),
      meta_data: meta.listed((key) => keys.includes(key)),
    }
  })
}

/** ISO 8601 without zone, from seconds since 1970. */
function instant(seconds: string): string | null {
  const at = Number(seconds) * 1000
  return at > 0 && at < 8.64e15 ? new Date(at).toISOString().slice(0, 19) : null
}
