// Loads the chunk of a screen, and tells a new version on the server apart from an unreachable server.
import { NetworkError } from '#web/api/errors.ts'

/** Vite never retries a style sheet that failed to load, so later screens would lack it. Failed code is fetched again. */
let styleFailed = false
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') styleFailed = true
  },
  // The error of an element reaches the window in this phase only.
  { capture: true },
)

const serverResponds = () =>
  fetch('/api/health', { cache: 'no-store' }).then(
    () => true,
    () => false,
  )

/** The router reloads the page for errors with this text, once for each distinct message. */
const reloadError = () => new Error(`Failed to fetch dynamically imported module before ${Date.now()}`)

/**
 * A missing chunk makes the router reload the page, which loads the new version. While the server is unreachable a reload
 * would show the browser's error page, so the failure becomes a `NetworkError`, which is shown inside the frame.
 */
export const loadChunk =
  <Module>(load: () => Promise<Module>) =>
  async (): Promise<Module> => {
    if (styleFailed && (await serverResponds())) throw reloadError()
    try {
      return await load()
    } catch (error) {
      if (await serverResponds()) throw error
      throw new NetworkError(String(error))
    }
  }
