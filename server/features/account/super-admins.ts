// Every change of accounts, roles or ways to sign in leaves a superAdmin who can sign in.

import type { ErrorCode } from '#contract/errors.ts'
import { SUPER_ADMIN } from '#contract/permissions.ts'
import { auditedChange } from '#server/http/audit.ts'
import { HttpError } from '#server/http/errors.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import type { Queries, Store } from '#server/store/store.ts'
import { foldEmail } from './accounts.ts'
import { activeProvider } from './provider/settings.ts'

/** Of `users`: accounts with a way to sign in. While local sign-in is closed, the emergency account alone counts. */
async function canSignIn(queries: Queries): Promise<Sql> {
  const provider = await activeProvider(queries)
  const local = sql`password_from in ('owner', 'administrator')`
  if (!provider) return local
  if (!provider.local) return sql`${local} and email = ${foldEmail(provider.emergency_email)}`
  return sql`(${local} or user_id in (select user_id from identities where issuer = ${provider.issuer}))`
}

async function isAdministered(queries: Queries, without = 0): Promise<boolean> {
  const found = await queries.one(sql`
    select 1 as found from users
    where role = ${SUPER_ADMIN} and deleted_at is null and user_id <> ${without} and ${await canSignIn(queries)} limit 1`)
  return found !== undefined
}

/** Whether nobody else could administer the product. */
export const isIndispensable = async (queries: Queries, userId: number): Promise<boolean> =>
  (await isAdministered(queries)) && !(await isAdministered(queries, userId))

/** An audited change after which a superAdmin can still sign in; throws `otherwise` if none could. */
export const administeredChange = <T>(
  store: Store,
  work: (tx: Queries) => Promise<T>,
  otherwise: ErrorCode = 'last-super-admin',
): Promise<T> =>
  auditedChange(store, async (tx) => {
    const before = await isAdministered(tx)
    const done = await work(tx)
    if (before && !(await isAdministered(tx))) throw new HttpError(otherwise)
    return done
  })
