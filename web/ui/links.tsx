// Links to screens inside the application.
import { useRouter } from '@tanstack/react-router'
import { type ComponentProps, type MouseEvent, type ReactNode, useRef } from 'react'
import { entryOf } from '#contract/entry.ts'
import css from './page-link.module.css'
import shared from './shared.module.css'

/** Opens a link with the router. Clicks with a modifier key belong to the browser (new tab, download). */
export function followLink(event: MouseEvent, open: () => unknown): void {
  const { button, metaKey, ctrlKey, shiftKey, altKey } = event
  if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return
  event.preventDefault()
  void open()
}

/** What every screen keeps in its address: the month and what it is compared with. */
export const KEPT_SEARCH = ['month', 'compare', 'days'] as const

/** Before a browser opens the link in another tab: with what the router keeps when it follows the link itself. */
function complete(anchor: HTMLAnchorElement, href: string, kept: Readonly<Record<string, unknown>>): void {
  const url = new URL(href, location.href)
  for (const name of KEPT_SEARCH) {
    const value = entryOf(kept, name)
    if (typeof value === 'string' && !url.searchParams.has(name)) url.searchParams.set(name, value)
  }
  anchor.href = url.pathname + url.search + url.hash
}

interface PageLinkProps {
  /** Path and query within the application. */
  href: string
  /** Title and accessible description of the target. */
  label?: string
  children: ReactNode
}

export function PageLink({ href, label, children }: PageLinkProps) {
  const router = useRouter()
  return (
    <a
      className={css.link}
      href={href}
      title={label}
      onPointerDown={({ currentTarget }) => complete(currentTarget, href, router.latestLocation.search)}
      onClick={(event) => followLink(event, () => router.navigate({ href }))}
    >
      {children}
    </a>
  )
}

type Values = Readonly<Record<string, string | undefined>>

interface RouteLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  /** Route path: '/distributors/distributors-details/$dist_id'. */
  to: string
  params?: Values
  search?: Values
  /** Appends a slash to the path, which the specification requires for some screens. */
  slash?: boolean
}

/** Preloading starts after the pointer has rested on the link for this long. */
const REST_MS = 50

function hrefOf(to: string, params: Values, search: Values, slash: boolean): string {
  const path = `${to.replace(/\$(\w+)/g, (_, name: string) => encodeURIComponent(entryOf(params, name) ?? ''))}${slash ? '/' : ''}`
  const filled = Object.entries(search).flatMap(([name, value]) => (value ? [[name, value]] : []))
  return filled.length > 0 ? `${path}?${new URLSearchParams(filled)}` : path
}

const NONE = {}

export function RouteLink({
  to,
  params = NONE,
  search = NONE,
  slash = false,
  className = shared.link,
  children,
  ...anchor
}: RouteLinkProps) {
  const router = useRouter()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const there = { to, params, search }
  const href = hrefOf(to, params, search, slash)
  // A failure shows when the screen opens.
  const fetchAhead = () => void router.preloadRoute(there).catch(() => {})
  return (
    <a
      {...anchor}
      className={className}
      href={href}
      onPointerEnter={(event) => {
        anchor.onPointerEnter?.(event)
        timer.current = setTimeout(fetchAhead, REST_MS)
      }}
      onPointerLeave={(event) => {
        anchor.onPointerLeave?.(event)
        clearTimeout(timer.current)
      }}
      onPointerDown={(event) => {
        anchor.onPointerDown?.(event)
        complete(event.currentTarget, href, router.latestLocation.search)
      }}
      onFocus={(event) => {
        anchor.onFocus?.(event)
        fetchAhead()
      }}
      onClick={(event) => followLink(event, () => router.navigate(there))}
    >
      {children}
    </a>
  )
}
