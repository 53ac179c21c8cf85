// A screen's code, from a server that may be away just now. Touches web/api.
import { NetworkError } from '#web/api/errors.ts'

/** A style sheet that failed once is never asked for again, so a later screen would stand there without it. */
let incomplete = false
addEventListener('vite:preloadError', () => {
  incomplete = true
})

const answers = () =>
  fetch('/api/health', { cache: 'no-store' }).then(
    () => true,
    () => false,
  )

/** Worded so that the router loads the page anew; a new word each time, since it does so once for each. */
const lost = () => new Error(`Failed to fetch dynamically imported module before ${Date.now()}`)

/**
 * A chunk that is gone makes the router load the page anew, which finds the newer version. While nobody answers that would
 * trade the application for the browser's own error page, so the failure gets another name and stays inside the frame.
 */
export const loadChunk =
  <Module>(load: () => Promise<Module>) =>
  async (): Promise<Module> => {
    if (incomplete && (await answers())) throw lost()
    try {
      return await load()
    } catch (error) {
      if (await answers()) throw error
      throw new NetworkError(String(error))
    }
  }
