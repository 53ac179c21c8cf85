// Runs in the measured page; reports readiness, long tasks and layout shifts.

export interface Watch {
  /** Milliseconds from navigation until the screen with this title ('': any) is painted. */
  ready(title: string): Promise<number>
  /** Milliseconds from the next press until the screen of this path is painted; null: new content of the same path. */
  afterPress(path: string | null): Promise<number>
  /** Resolves when no response has arrived for a while. */
  quiet(): Promise<void>
  longestTask(): number
  forgetTasks(): void
  /** Layout shift score so far, as the browser reports it. */
  shift(): number
}

declare global {
  interface Window {
    gondolaWatch: Watch
  }
}

/** Serialised into the page, so it must not use outer variables. */
export function watch(): void {
  /** Users look at a screen for longer. */
  const QUIET = 1500
  let shifted = 0
  let longest = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
      if (!hadRecentInput) shifted += value
    }
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
  }).observe({ type: 'longtask', buffered: true })

  /** Skips content prerendered behind the screen. */
  const main = () => document.querySelector('main [data-layer="shown"]')
  const isBusy = () =>
    [...document.querySelectorAll('[aria-busy="true"]')].some(
      (busy) => !busy.closest('[data-layer="prerendered"]'),
    )
  const titled = (title: string) => {
    const shown = document.querySelector('h1')?.textContent ?? ''
    return title === '' ? shown !== '' : shown === title
  }
  const lit = () =>
    new URL(document.querySelector<HTMLAnchorElement>('nav a[aria-current="page"]')?.href ?? location.href)
      .pathname

  // Created before timing starts.
  const { port1, port2 } = new MessageChannel()

  /** Time when the frame after the matching one has been painted. */
  const painted = (holds: () => boolean) =>
    new Promise<number>((done) => {
      port1.onmessage = () => done(performance.now())
      const look = () => {
        if (holds()) port2.postMessage(null)
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })

  window.gondolaWatch = {
    ready: (title) => painted(() => titled(title) && !isBusy() && (main()?.textContent ?? '') !== ''),
    afterPress: (path) =>
      new Promise((done) => {
        const before = main()?.textContent ?? ''
        const changed = () => (main()?.textContent ?? '') !== before && !isBusy()
        addEventListener(
          'click',
          ({ timeStamp }) => {
            const there = () => path === null || (location.pathname === path && lit() === path)
            void painted(() => there() && changed()).then((end) => done(end - timeStamp))
          },
          { capture: true, once: true },
        )
      }),
    quiet: () =>
      new Promise((done) => {
        let count = -1
        const look = () => {
          const now = performance.getEntriesByType('resource').length
          if (now === count) return done()
          count = now
          setTimeout(look, QUIET)
        }
        look()
      }),
    longestTask: () => longest,
    forgetTasks: () => {
      longest = 0
    },
    shift: () => shifted,
  }
}
