// Whether a component has been painted; content that was out of view can wait for that.
import { startTransition, useEffect, useState } from 'react'
import { afterPaint } from './after-paint.ts'

/** False during the first render. */
export function usePainted(): boolean {
  const [painted, setPainted] = useState(false)
  useEffect(() => {
    if (painted) return
    return afterPaint(() => startTransition(() => setPainted(true)))
  }, [painted])
  return painted
}
