// A change in percent: arrow, sign and figure, so colour is never alone. Touches React and this room.
import { IconArrowDownRight, IconArrowUpRight, IconMinus } from '@tabler/icons-react'
import { percent, signedPercent } from '#web/text/format.ts'
import css from './change-badge.module.css'
import { Spoken } from './spoken.tsx'
import { text } from './text.ts'

const directionOf = (change: number) => {
  const rounded = Math.round(change * 10)
  if (rounded === 0) return 'same'
  return rounded > 0 ? 'up' : 'down'
}

const LOOK = {
  up: { Icon: IconArrowUpRight, spoken: (size: string) => text.grew(size) },
  down: { Icon: IconArrowDownRight, spoken: (size: string) => text.fell(size) },
  same: { Icon: IconMinus, spoken: () => text.same },
} as const

/** What growth is: the arrow tells the direction, the colour whether it is good news. */
export type Growth = 'good' | 'bad' | 'neither'

const NEWS = { good: { up: 'good', down: 'bad' }, bad: { up: 'bad', down: 'good' } } as const

interface ChangeBadgeProps {
  /** In percent: 12.34 → ↗ +12,3 %. */
  change: number
  growth?: Growth | undefined
  bare?: boolean
}

export function ChangeBadge({ change, growth = 'good', bare }: ChangeBadgeProps) {
  const direction = directionOf(change)
  const news = growth === 'neither' || direction === 'same' ? undefined : NEWS[growth][direction]
  const { Icon, spoken } = LOOK[direction]
  return (
    <span className={`${css.badge} ${bare ? css.bare : ''}`} data-news={news}>
      <Icon size={14} stroke={2.2} aria-hidden />
      <span aria-hidden>{signedPercent(change)}</span>
      <Spoken>{spoken(percent(Math.abs(change)))}</Spoken>
    </span>
  )
}
