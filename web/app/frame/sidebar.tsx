// The menu at the left: sections and their entries, or only the sections' icons.
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { common } from '#web/text/common.ts'
import { Logo, Mark } from '#web/ui/logo.tsx'
import type { FramePreferences } from '../preferences.ts'
import { text } from '../text.ts'
import { MenuList } from './menu-list.tsx'
import classes from './sidebar.module.css'

interface Props {
  readonly preferences: FramePreferences
  readonly onChange: (part: Partial<FramePreferences>) => void
}

/** A way of the menu that few choose, with what opens beside its icons. */
const IconMenu = lazy(() => import('./icon-menu.tsx'))

export function Sidebar({ preferences, onChange }: Props) {
  const icons = preferences.sidebar === 'icons'
  return (
    <aside className={classes.sidebar} data-no-print>
      <div className={classes.head}>
        <Link to="/" className={classes.home} aria-label={common.product}>
          {icons ? <Mark size={26} /> : <Logo />}
        </Link>
      </div>
      <nav aria-label={text.mainMenu} className={classes.scroll}>
        {icons ? (
          <Suspense>
            <IconMenu />
          </Suspense>
        ) : (
          <MenuList closed={preferences.closed} onToggle={(closed) => onChange({ closed })} />
        )}
      </nav>
    </aside>
  )
}
