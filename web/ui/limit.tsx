// A chip that shows a preset restriction of a list, with a button that removes it.
import { CloseButton } from './button.tsx'
import css from './limit.module.css'

interface LimitProps {
  words: string
  /** Accessible name of the button: what the list shows without the restriction. */
  remove: string
  onRemove: () => void
}

export const Limit = ({ words, remove, onRemove }: LimitProps) => (
  <span className={css.limit}>
    <span>{words}</span>
    <CloseButton size="low" label={remove} tip onClick={onRemove} data-no-print />
  </span>
)
