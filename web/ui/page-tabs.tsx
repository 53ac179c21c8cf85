// Tabs that are pages: each has its own address, and the month goes along. Touches the router and this room.
import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import css from './page-tabs.module.css'
import { RouteLink } from './route-link.tsx'

export interface PageTab {
  to: string
  label: string
}

interface PageTabsProps {
  /** What they choose between, for screen readers. */
  label: string
  tabs: readonly PageTab[]
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

export function PageTabs({ label, tabs }: PageTabsProps) {
  // Each of them is a screen of its own, so the path is another one only where these tabs are drawn anew.
  const path = useRouter().state.location.pathname
  const { month, compare }: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const kept = { month: textOf(month), compare: textOf(compare) }
  const row = useRef<HTMLElement>(null)
  // On a phone the row scrolls, and the open tab may lie outside of it.
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
