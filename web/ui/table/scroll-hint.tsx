// Indicates that a table continues to the right, and scrolls to the next columns.
import { IconChevronRight } from '@tabler/icons-react'
import { type RefObject, useEffect, useState } from 'react'
import { text } from '#web/ui/text.ts'
import css from './scroll-hint.module.css'

/** Less than this, px, does not hide a column. */
const SLACK = 8

export function ScrollHint({ scroller }: { scroller: RefObject<HTMLElement | null> }) {
  const [more, setMore] = useState(false)
  useEffect(() => {
    const box = scroller.current
    if (!box) return
    const look = () => {
      setMore(box.scrollWidth - box.clientWidth - box.scrollLeft > SLACK)
      box.toggleAttribute('data-fits', box.scrollWidth <= box.clientWidth)
    }
    const sizes = new ResizeObserver(look)
    sizes.observe(box)
    if (box.firstElementChild) sizes.observe(box.firstElementChild)
    box.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      box.removeEventListener('scroll', look)
    }
  }, [scroller])
  if (!more) return null
  const advance = () =>
    scroller.current?.scrollBy({ left: scroller.current.clientWidth * 0.6, behavior: 'smooth' })
  return (
    <div className={css.fade} data-no-print>
      <button type="button" className={css.more} title={text.moreColumns} onClick={advance}>
        <IconChevronRight size={16} stroke={2} role="img" aria-label={text.moreColumns} />
      </button>
    </div>
  )
}
