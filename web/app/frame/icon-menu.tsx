// The collapsed menu: icons of the sections, whose entries open next to them.
import { IconBookmark } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Dropdown } from '#web/ui/dropdown.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
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

interface EntriesProps {
  label: string
  icon: ReactNode
  /** The screen in view is one of the entries. */
  inside: boolean
  children: (close: () => void) => ReactNode
}

const WIDTH = 220

const Entries = ({ label, icon, inside, children }: EntriesProps) => (
  <Dropdown
    label={label}
    role="dialog"
    width={WIDTH}
    beside
    button={(opener) => (
      <Tooltip label={label} beside>
        <button
          type="button"
          className={classes.icon}
          aria-label={label}
          data-inside={inside || undefined}
          {...opener}
        >
          {icon}
        </button>
      </Tooltip>
    )}
  >
    {(close) => (
      <>
        <p className={classes.label}>{label}</p>
        {children(close)}
      </>
    )}
  </Dropdown>
)

function PinnedItem() {
  const pinned = usePinnedLinks()
  if (pinned.length === 0) return null
  return (
    <li>
      <Entries
        label={text.pinnedViews}
        icon={<IconBookmark size={20} stroke={1.6} aria-hidden="true" />}
        inside={pinned.some(({ link }) => link['aria-current'])}
      >
        {(close) => <PinnedEntries onChosen={close} />}
      </Entries>
    </li>
  )
}

const PinnedEntries = ({ onChosen }: { onChosen: () => void }) =>
  usePinnedLinks(onChosen).map(({ id, name, link }) => (
    <a key={id} className={classes.entry} {...link}>
      {name}
    </a>
  ))

function IconItem({ section, current }: { section: MenuSection; current: string }) {
  const { label, icon: Icon } = SECTION_LOOK[section.key]
  const [only, second] = section.entries
  const inside = section.entries.some(({ path }) => path === current)
  const icon = <Icon size={20} stroke={1.6} aria-hidden="true" />
  if (only && !second) {
    return (
      <Tooltip label={label} beside>
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
    <Entries label={label} icon={icon} inside={inside}>
      {(close) =>
        section.entries.map(({ path, menu }) => (
          <Link
            key={path}
            to={path}
            aria-current={path === current ? 'page' : undefined}
            className={classes.entry}
            onClick={close}
          >
            {menu}
          </Link>
        ))
      }
    </Entries>
  )
}
