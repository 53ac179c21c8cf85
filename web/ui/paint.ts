// Work timed by what the browser paints.
import { startTransition, useCallback, useEffect, useRef, useState } from 'react'

/** Resolves after the given number of milliseconds. */
export const after = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds))

const PAUSE_MS = 250

/** Resolves when the browser is idle, or after a pause in browsers without `requestIdleCallback`. */
export const idle = () =>
  'requestIdleCallback' in window
    ? new Promise<void>((done) => requestIdleCallback(() => done()))
    : after(PAUSE_MS)

/** Runs a callback after the next paint. Returns a function that cancels it. */
export function afterPaint(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** False during the first render. */
export function usePainted(): boolean {
  const [painted, setPainted] = useState(false)
  useEffect(() => {
    if (painted) return
    return afterPaint(() => startTransition(() => setPainted(true)))
  }, [painted])
  return painted
}

const FRAME_MS = 16

/** Resolves after the next paint, or at once in a hidden tab. */
const nextPaint = () =>
  new Promise<void>((resolve) => {
    if (document.hidden) resolve()
    else requestAnimationFrame(() => setTimeout(resolve, FRAME_MS))
  })

/** Aborted when the component is unmounted. */
function useLifetime(): { readonly current: AbortSignal } {
  const lifetime = useRef(new AbortController().signal)
  useEffect(() => {
    const controller = new AbortController()
    lifetime.current = controller.signal
    return () => controller.abort()
  }, [])
  return lifetime
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))

/** `show` sets optimistic state, which lasts until the navigation has ended; null: navigates at once. */
export function usePaintFirst(): (show: (() => void) | null, navigate: () => Promise<void>) => void {
  const lifetime = useLifetime()
  return useCallback(
    (show, navigate) =>
      startTransition(async () => {
        const signal = lifetime.current
        if (show) {
          show()
          await nextPaint()
        }
        if (signal.aborted) return
        // A navigation without its screen never ends, and React holds back every later transition until this one has ended.
        await Promise.race([navigate(), aborted(signal)])
      }),
    [lifetime],
  )
}
