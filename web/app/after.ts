/** Fulfilled so many milliseconds later. */
export const after = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds))

const PAUSE_MS = 250

/** Fulfilled when the browser has nothing to do; not every browser can tell. */
export const idle = () =>
  'requestIdleCallback' in window
    ? new Promise<void>((done) => requestIdleCallback(() => done()))
    : after(PAUSE_MS)

/** Whoever saves data gets nothing that was not asked for. */
export const savesData = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
