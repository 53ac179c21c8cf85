// Ends long work, such as an export, when its caller loses access: one poll of the versions serves all that is running.
import type { App, Versions } from './app.ts'
import type { Principal } from './principal.ts'

interface Deps extends Pick<App, 'versions'> {
  /** Whether the caller of a running call could still make it and get the same result. */
  holdsAccess(principal: Principal): Promise<boolean>
  onError(error: unknown): void
}

const POLL_MS = 400

interface Watched {
  readonly principal: Principal
  readonly controller: AbortController
  /** Version of the accounts for which access was last known to hold. */
  version: number
}

const accountsOf = (versions: Versions) => versions.get('accounts')?.version ?? 0

export function accessWatcher({ versions, holdsAccess, onError }: Deps): App['watchAccess'] {
  const watched = new Set<Watched>()
  let timer: NodeJS.Timeout | undefined

  const check = async () => {
    const version = accountsOf(await versions())
    for (const one of [...watched].filter((item) => item.version !== version)) {
      if (!(await holdsAccess(one.principal))) one.controller.abort()
      one.version = version
    }
  }
  const schedule = () => {
    timer = setTimeout(async () => {
      // An unavailable store is asked again.
      await check().catch(onError)
      timer = undefined
      if (watched.size > 0) schedule()
    }, POLL_MS).unref()
  }

  return (principal, at) => {
    const one = { principal, controller: new AbortController(), version: accountsOf(at) }
    watched.add(one)
    if (timer === undefined) schedule()
    return { signal: one.controller.signal, stop: () => void watched.delete(one) }
  }
}
