// What a list is limited to beside its own filters, and the way out of it. Touches Mantine and this room.
import { CloseButton } from '@mantine/core'
import css from './limit.module.css'

interface LimitProps {
  words: string
  /** What comes back without it. */
  remove: string
  onRemove: () => void
}

export const Limit = ({ words, remove, onRemove }: LimitProps) => (
  <span className={css.limit}>
    {words}
    <CloseButton size="xs" aria-label={remove} title={remove} onClick={onRemove} />
  </span>
)
