// The menu at the left: sections and their entries, or only the sections' icons.
import { Link } from '@tanstack/react-router'
import { type ComponentType, memo, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { common } from '#web/text/common.ts'
import { Logo, Mark } from '#web/ui/logo.tsx'
import { idle } from '../after.ts'
import { setFlash } from '../flash-message.ts'
import { loadChunk } from '../load-chunk.ts'
import type { FramePreferences } from '../preferences.ts'
import { text } from '../text.ts'
import { MenuList } from './menu-list.tsx'
import classes from './sidebar.module.css'

interface Props {
  readonly preferences: FramePreferences
  readonly onChange: (part: Partial<FramePreferences>) => void
}

const iconMenu = loadChunk(() => import('./icon-menu.tsx'))

/** A way of the menu that few choose, with what opens beside its icons; without its code the menu stays written out. */
function useIconMenu(wanted: boolean, onMissing: () => void): ComponentType | null {
  const [menu, setMenu] = useState<ComponentType | null>(null)
  const missing = useEffectEvent(onMissing)
  useEffect(() => {
    if (!wanted || menu) return
    iconMenu().then(
      (code) => setMenu(() => code.default),
      () => missing(),
    )
  }, [wanted, menu])
  return menu
}

/** An address that was opened directly may have its entry below the end of the menu. */
function useEntryInSight(menu: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    void idle().then(() => {
      menu.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' })
    })
  }, [menu])
}

/** Drawn anew only when something in it changed: its entries follow the address by themselves. */
export const Sidebar = memo(function Sidebar({ preferences, onChange }: Props) {
  const menu = useRef<HTMLElement>(null)
  useEntryInSight(menu)
  const icons = preferences.sidebar === 'icons'
  const IconMenu = useIconMenu(icons, () => {
    setFlash(text.noIconMenu, '')
    onChange({ sidebar: 'full' })
  })
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
