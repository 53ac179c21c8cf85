// A button with a dropdown, built on the browser's popover: Escape, a click outside and leaving with the keyboard close it.
import {
  type FocusEvent,
  Fragment,
  type ReactElement,
  type ReactNode,
  type ToggleEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import css from './dropdown.module.css'

interface Opener {
  popoverTarget: string
  'aria-expanded': boolean
  'aria-haspopup': 'dialog' | 'menu'
}

interface DropdownProps {
  label: string
  role: 'dialog' | 'menu'
  /** Width in px. With a width the dropdown is centred under the button, otherwise aligned to one of its edges. */
  width?: number
  /** Opens at the right of the button. */
  beside?: boolean
  button: (opener: Opener) => ReactElement
  children: (close: () => void) => ReactNode
  onToggle?: (open: boolean) => void
}

const GAP = 6
/** Smallest distance to the sides of the window, px. */
const EDGE = 4
/** Opens above the button when less space than this is left below, px. */
const LEAST = 220

/** Initial focus: an element marked for it or the checked radio button, else the first one that takes it. */
const FIRST = '[data-autofocus], [type="radio"]:checked'
const FOCUSABLE = 'a[href], :is(button, input, select):not([disabled])'

interface Place {
  width: number | undefined
  beside: boolean
}

/** Below the button, or above it near the bottom of the window, and always inside the window. */
function placeAt(box: HTMLElement, button: Element, { width, beside }: Place): void {
  const { top, bottom, left, right } = button.getBoundingClientRect()
  if (beside) {
    const low = innerHeight - top < LEAST
    box.style.left = `${right + GAP}px`
    box.style.top = low ? 'auto' : `${top}px`
    box.style.bottom = low ? `${EDGE}px` : 'auto'
    box.style.maxHeight = `${(low ? innerHeight : innerHeight - top) - 2 * EDGE}px`
    return
  }
  placeAcross(box, { left, right }, width)
  const below = innerHeight - bottom
  const under = below >= LEAST || below >= top
  box.style.top = under ? `${bottom + GAP}px` : 'auto'
  box.style.bottom = under ? 'auto' : `${innerHeight - top + GAP}px`
  box.style.maxHeight = `${(under ? below : top) - 2 * GAP}px`
}

/** Centred under the button; without a width aligned to its edge on the nearer side of the window, where the room suffices. */
function placeAcross(
  box: HTMLElement,
  { left, right }: { readonly left: number; readonly right: number },
  width: number | undefined,
): void {
  const { clientWidth } = document.documentElement
  const isAtStart = width === undefined && left + right < clientWidth
  const end = width === undefined ? right : (left + right + width) / 2
  const fromStart = Math.max(EDGE, left)
  const toEnd = Math.max(EDGE, Math.min(clientWidth - end, clientWidth - (width ?? 0) - EDGE))
  box.style.left = isAtStart ? `${fromStart}px` : 'auto'
  box.style.right = isAtStart ? 'auto' : `${toEnd}px`
  const taken = isAtStart ? fromStart : width === undefined ? toEnd : EDGE
  box.style.maxWidth = `${clientWidth - taken - EDGE}px`
}

const openerOf = (id: string) => document.querySelector(`[popovertarget="${CSS.escape(id)}"]`)

/** Follows its button on scroll and resize; closes when the button leaves the window. */
function follow(box: HTMLElement, id: string, place: Place): () => void {
  const moved = ({ target }: Event) => {
    const button = openerOf(id)
    if (!button || (target instanceof Node && box.contains(target))) return
    const { top, bottom } = button.getBoundingClientRect()
    if (bottom < 0 || top > innerHeight) box.hidePopover()
    else placeAt(box, button, place)
  }
  const ending = new AbortController()
  const { signal } = ending
  addEventListener('scroll', moved, { capture: true, passive: true, signal })
  addEventListener('resize', moved, { signal })
  return () => ending.abort()
}

export function Dropdown({ label, role, width, beside = false, button, children, onToggle }: DropdownProps) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  /** Counts openings; 0 while closed. The content stays mounted until the browser has restored the focus. */
  const [drawn, setDrawn] = useState(0)
  const opener = () => openerOf(id)
  useEffect(
    () => (open && box.current ? follow(box.current, id, { width, beside }) : undefined),
    [open, id, width, beside],
  )
  const onBeforeToggle = ({ newState }: ToggleEvent<HTMLDivElement>) => {
    const { current } = box
    const pressed = opener()
    const opens = newState === 'open'
    if (opens && current && pressed) placeAt(current, pressed, { width, beside })
    flushSync(() => {
      setOpen(opens)
      onToggle?.(opens)
      if (opens) setDrawn((before) => before + 1)
    })
    if (!opens || !current) return
    // The browser moves the focus to the autofocus attribute on opening and back to the button on closing.
    const first = current.querySelector(FIRST) ?? current.querySelector(FOCUSABLE)
    first?.setAttribute('autofocus', '')
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLDivElement>) => {
    // A click on the button closes the popover in any case.
    if (relatedTarget && !currentTarget.contains(relatedTarget) && relatedTarget !== opener())
      currentTarget.hidePopover()
  }
  return (
    <>
      {button({ popoverTarget: id, 'aria-expanded': open, 'aria-haspopup': role })}
      {/* biome-ignore-start lint/a11y: the element has a role and a name, and its handlers only observe */}
      <div
        ref={box}
        id={id}
        popover="auto"
        role={role}
        aria-label={label}
        className={css.box}
        style={{ width }}
        onBeforeToggle={onBeforeToggle}
        onToggle={({ newState }) => newState === 'closed' && setDrawn(0)}
        onBlur={onBlur}
      >
        {drawn > 0 ? <Fragment key={drawn}>{children(() => box.current?.hidePopover())}</Fragment> : null}
      </div>
      {/* biome-ignore-end lint/a11y: as above */}
    </>
  )
}
