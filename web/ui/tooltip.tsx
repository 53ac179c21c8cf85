// Tooltip on hover and keyboard focus. Renders and positions nothing until it is shown, because a screen has dozens.
import {
  cloneElement,
  type FocusEvent,
  type HTMLAttributes,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import css from './tooltip.module.css'

interface TooltipProps {
  label: string
  /** Delay before the tooltip opens on hover, ms. */
  openDelay?: number
  /** Opens below the element, where content above it must stay visible. */
  below?: boolean
  /** Opens at the right of the element. */
  beside?: boolean
  /** One element that accepts HTML event handlers. */
  children: ReactElement<HTMLAttributes<HTMLElement>>
}

export function Tooltip({ label, openDelay = 300, below = false, beside = false, children }: TooltipProps) {
  const id = useId()
  const [anchor, setAnchor] = useState<Element | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const show = (element: Element, delay: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setAnchor(element), delay)
  }
  const hide = () => {
    clearTimeout(timer.current)
    setAnchor(null)
  }
  const own = children.props
  return (
    <>
      {cloneElement(children, {
        ...(anchor && { 'aria-describedby': id }),
        onPointerEnter: (event: PointerEvent<HTMLElement>) => {
          own.onPointerEnter?.(event)
          show(event.currentTarget, event.pointerType === 'touch' ? 0 : openDelay)
        },
        onPointerLeave: (event: PointerEvent<HTMLElement>) => {
          own.onPointerLeave?.(event)
          hide()
        },
        onFocus: (event: FocusEvent<HTMLElement>) => {
          own.onFocus?.(event)
          if (event.target.matches(':focus-visible')) show(event.currentTarget, 0)
        },
        onBlur: (event: FocusEvent<HTMLElement>) => {
          own.onBlur?.(event)
          hide()
        },
        onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
          own.onKeyDown?.(event)
          if (event.key === 'Escape') hide()
        },
      })}
      {anchor ? <Note {...{ id, anchor, label, below, beside }} onMove={hide} /> : null}
    </>
  )
}

const GAP = 6
const EDGE = 4

interface NoteProps {
  id: string
  anchor: Element
  label: string
  below: boolean
  beside: boolean
  onMove: () => void
}

/** Placed above, below or beside its element, on the other side where there is no room, and always inside the window. */
function Note({ id, anchor, label, below, beside, onMove }: NoteProps) {
  const note = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = note
    if (!current) return
    const around = anchor.getBoundingClientRect()
    const { width, height } = current.getBoundingClientRect()
    const middle = around.left + (around.width - width) / 2
    const wanted = beside ? around.right + GAP : middle
    const left = Math.max(EDGE, Math.min(wanted, document.documentElement.clientWidth - width - EDGE))
    const { clientHeight } = document.documentElement
    const over = around.top - height - GAP
    const under = around.bottom + GAP
    const level = around.top + (around.height - height) / 2
    const free = below ? (under + height > clientHeight - EDGE ? over : under) : over < EDGE ? under : over
    const top = beside ? level : free
    current.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`
  }, [anchor, below, beside])
  useEffect(() => {
    const { left, top } = anchor.getBoundingClientRect()
    // Nested scrollers count too; focusing an element may scroll without moving it.
    const look = () => {
      const now = anchor.getBoundingClientRect()
      if (now.left !== left || now.top !== top) onMove()
    }
    addEventListener('scroll', look, { capture: true, passive: true })
    return () => removeEventListener('scroll', look, { capture: true })
  }, [anchor, onMove])
  return createPortal(
    <div ref={note} id={id} role="tooltip" className={css.note} data-no-print>
      {label}
    </div>,
    document.body,
  )
}
