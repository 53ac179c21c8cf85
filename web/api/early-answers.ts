// Responses to requests that web/early.ts sent while the application's code was loading. Each is used once.

export interface EarlyResponses {
  /** Token of the session that sent them. */
  readonly token: string
  /** Responses by path; null after a network error. */
  readonly responses: Map<string, Promise<Response | null>>
}

declare global {
  interface Window {
    gondolaEarly?: EarlyResponses
  }
}

/** Age of the page, ms, after which early responses are stale. */
const FRESH_MS = 15_000

/** The response to an early request; undefined if there was none or it failed, so that the caller sends its own. */
export async function takeEarly(path: string, token: string | null): Promise<Response | undefined> {
  const early = window.gondolaEarly
  if (early?.token !== token || performance.now() > FRESH_MS) return undefined
  const pending = early.responses.get(path)
  early.responses.delete(path)
  const response = await pending
  return response?.ok ? response : undefined
}
