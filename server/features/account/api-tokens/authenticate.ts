// API token → principal, cached like sessions until the version 'accounts' changes.
import { LRUCache } from 'lru-cache'
import type { TokenUse, Versions } from '#server/http/app.ts'
import { HttpError } from '#server/http/errors.ts'
import type { Principal } from '#server/http/principal.ts'
import { hashSecret, isSecret } from '#server/http/token-secret.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { rolesReadOnce } from '../accounts.ts'
import { networkOf } from '../rate-limit.ts'
import { readApiToken, recordTokenUse, type UsableApiToken } from './store.ts'

/** The stored last use of a token is at most this old. */
const USE_PAUSE_MS = 60_000
const MAX_CACHED = 5_000

type Cached = UsableApiToken & { usedAt: number }

export function apiTokenAuthenticator(store: Store, now: () => Date) {
  let version = -1
  let cache = new LRUCache<string, Cached>({ max: MAX_CACHED })
  const roles = rolesReadOnce(store)

  /** Not awaited, because it may queue behind an import. */
  const noteUse = (token: Cached, address: string) => {
    const at = now()
    if (at.getTime() - token.usedAt < USE_PAUSE_MS) return
    token.usedAt = at.getTime()
    recordTokenUse(store, token.principal.apiToken ?? 0, networkOf(address), at).catch(() => {})
  }

  /** Throws a 401 for an unknown, expired or revoked token. */
  return async (secret: string, versions: Versions, use?: TokenUse): Promise<Principal> => {
    if (!isSecret('pat', secret)) throw new HttpError('unauthorized')
    const current = versions.get('accounts')?.version ?? 0
    if (current !== version) {
      version = current
      cache = new LRUCache({ max: MAX_CACHED })
      roles.forget()
    }
    // A concurrent call may replace the cache while this one reads.
    const known = cache
    const hash = hashSecret(secret)
    let token = known.get(hash)
    // A token that has expired, or rests, is read again: its owner may have signed in since.
    if (!token || token.expires <= now().getTime()) {
      const found = await readApiToken(store, sql`t.token_hash = ${hash}`, await roles.read())
      if (!found) throw new HttpError('unauthorized')
      token = { ...found }
      known.set(hash, token)
    }
    if (token.expires <= now().getTime()) throw new HttpError('unauthorized')
    if (use) noteUse(token, use.address)
    return token.principal
  }
}
