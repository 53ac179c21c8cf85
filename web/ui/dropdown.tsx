// A button and what opens under it, closed by Escape, by a press elsewhere and by leaving it: the browser's own popover, so that
// a closed one costs nothing. Touches React.
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

/** What the button needs to open it. */
interface Opener {
  popoverTarget: string
  'aria-expanded': boolean
  'aria-haspopup': 'dialog' | 'menu'
}

interface DropdownProps {
  label: string
  role: 'dialog' | 'menu'
  /** Its width, px: then it stands under the button's middle, else under its right end. */
  width?: number
  button: (opener: Opener) => ReactElement
  children: (close: () => void) => ReactNode
  onToggle?: (open: boolean) => void
}

const GAP = 6
/** Between it and the window's sides, px. */
const EDGE = 4
/** With less room below than this, px, it opens above. */
const LEAST = 220

/** Where the focus goes: what says so, the chosen one of several, else the first. */
const FIRST = '[data-autofocus], [type="radio"]:checked'
const FOCUSABLE = 'a[href], button, input, select'

/** Under the button, above it near the window's foot, and always inside the window. */
function placeAt(box: HTMLElement, button: Element, width: number | undefined): void {
  const { top, bottom, left, right } = button.getBoundingClientRect()
  const { clientWidth } = document.documentElement
  const below = innerHeight - bottom
  const under = below >= LEAST || below >= top
  const end = width === undefined ? right : (left + right + width) / 2
  const toEnd = Math.max(EDGE, clientWidth - end)
  box.style.right = `${width === undefined ? toEnd : Math.max(EDGE, Math.min(toEnd, clientWidth - width - EDGE))}px`
  box.style.top = under ? `${bottom + GAP}px` : 'auto'
  box.style.bottom = under ? 'auto' : `${innerHeight - top + GAP}px`
  box.style.maxHeight = `${(under ? below : top) - 2 * GAP}px`
}

const openerOf = (id: string) => document.querySelector(`[popovertarget="${CSS.escape(id)}"]`)

/** Stays at its button while the page moves under it, and closes where that leaves the window. */
function follow(box: HTMLElement, id: string, width: number | undefined): () => void {
  const moved = ({ target }: Event) => {
    const button = openerOf(id)
    if (!button || (target instanceof Node && box.contains(target))) return
    const { top, bottom } = button.getBoundingClientRect()
    if (bottom < 0 || top > innerHeight) box.hidePopover()
    else placeAt(box, button, width)
  }
  const ending = new AbortController()
  const { signal } = ending
  addEventListener('scroll', moved, { capture: true, passive: true, signal })
  addEventListener('resize', moved, { signal })
  return () => ending.abort()
}

export function Dropdown({ label, role, width, button, children, onToggle }: DropdownProps) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  /** Which opening is drawn; 0: none. What has the focus stays until the browser has taken the focus back. */
  const [drawn, setDrawn] = useState(0)
  const opener = () => openerOf(id)
  useEffect(() => (open && box.current ? follow(box.current, id, width) : undefined), [open, id, width])
  const onBeforeToggle = ({ newState }: ToggleEvent<HTMLDivElement>) => {
    const { current } = box
    const pressed = opener()
    const opens = newState === 'open'
    if (opens && current && pressed) placeAt(current, pressed, width)
    flushSync(() => {
      setOpen(opens)
      onToggle?.(opens)
      if (opens) setDrawn((before) => before + 1)
    })
    if (!opens || !current) return
    // The attribute itself: the browser goes there when it shows the box, and back to the button when it closes it.
    const first = current.querySelector(FIRST) ?? current.querySelector(FOCUSABLE)
    first?.setAttribute('autofocus', '')
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLDivElement>) => {
    // A press on the button closes it by itself.
    if (relatedTarget && !currentTarget.contains(relatedTarget) && relatedTarget !== opener())
      currentTarget.hidePopover()
  }
  return (
    <>
      {button({ popoverTarget: id, 'aria-expanded': open, 'aria-haspopup': role })}
      {/* biome-ignore-start lint/a11y: both roles have a name, and nobody presses the box itself */}
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
