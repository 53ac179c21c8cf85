// Interaction of chart marks (bars, points, markers): keyboard, hover and picking.
import { useState } from 'react'
import { useRoving } from './use-roving.ts'

/** `start` is the initial tab stop. Spread `mark(index)` over the element of each mark; `active` is the hovered or focused one. */
export function useMarks(count: number, start: number, onPick?: (index: number) => void) {
  const [active, setActive] = useState<number | null>(null)
  const roving = useRoving(count, start, onPick)
  const deactivate = () => setActive(null)
  const mark = (index: number, pressed?: boolean) => ({
    ...roving(index),
    role: onPick ? 'button' : 'img',
    'data-link': onPick ? '' : undefined,
    'aria-pressed': onPick ? pressed : undefined,
    onPointerEnter: () => setActive(index),
    onPointerLeave: deactivate,
    onFocus: () => setActive(index),
    onBlur: deactivate,
    onClick: () => onPick?.(index),
  })
  return { active, mark }
}
