// Requests the configuration and the first screen's code while the session is loading.
import { queryClient } from '#web/api/call.ts'
import { configQuery } from '#web/api/config.ts'
import { isExpired, readToken } from '#web/api/token.ts'
import { screens } from './screens.ts'

export function warmUp(path: string): void {
  const token = readToken()
  if (!token || isExpired(token)) return
  void queryClient.prefetchQuery({ ...configQuery, retry: false })
  // A failure shows when the router loads the chunk.
  screens
    .find((screen) => screen.path === path)
    ?.load()
    .catch(() => {})
}
