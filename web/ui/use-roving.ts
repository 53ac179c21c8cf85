// Roving tabindex: one tab stop for a group of chart elements or buttons; arrows, Home and End move inside it.
import { type KeyboardEvent, useRef, useState } from 'react'
import { entryOf } from '#contract/entry.ts'

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

function target(key: string, from: number, count: number): number | null {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = entryOf(STEPS, key)
  return step === undefined ? null : Math.max(0, Math.min(count - 1, from + step))
}

/** `start` is the initial tab stop. Returns a function that gives the props of the element at an index. */
export function useRoving<E extends HTMLOrSVGElement = SVGElement>(
  count: number,
  start: number,
  onPick?: (index: number) => void,
) {
  const [stop, setStop] = useState<number | null>(null)
  const elements = useRef(new Map<number, E>())
  const current = Math.min(stop ?? start, count - 1)

  const onKeyDown = (index: number) => (event: KeyboardEvent) => {
    if (onPick && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault()
      onPick(index)
      return
    }
    const next = target(event.key, index, count)
    if (next === null) return
    event.preventDefault()
    setStop(next)
    elements.current.get(next)?.focus()
  }

  return (index: number) => ({
    tabIndex: index === current ? 0 : -1,
    ref: (element: E | null) => {
      if (element) elements.current.set(index, element)
      else elements.current.delete(index)
    },
    onKeyDown: onKeyDown(index),
  })
}
