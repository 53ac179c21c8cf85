// Shows a change at once and navigates after its paint: navigation costs as much time as a whole step may take.
import { startTransition, useCallback, useEffect, useRef } from 'react'

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
