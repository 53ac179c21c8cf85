// Whether a component has been painted: what is out of sight then can wait for it.
import { startTransition, useEffect, useState } from 'react'
import { afterPaint } from './after-paint.ts'

/** False while the component is first drawn. */
export function usePainted(): boolean {
  const [painted, setPainted] = useState(false)
  useEffect(() => {
    if (painted) return
    return afterPaint(() => startTransition(() => setPainted(true)))
  }, [painted])
  return painted
}
