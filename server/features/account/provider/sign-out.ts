import type { AdminApp } from '#server/http/app.ts'
import { sql } from '#server/store/sql.ts'
import type { LoginOptions } from '../sign-in.ts'
import { configurationOf, signOutUrl } from './client.ts'
import { redirectUriOf } from './routes.ts'
import { activeProvider, clientOf } from './settings.ts'

/** The provider's sign-out address for a session that began there; null for others. */
export async function providerSignOut(
  { store }: AdminApp,
  { sealing, publicUrl }: Pick<LoginOptions, 'sealing' | 'publicUrl'>,
  sessionId: string,
): Promise<string | null> {
  const session = await store.one<{ provider: boolean }>(
    sql`select provider from sessions where session_id = ${sessionId}`,
  )
  const active = session?.provider ? await activeProvider(store) : undefined
  if (!active) return null
  try {
    return signOutUrl(await configurationOf(clientOf(active, sealing)), redirectUriOf(publicUrl)) ?? null
  } catch {
    // A provider that is down must not prevent the sign-out here.
    return null
  }
}
