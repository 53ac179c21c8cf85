// Storage of the access token: localStorage with "remember me", otherwise the tab's sessionStorage.

const KEY = 'accessToken'

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
export function isExpired(token: string, now = Date.now()): boolean {
  const life = lifeOf(token)
  return life === null || life.to * 1000 <= now
}

/** True in the second half of the token's life. */
export function isDueForRenewal(token: string, now = Date.now()): boolean {
  const life = lifeOf(token)
  return life !== null && now >= ((life.from + life.to) / 2) * 1000 && now < life.to * 1000
}

export const readToken = (): string | null => sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY)

/** Whether the token is kept when the browser closes. */
export const isRemembered = (): boolean => localStorage.getItem(KEY) !== null

/** Without `remember`, keeps using the current storage, as for a renewal. */
export function writeToken(token: string, remember: boolean = sessionStorage.getItem(KEY) === null): void {
  const [target, other] = remember ? [localStorage, sessionStorage] : [sessionStorage, localStorage]
  other.removeItem(KEY)
  target.setItem(KEY, token)
}

export function clearToken(): void {
  sessionStorage.removeItem(KEY)
  localStorage.removeItem(KEY)
}

/** Calls back when another tab signs in or out. Returns the unsubscribe function. */
export function onTokenChangedElsewhere(listener: () => void): () => void {
  const heard = (event: StorageEvent) => {
    if (event.storageArea === localStorage && (event.key === KEY || event.key === null)) listener()
  }
  addEventListener('storage', heard)
  return () => removeEventListener('storage', heard)
}
