// The expanded menu: collapsible sections with their entries.
import { IconChevronDown } from '@tabler/icons-react'
import { memo } from 'react'
import type { Section } from '#web/api/screen.ts'
import { useStable } from '#web/ui/use-stable.ts'
import type { MenuSection } from '../screens.ts'
import { SECTION_LOOK } from '../sections.ts'
import { MenuLink, useSharedSearch } from './menu-link.tsx'
import classes from './menu-list.module.css'
import { PinnedViews } from './pinned-views.tsx'
import { useMenu } from './use-menu.ts'

interface Props {
  readonly closed: readonly Section[]
  readonly onToggle: (closed: readonly Section[]) => void
  /** Called when an entry is chosen, to close the mobile menu. */
  readonly onChosen?: () => void
}

export function MenuList({ closed, onToggle, onChosen }: Props) {
  const { sections, current } = useMenu()
  const search = useSharedSearch()
  const toggle = useStable((key: Section) =>
    onToggle(closed.includes(key) ? closed.filter((other) => other !== key) : [...closed, key]),
  )
  return (
    <ul>
      <PinnedViews onChosen={onChosen} />
      {sections.map((section) => (
        <li key={section.key}>
          <SectionItem
            section={section}
            current={section.entries.some(({ path }) => path === current) ? current : ''}
            search={search}
            open={!closed.includes(section.key)}
            onToggle={toggle}
            onChosen={onChosen}
          />
        </li>
      ))}
    </ul>
  )
}

interface ItemProps {
  readonly section: MenuSection
  /** Path of the current entry if it is in this section, else empty. */
  readonly current: string
  readonly search: string
  readonly open: boolean
  readonly onToggle: (section: Section) => void
  readonly onChosen: (() => void) | undefined
}

/** Memoised: a navigation changes only two sections. */
const SectionItem = memo(function SectionItem({
  section,
  current,
  search,
  open,
  onToggle,
  onChosen,
}: ItemProps) {
  const { label, icon: Icon } = SECTION_LOOK[section.key]
  const [only, second] = section.entries
  if (only && !second) {
    return (
      <MenuLink
        to={only.path}
        search={search}
        className={classes.section}
        current={only.path === current}
        onChosen={onChosen}
      >
        <Icon size={18} stroke={1.6} aria-hidden="true" />
        {only.menu}
      </MenuLink>
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
        onClick={() => onToggle(section.key)}
      >
        <Icon size={18} stroke={1.6} aria-hidden="true" />
        {label}
        <IconChevronDown className={classes.chevron} size={14} stroke={2} aria-hidden="true" />
      </button>
      <ul id={listId} className={classes.entries} hidden={!open}>
        {section.entries.map((entry) => (
          <li key={entry.path}>
            <MenuLink
              to={entry.path}
              search={search}
              className={classes.entry}
              current={entry.path === current}
              onChosen={onChosen}
            >
              {entry.menu}
            </MenuLink>
          </li>
        ))}
      </ul>
    </>
  )
})
