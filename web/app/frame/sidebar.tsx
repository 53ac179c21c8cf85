import { Link } from '@tanstack/react-router'
import { memo, type RefObject, useEffect, useRef } from 'react'
import { common } from '#web/text/common.ts'
import { Logo, Mark } from '#web/ui/logo.tsx'
import { idle } from '#web/ui/paint.ts'
import { useStable } from '#web/ui/use-stable.ts'
import { loadChunk } from '../load-chunk.ts'
import type { FramePreferences } from '../preferences.ts'
import { text } from '../text.ts'
import { useCode } from '../use-code.ts'
import { MenuList } from './menu-list.tsx'
import classes from './sidebar.module.css'

interface Props {
  readonly preferences: FramePreferences
  readonly onChange: (part: Partial<FramePreferences>) => void
}

/** Loaded on first use, because few users collapse the sidebar. */
const iconMenu = loadChunk(() => import('./icon-menu.tsx'))

/** Scrolls to the current entry after a page load. */
function useScrollToCurrent(menu: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    void idle().then(() => {
      menu.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' })
    })
  }, [menu])
}

/** Memoised: its entries subscribe to the address themselves. */
export const Sidebar = memo(function Sidebar({ preferences, onChange }: Props) {
  const menu = useRef<HTMLElement>(null)
  useScrollToCurrent(menu)
  const icons = preferences.sidebar === 'icons'
  const expand = useStable(() => onChange({ sidebar: 'full' }))
  const IconMenu = useCode(iconMenu, icons, expand, text.noIconMenu)
  return (
    <aside className={classes.sidebar} data-no-print>
      <div className={classes.head}>
        <Link to="/" className={classes.home} aria-label={common.product}>
          {icons ? <Mark size={26} /> : <Logo />}
        </Link>
      </div>
      <nav aria-label={text.mainMenu} className={classes.scroll} ref={menu}>
        {icons ? (
          IconMenu && <IconMenu />
        ) : (
          <MenuList closed={preferences.closed} onToggle={(closed) => onChange({ closed })} />
        )}
      </nav>
    </aside>
  )
})
