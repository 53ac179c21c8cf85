// The menu at the left: sections and their entries, or only the sections' icons.
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { common } from '#web/text/common.ts'
import { Logo, Mark } from '#web/ui/logo.tsx'
import type { FramePreferences } from '../preferences.ts'
import { text } from '../text.ts'
import { IconMenu } from './icon-menu.tsx'
import { MenuList } from './menu-list.tsx'
import classes from './sidebar.module.css'

interface Props {
  readonly preferences: FramePreferences
  readonly onChange: (part: Partial<FramePreferences>) => void
}

export function Sidebar({ preferences, onChange }: Props) {
  const icons = preferences.sidebar === 'icons'
  const toggleText = icons ? text.expandMenu : text.collapseMenu
  const Toggle = icons ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <aside className={classes.sidebar} data-no-print>
      <div className={classes.head}>
        <Link to="/" className={classes.home} aria-label={common.product}>
          {icons ? <Mark size={26} /> : <Logo />}
        </Link>
      </div>
      <nav aria-label={text.mainMenu} className={classes.scroll}>
        {icons ? (
          <IconMenu />
        ) : (
          <MenuList closed={preferences.closed} onToggle={(closed) => onChange({ closed })} />
        )}
      </nav>
      <div className={classes.foot}>
        <Tooltip label={toggleText} position="right">
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={toggleText}
            aria-expanded={!icons}
            onClick={() => onChange({ sidebar: icons ? 'full' : 'icons' })}
          >
            <Toggle size={18} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </div>
    </aside>
  )
}
