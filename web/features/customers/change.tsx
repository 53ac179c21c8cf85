// A change beside what it is a change from: where there was nothing before, there is no percent to tell. Touches ui and this feature.
import { ChangeBadge } from '#web/ui/change-badge.tsx'
import css from './customers.module.css'
import { text } from './text.ts'

/** A previous value of 0 gives 0. */
export const changeOf = (now: number, before: number): number =>
  before === 0 ? 0 : ((now - before) / before) * 100

export function Change({ now, before }: { now: number; before: number }) {
  if (before !== 0 || now === 0) return <ChangeBadge change={changeOf(now, before)} bare />
  return <span className={css.none}>{text.new}</span>
}
