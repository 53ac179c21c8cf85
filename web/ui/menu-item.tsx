// An action in a dropdown of role menu, which it closes.
import css from './menu-item.module.css'

interface MenuItemProps {
  close: () => void
  onPick: () => void
  children: string
}

export const MenuItem = ({ close, onPick, children }: MenuItemProps) => (
  <button
    type="button"
    role="menuitem"
    className={css.item}
    onClick={() => {
      close()
      onPick()
    }}
  >
    {children}
  </button>
)
