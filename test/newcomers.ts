// Accounts in addition to those of every test app, and calls as one of them.
import type { Permission } from '#contract/permissions.ts'
import { addAccount, createRole } from '#server/features/account/accounts.ts'
import type { App } from '#server/http/app.ts'
import type { Store } from '#server/store/store.ts'
import { PASSWORD, signIn } from './app.ts'

export type CallWithToken = [token: string, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object]

export const callWithToken = (app: App, ...[token, method, url, payload]: CallWithToken) =>
  app.server.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}` },
    ...(payload && { payload }),
  })

/** A new account with its own role; returns its session. */
export async function addNewcomer(
  app: App,
  store: Store,
  name: string,
  permissions: readonly Permission[],
  dist_ids: readonly string[] | null = null,
): Promise<{ email: string; session: string }> {
  await store.transaction((tx) => createRole(tx, { name, permissions, dist_ids }))
  const email = `${name}@example.com`
  await addAccount(store, { email, name, role: name, password: PASSWORD }, new Date())
  return { email, session: await signIn(app, email) }
}
