// An action in a dropdown of role menu, which it closes.
import { BareButton } from './bare-button.tsx'
import css from './menu-item.module.css'

interface MenuItemProps {
  close: () => void
  onPick: () => void
  children: string
}

export const MenuItem = ({ close, onPick, children }: MenuItemProps) => (
  <BareButton
    role="menuitem"
    className={css.item}
    onClick={() => {
      close()
      onPick()
    }}
  >
    {children}
  </BareButton>
)
