// A change in percent with arrow and sign, so that colour is never the only cue.
import { createContext, use } from 'react'
import { hasChange, type Reading } from '#contract/known-change.ts'
import { percent, plainCell, shownChange, signedPercent } from '#web/text/format.ts'
import css from './change-badge.module.css'
import { text } from './text.ts'

const directionOf = (shown: number) => {
  if (shown === 0) return 'same'
  return shown > 0 ? 'up' : 'down'
}

/** Arrow up, arrow down or dash: one SVG path. */
const LOOK = {
  up: { way: 'M17 7L7 17M8 7h9v9', spoken: text.grew },
  down: { way: 'M7 7l10 10M17 8v9H8', spoken: text.fell },
  same: { way: 'M5 12h14', spoken: () => text.same },
} as const

/** Whether growth is good news; decides the colour, while the arrow shows the direction. */
export type Growth = 'good' | 'bad' | 'neither'

/** Growth is good unless a figure states otherwise; completed sales of a running month still grow, so their change is neutral. */
export const DefaultGrowth = createContext<Growth>('good')

/** How far the figures on screen were read. */
export const FiguresRead = createContext<Reading>('whole')

const NEWS = { good: { up: 'good', down: 'bad' }, bad: { up: 'bad', down: 'good' } } as const

export interface ChangeBadgeProps {
  now: number
  before: number
  growth?: Growth | undefined
  bare?: boolean
}

/**
 * Rounded once from both amounts: 12.345 → ↗ +12,3 %. A change from 0 has no percentage: it reads 'Nuevo' on every screen,
 * whatever number the call sends for it. Nothing yet is no fall.
 */
export function ChangeBadge({ now, before, growth, bare }: ChangeBadgeProps) {
  const byDefault = use(DefaultGrowth)
  const reading = use(FiguresRead)
  const look = `${css.badge} ${bare ? css.bare : ''}`
  if (before === 0 && now !== 0)
    return (
      <span className={look} data-plain="">
        {text.new}
      </span>
    )
  if (before !== 0 && !hasChange(reading, now))
    return (
      <span className={look} data-plain="" role="img" aria-label={text.noChange}>
        —
      </span>
    )
  const shown = shownChange(now, before) ?? 0
  const meaning = growth ?? byDefault
  const direction = directionOf(shown)
  const news = meaning === 'neither' || direction === 'same' ? undefined : NEWS[meaning][direction]
  const { way, spoken } = LOOK[direction]
  return (
    <span
      className={look}
      data-news={news}
      data-plain={plainCell(shown, { format: 'percent' })}
      role="img"
      aria-label={spoken(percent(Math.abs(shown)))}
    >
      <svg className={css.arrow} viewBox="0 0 24 24" width={14} height={14} aria-hidden>
        <path d={way} />
      </svg>
      <span>{signedPercent(shown)}</span>
    </span>
  )
}

export const Change = (props: Omit<ChangeBadgeProps, 'bare'>) => <ChangeBadge {...props} bare />
