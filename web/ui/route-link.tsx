// A link to a screen for lists and tables. The router's own Link recomputes its address on every navigation, and a table has
// dozens of them. Preloads the screen on hover and focus.
import { useRouter } from '@tanstack/react-router'
import { type ComponentProps, useRef } from 'react'
import { isPlainPress } from './plain-press.ts'
import css from './shared.module.css'

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
  const path = `${to.replace(/\$(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))}${slash ? '/' : ''}`
  const filled = Object.entries(search).flatMap(([name, value]) => (value ? [[name, value]] : []))
  return filled.length > 0 ? `${path}?${new URLSearchParams(filled)}` : path
}

const NONE = {}

export function RouteLink({
  to,
  params = NONE,
  search = NONE,
  slash = false,
  className = css.link,
  children,
  ...anchor
}: RouteLinkProps) {
  const router = useRouter()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const there = { to, params, search }
  // A failure shows when the screen opens.
  const fetchAhead = () => void router.preloadRoute(there).catch(() => {})
  return (
    <a
      {...anchor}
      className={className}
      href={hrefOf(to, params, search, slash)}
      onPointerEnter={(event) => {
        anchor.onPointerEnter?.(event)
        timer.current = setTimeout(fetchAhead, REST_MS)
      }}
      onPointerLeave={(event) => {
        anchor.onPointerLeave?.(event)
        clearTimeout(timer.current)
      }}
      onFocus={(event) => {
        anchor.onFocus?.(event)
        fetchAhead()
      }}
      onClick={(event) => {
        if (!isPlainPress(event)) return
        event.preventDefault()
        void router.navigate(there)
      }}
    >
      {children}
    </a>
  )
}
