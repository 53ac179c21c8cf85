// The collapsed menu: icons of the sections, whose entries open next to them.
import { Menu, Tooltip } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { MenuSection } from '../screens.ts'
import { SECTION_LOOK } from '../sections.ts'
import { text } from '../text.ts'
import classes from './icon-menu.module.css'
import { usePinnedLinks } from './pinned-views.tsx'
import { useMenu } from './use-menu.ts'

export default function IconMenu() {
  const { sections, current } = useMenu()
  return (
    <ul>
      <PinnedItem />
      {sections.map((section) => (
        <li key={section.key}>
          <IconItem section={section} current={current} />
        </li>
      ))}
    </ul>
  )
}

const BESIDE = {
  trigger: 'click-hover',
  position: 'right-start',
  offset: 10,
  openDelay: 60,
  closeDelay: 160,
  width: 220,
} as const

function PinnedItem() {
  const pinned = usePinnedLinks()
  if (pinned.length === 0) return null
  const inside = pinned.some(({ link }) => link['aria-current'])
  return (
    <li>
      <Menu {...BESIDE}>
        <Menu.Target>
          <button
            type="button"
            className={classes.icon}
            aria-label={text.pinnedViews}
            data-inside={inside || undefined}
          >
            <IconBookmark size={20} stroke={1.6} aria-hidden="true" />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{text.pinnedViews}</Menu.Label>
          {pinned.map(({ id, name, link }) => (
            <Menu.Item key={id} component="a" className={classes.entry} {...link}>
              {name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </li>
  )
}

function IconItem({ section, current }: { section: MenuSection; current: string }) {
  const { label, icon: Icon } = SECTION_LOOK[section.key]
  const [only, second] = section.entries
  const inside = section.entries.some(({ path }) => path === current)
  const icon = <Icon size={20} stroke={1.6} aria-hidden="true" />
  if (only && !second) {
    return (
      <Tooltip label={label} position="right">
        <Link
          to={only.path}
          className={classes.icon}
          aria-label={label}
          aria-current={inside ? 'page' : undefined}
        >
          {icon}
        </Link>
      </Tooltip>
    )
  }
  return (
    <Menu {...BESIDE}>
      <Menu.Target>
        <button type="button" className={classes.icon} aria-label={label} data-inside={inside || undefined}>
          {icon}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{label}</Menu.Label>
        {section.entries.map((entry) => (
          <Menu.Item
            key={entry.path}
            renderRoot={(props: Record<string, unknown>) => <Link to={entry.path} {...props} />}
            aria-current={entry.path === current ? 'page' : undefined}
            className={classes.entry}
          >
            {entry.menu}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
