// Whether a component has been painted: what is out of sight then can wait for it. Touches React.
import { createContext, startTransition, use, useEffect, useState } from 'react'
import { afterPaint } from './after-paint.ts'

/** Whether a part of the page is drawn before anybody sees it: nothing in it waits for a paint. */
export const DrawnAhead = createContext(false)

/** False while the component is first drawn. */
export function usePainted(): boolean {
  const [painted, setPainted] = useState(use(DrawnAhead))
  useEffect(() => {
    if (painted) return
    return afterPaint(() => startTransition(() => setPainted(true)))
  }, [painted])
  return painted
}
