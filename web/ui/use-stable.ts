// A function that stays the same one while what it does keeps up, so that what it is handed to need not draw anew. Touches React.
import { useCallback, useLayoutEffect, useRef } from 'react'

/** For what is called by people and timers, not while drawing. */
export function useStable<Args extends readonly unknown[], Result>(
  does: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(does)
  useLayoutEffect(() => {
    latest.current = does
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}
