// Whether a component has been painted: what is out of sight then can wait for it. Touches React.
import { startTransition, useEffect, useState } from 'react'

/** False while the component is first drawn. */
export function usePainted(): boolean {
  const [painted, setPainted] = useState(false)
  useEffect(() => {
    const frame = requestAnimationFrame(() => setTimeout(() => startTransition(() => setPainted(true))))
    return () => cancelAnimationFrame(frame)
  }, [])
  return painted
}
