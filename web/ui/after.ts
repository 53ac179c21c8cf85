/** Resolves after the given number of milliseconds. */
export const after = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds))

const PAUSE_MS = 250

/** Resolves when the browser is idle, or after a pause in browsers without `requestIdleCallback`. */
export const idle = () =>
  'requestIdleCallback' in window
    ? new Promise<void>((done) => requestIdleCallback(() => done()))
    : after(PAUSE_MS)
