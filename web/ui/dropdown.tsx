// A button and what opens under it, closed by Escape and by a press elsewhere: the browser's own popover, so that a closed one
// costs nothing. Touches React.
import { type ReactElement, type ReactNode, type ToggleEvent, useId, useRef, useState } from 'react'
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
  button: (opener: Opener) => ReactElement
  children: (close: () => void) => ReactNode
}

const GAP = 6
/** With less room below than this, px, it opens above. */
const LEAST = 220

/** Where it opens: under the button's right end, above it near the window's foot. */
function placeAt(box: HTMLElement, button: Element): void {
  const { top, bottom, right } = button.getBoundingClientRect()
  const below = innerHeight - bottom
  const under = below >= LEAST || below >= top
  box.style.right = `${Math.max(4, document.documentElement.clientWidth - right)}px`
  box.style.top = under ? `${bottom + GAP}px` : 'auto'
  box.style.bottom = under ? 'auto' : `${innerHeight - top + GAP}px`
  box.style.maxHeight = `${(under ? below : top) - 2 * GAP}px`
}

export function Dropdown({ label, role, button, children }: DropdownProps) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const onBeforeToggle = ({ newState }: ToggleEvent<HTMLDivElement>) => {
    const { current } = box
    const opener = document.querySelector(`[popovertarget="${CSS.escape(id)}"]`)
    if (newState === 'open' && current && opener) placeAt(current, opener)
    flushSync(() => setOpen(newState === 'open'))
  }
  return (
    <>
      {button({ popoverTarget: id, 'aria-expanded': open, 'aria-haspopup': role })}
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles have a name */}
      <div
        ref={box}
        id={id}
        popover="auto"
        role={role}
        aria-label={label}
        className={css.box}
        onBeforeToggle={onBeforeToggle}
      >
        {open ? children(() => box.current?.hidePopover()) : null}
      </div>
    </>
  )
}
