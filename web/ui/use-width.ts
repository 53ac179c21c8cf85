// Measures the width of an element before the first paint and on every change.
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** Width between the margins of portrait A4, px. */
const PAPER = 700

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
    const forPaper = () => flushSync(() => setWidth(PAPER))
    addEventListener('beforeprint', forPaper)
    addEventListener('afterprint', measure)
    return () => {
      observer.disconnect()
      removeEventListener('beforeprint', forPaper)
      removeEventListener('afterprint', measure)
    }
  }, [])
  return [element, width]
}
