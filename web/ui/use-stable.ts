// A callback with a stable identity that always runs the latest version, so that memoised children do not re-render.
import { useCallback, useLayoutEffect, useRef } from 'react'

/** For event handlers and timers. Must not be called during rendering. */
export function useStable<Args extends readonly unknown[], Result>(
  does: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(does)
  useLayoutEffect(() => {
    latest.current = does
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}
