// A link of the menu: a plain one, since the router's own works out its address anew on every step, two dozen times over.
import { useRouter, useSearch } from '@tanstack/react-router'
import { memo, type ReactNode, useRef } from 'react'
import { comparisonFromSearch } from '#web/api/compare-params.ts'
import { monthIn } from '#web/api/month.ts'
import { isPlainPress } from '#web/ui/plain-press.ts'
import { leaving } from './leaving.ts'

/** A pointer that only passes by fetches nothing. */
const REST_MS = 50

/** What goes along from screen to screen, as it stands in an address: '?month=2026-10'. */
function keptIn(search: object): string {
  const month = monthIn(search)
  const kept = new URLSearchParams({
    ...(month && { month }),
    ...(comparisonFromSearch(search) === 'year' && { compare: 'year' }),
  })
  return kept.size > 0 ? `?${kept}` : ''
}

export const useKept = (): string => useSearch({ strict: false, select: keptIn })

interface Props {
  readonly to: string
  /** See useKept. */
  readonly kept: string
  readonly className: string | undefined
  readonly lit: boolean
  readonly onChosen: (() => void) | undefined
  readonly children: ReactNode
}

export const MenuLink = memo(function MenuLink({ to, kept, className, lit, onChosen, children }: Props) {
  const router = useRouter()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // A failure is met when the screen opens.
  const fetchAhead = () => void router.preloadRoute({ to }).catch(() => {})
  const rest = () => {
    fetchAhead()
    leaving.set(lit ? null : router.state.location.pathname)
  }
  const move = () => {
    clearTimeout(timer.current)
    leaving.set(null)
  }
  return (
    <a
      href={to + kept}
      className={className}
      aria-current={lit ? 'page' : undefined}
      onPointerEnter={() => {
        timer.current = setTimeout(rest, REST_MS)
      }}
      onPointerLeave={move}
      onFocus={rest}
      onBlur={move}
      onTouchStart={fetchAhead}
      onClick={(event) => {
        onChosen?.()
        if (!isPlainPress(event)) return
        event.preventDefault()
        void router.navigate({ to })
      }}
    >
      {children}
    </a>
  )
})
