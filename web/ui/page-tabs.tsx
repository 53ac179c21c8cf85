// Tabs that are links to screens; month and comparison are kept.
import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { RouteLink } from './links.tsx'
import css from './page-tabs.module.css'

export interface PageTab {
  to: string
  label: string
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

export function PageTabs({ label, tabs }: { label: string; tabs: readonly PageTab[] }) {
  // Every tab is a screen of its own, so the component remounts when the path changes.
  const path = useRouter().state.location.pathname
  const { month, compare, days }: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const kept = { month: textOf(month), compare: textOf(compare), days: textOf(days) }
  const row = useRef<HTMLElement>(null)
  // On a phone the row scrolls, and the current tab may be out of view.
  useEffect(() => {
    const open = row.current?.querySelector('[aria-current=page]')
    if (!row.current || !open) return
    const past = open.getBoundingClientRect().right - row.current.getBoundingClientRect().right
    if (past > 0) row.current.scrollLeft += past
  }, [])
  return (
    <nav className={css.tabs} ref={row} aria-label={label} data-no-print>
      {tabs.map(({ to, label: name }) => (
        <RouteLink
          key={to}
          className={css.tab}
          to={to}
          search={kept}
          aria-current={to === path ? 'page' : undefined}
        >
          {name}
        </RouteLink>
      ))}
    </nav>
  )
}
