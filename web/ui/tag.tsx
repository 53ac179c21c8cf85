// A state in a word, in the colour of what it means.
import type { TablerIcon } from '@tabler/icons-react'
import css from './tag.module.css'

export type Tone = 'good' | 'bad' | 'warning' | 'busy' | 'calm'

interface TagProps {
  tone: Tone
  icon?: TablerIcon
  /** Read aloud when it changes. */
  live?: boolean
  children: string
}

export const Tag = ({ tone, icon: Icon, live, children }: TagProps) => (
  <span className={css.tag} data-tone={tone} role={live ? 'status' : undefined}>
    {Icon ? <Icon size={14} aria-hidden /> : null}
    {children}
  </span>
)
