// Accounts with what the product reads of them, as REST lists customers of every role.
import type { CustomerPayload } from '../payloads.ts'
import { quoted, quotedList, textOf } from './cells.ts'
import type { Database } from './database.ts'
import { metaOf, time } from './order-heads.ts'
import { phpMap } from './php.ts'
import type { ShopTables } from './tables.ts'

const FIELDS = ['first_name', 'last_name', 'last_update']
const BILLING = ['first_name', 'last_name', 'city', 'state', 'country', 'email'] as const

export async function customerBatch(
  db: Database,
  tables: ShopTables,
  keys: readonly string[],
  after: number,
  size: number,
): Promise<CustomerPayload[]> {
  const users = tables.name('users')
  const capabilities = `${tables.prefix}capabilities`
  // A network of sites shares its accounts: those of this site have rights here.
  const here = tables.multisite
    ? `and exists (select 1 from ${tables.name('usermeta')} c where c.user_id = u.ID and c.meta_key = ${quoted(capabilities)})`
    : ''
  const heads = await db.rows(
    `select u.ID, u.user_email, u.user_registered from ${users} u where u.ID > ${after} ${here} order by u.ID limit ${size}`,
  )
  const last = heads.at(-1)?.[0]
  if (last === undefined) return []
  const wanted = [...FIELDS, capabilities, ...BILLING.map((field) => `billing_${field}`), ...keys]
  const metas = await db.rows(
    `select m.user_id, m.meta_key, m.meta_value from ${users} u
     straight_join ${tables.name('usermeta')} m ${tables.by('usermeta', 'user_id')} on m.user_id = u.ID
     where u.ID > ${after} and u.ID <= ${Number(last)} and m.meta_key in (${quotedList(wanted)}) order by m.umeta_id`,
  )
  const fields = new Map<number, Map<string, string>>()
  const custom = new Map<number, CustomerPayload['meta_data']>()
  for (const [user, name, value] of metas) {
    const [id, key] = [Number(user), textOf(name)]
    const own = fields.get(id) ?? new Map<string, string>()
    fields.set(id, own)
    if (!own.has(key)) own.set(key, textOf(value))
    if (!keys.includes(key)) continue
    const list = custom.get(id) ?? []
    custom.set(id, list)
    list.push(metaOf(key, value))
  }
  const roles = phpMap(tables.option(`${tables.prefix}user_roles`))
  return heads.map(([user, email, registered]) => {
    const id = Number(user)
    const field = (name: string) => fields.get(id)?.get(name) ?? ''
    // WooCommerce shows the first role, and 'customer' where the first right is none.
    const first = [...phpMap(field(capabilities)).keys()][0] ?? ''
    return {
      id,
      date_created: null,
      date_created_gmt: time(registered),
      date_modified: null,
      date_modified_gmt: instant(field('last_update')),
      email: textOf(email),
      first_name: field('first_name'),
      last_name: field('last_name'),
      role: roles.has(first) ? first : 'customer',
      billing: {
        first_name: field('billing_first_name'),
        last_name: field('billing_last_name'),
        city: field('billing_city'),
        state: field('billing_state'),
        country: field('billing_country'),
        email: field('billing_email'),
      },
      meta_data: custom.get(id) ?? [],
    }
  })
}

/** Seconds since 1970 as REST shows them. */
function instant(seconds: string): string | null {
  const at = Number(seconds) * 1000
  return at > 0 && at < 8.64e15 ? new Date(at).toISOString().slice(0, 19) : null
}
