// A link of the menu. The router's own Link recomputes its address on every navigation, and the menu has two dozen.
import { useRouter, useSearch } from '@tanstack/react-router'
import { memo, type ReactNode, useRef } from 'react'
import { comparisonFromSearch } from '#web/api/compare-params.ts'
import { monthIn } from '#web/api/month.ts'
import { followLink } from '#web/ui/links.tsx'

/** Preloading starts after the pointer has rested on the link for this long. */
const REST_MS = 50

function sharedSearch(search: object): string {
  const month = monthIn(search)
  const shared = new URLSearchParams({
    ...(month && { month }),
    ...comparisonFromSearch(search),
  })
  return shared.size > 0 ? `?${shared}` : ''
}

/** The search string that all screens share: '?month=2026-10'. */
export const useSharedSearch = (): string => useSearch({ strict: false, select: sharedSearch })

interface Props {
  readonly to: string
  readonly search: string
  readonly className: string | undefined
  readonly current: boolean
  readonly onChosen: (() => void) | undefined
  readonly children: ReactNode
}

export const MenuLink = memo(function MenuLink({
  to,
  search,
  className,
  current,
  onChosen,
  children,
}: Props) {
  const router = useRouter()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // A failure shows when the screen opens.
  const preload = () => void router.preloadRoute({ to }).catch(() => {})
  return (
    <a
      href={to + search}
      className={className}
      aria-current={current ? 'page' : undefined}
      onPointerEnter={() => {
        timer.current = setTimeout(preload, REST_MS)
      }}
      onPointerLeave={() => clearTimeout(timer.current)}
      onFocus={preload}
      onTouchStart={preload}
      onClick={(event) => {
        onChosen?.()
        followLink(event, () => router.navigate({ to }))
      }}
    >
      {children}
    </a>
  )
})
