// Tabs that are pages: each has its own address, and the month goes along. Touches the router and this room.
import { Link } from '@tanstack/react-router'
import css from './page-tabs.module.css'

export interface PageTab {
  to: string
  label: string
}

interface PageTabsProps {
  /** What they choose between, for screen readers. */
  label: string
  tabs: readonly PageTab[]
}

export function PageTabs({ label, tabs }: PageTabsProps) {
  return (
    <nav className={css.tabs} aria-label={label} data-no-print>
      {tabs.map(({ to, label: name }) => (
        <Link
          key={to}
          className={css.tab ?? ''}
          to={to}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
