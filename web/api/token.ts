// Storage of the access token: localStorage with "remember me", otherwise the tab's sessionStorage.
import { localStore, type PageStorage, sessionStore } from './storage.ts'

const KEY = 'accessToken'
/** How far the server's clock is ahead of this computer's, ms; stored beside the token. */
const AHEAD_KEY = 'gondola.clock'

interface Life {
  /** Seconds since 1970. */
  readonly from: number
  readonly to: number
}

/** The `iat` and `exp` claims; null when the token is no JWT or has no `exp`. */
function lifeOf(token: string): Life | null {
  try {
    const payload = token.split('.')[1] ?? ''
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    if (typeof claims !== 'object' || claims === null || !('exp' in claims)) return null
    if (typeof claims.exp !== 'number') return null
    const from = 'iat' in claims && typeof claims.iat === 'number' ? claims.iat : claims.exp
    return { from, to: claims.exp }
  } catch {
    return null
  }
}

/** A token without `exp` counts as expired. */
export function isExpired(token: string, now = serverNow()): boolean {
  const life = lifeOf(token)
  return life === null || life.to * 1000 <= now
}

/** True in the second half of the token's life. */
export function isDueForRenewal(token: string, now = serverNow()): boolean {
  const life = lifeOf(token)
  return life !== null && now >= ((life.from + life.to) / 2) * 1000 && now < life.to * 1000
}

/** The server's time as of the last token: the clock of this computer may be wrong. */
function serverNow(): number {
  const ahead = Number(sessionStore.getItem(AHEAD_KEY) ?? localStore.getItem(AHEAD_KEY))
  return Date.now() + (Number.isFinite(ahead) ? ahead : 0)
}

export const readToken = (): string | null => sessionStore.getItem(KEY) ?? localStore.getItem(KEY)

/** Whether the token is kept when the browser closes. */
export const isRemembered = (): boolean => localStore.getItem(KEY) !== null

/** Stores a token that was just issued. Without `remember`, keeps using the current storage, as for a renewal. */
export function writeToken(token: string, remember: boolean = sessionStore.getItem(KEY) === null): void {
  const [target, other] = remember ? [localStore, sessionStore] : [sessionStore, localStore]
  remove(other)
  const life = lifeOf(token)
  if (life && life.from < life.to) target.setItem(AHEAD_KEY, String(life.from * 1000 - Date.now()))
  target.setItem(KEY, token)
}

function remove(store: PageStorage): void {
  store.removeItem(KEY)
  store.removeItem(AHEAD_KEY)
}

export function clearToken(): void {
  remove(sessionStore)
  remove(localStore)
}

/** Written whenever a tab starts or stops looking as somebody else. */
export const VIEWING_KEY = 'gondola.viewing'

/**
 * Calls back when another tab signs in or out. Returns the unsubscribe function. Loads the page again when another tab looks as
 * somebody else.
 */
export function onTokenChangedElsewhere(listener: () => void): () => void {
  const heard = ({ storageArea, key }: StorageEvent) => {
    if (storageArea === localStorage && (key === KEY || key === null)) listener()
    if (key === VIEWING_KEY) location.reload()
  }
  addEventListener('storage', heard)
  return () => removeEventListener('storage', heard)
}
