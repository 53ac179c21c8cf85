// How wide an element is, before it is first painted and whenever that changes. Touches React.
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

export function useWidth(): [RefObject<HTMLDivElement | null>, number] {
  const element = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    const measure = () => setWidth(Math.floor(current.getBoundingClientRect().width))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return [element, width]
}
