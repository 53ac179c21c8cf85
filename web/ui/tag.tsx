// A state as a word, in the colour of its meaning.
import type { TablerIcon } from '@tabler/icons-react'
import css from './tag.module.css'

export type Tone = 'good' | 'bad' | 'warning' | 'busy' | 'calm'

interface TagProps {
  tone: Tone
  icon?: TablerIcon
  /** Screen readers announce a change. */
  live?: boolean
  children: string
}

export const Tag = ({ tone, icon: Icon, live, children }: TagProps) => (
  <span className={css.tag} data-tone={tone} role={live ? 'status' : undefined}>
    {Icon ? <Icon size={14} aria-hidden /> : null}
    {children}
  </span>
)
