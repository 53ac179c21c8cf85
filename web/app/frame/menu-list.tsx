// Sections with their entries written out; a section closes and stays closed.
import { IconChevronDown } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Section } from '#web/api/screen.ts'
import type { MenuSection } from '../screens.ts'
import { SECTION_LOOK } from '../sections.ts'
import classes from './menu-list.module.css'
import { useMenu } from './use-menu.ts'

interface Props {
  readonly closed: readonly Section[]
  readonly onToggle: (closed: readonly Section[]) => void
  /** Called when an entry is chosen: the mobile menu closes then. */
  readonly onChosen?: () => void
}

export function MenuList({ closed, onToggle, onChosen }: Props) {
  const { sections, current } = useMenu()
  const toggle = (key: Section) =>
    onToggle(closed.includes(key) ? closed.filter((other) => other !== key) : [...closed, key])
  return (
    <ul className={classes.list}>
      {sections.map((section) => (
        <li key={section.key}>
          <SectionItem
            section={section}
            current={current}
            open={!closed.includes(section.key)}
            onToggle={() => toggle(section.key)}
            onChosen={onChosen}
          />
        </li>
      ))}
    </ul>
  )
}

interface ItemProps {
  readonly section: MenuSection
  readonly current: string
  readonly open: boolean
  readonly onToggle: () => void
  readonly onChosen: (() => void) | undefined
}

function SectionItem({ section, current, open, onToggle, onChosen }: ItemProps) {
  const { label, icon: Icon } = SECTION_LOOK[section.key]
  const [only, second] = section.entries
  const lit = (path: string) => (path === current ? ('page' as const) : undefined)
  if (only && !second) {
    return (
      <Link to={only.path} className={classes.section} aria-current={lit(only.path)} onClick={onChosen}>
        <Icon size={18} stroke={1.6} aria-hidden="true" />
        {only.menu}
      </Link>
    )
  }
  const listId = `menu-${section.key}`
  return (
    <>
      <button
        type="button"
        className={classes.section}
        aria-expanded={open}
        aria-controls={listId}
        onClick={onToggle}
      >
        <Icon size={18} stroke={1.6} aria-hidden="true" />
        {label}
        <IconChevronDown className={classes.chevron} size={14} stroke={2} aria-hidden="true" />
      </button>
      <ul id={listId} className={classes.entries} hidden={!open}>
        {section.entries.map((entry) => (
          <li key={entry.path}>
            <Link to={entry.path} className={classes.entry} aria-current={lit(entry.path)} onClick={onChosen}>
              {entry.menu}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
