// A change between two figures; 'Nuevo' when the previous one is 0, because there is no percentage then.
import { changeOf } from '#web/text/amounts.ts'
import css from './change-badge.module.css'
import { ChangeBadge, type Growth } from './change-badge.tsx'
import { text } from './text.ts'

interface ChangeProps {
  now: number
  before: number
  /** In percent; computed where the server does not send it. */
  change?: number
  growth?: Growth | undefined
}

export function Change({ now, before, change = changeOf(now, before), growth }: ChangeProps) {
  if (before !== 0 || now === 0) return <ChangeBadge change={change} growth={growth} bare />
  return <span className={css.none}>{text.new}</span>
}
