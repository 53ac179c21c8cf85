// Buttons of what stands by the dozen on a screen: plain elements, whose look is all in their style sheet. Touches React.
import type { ComponentProps } from 'react'
import css from './button.module.css'

interface ButtonProps extends ComponentProps<'button'> {
  /** Without one it shows only under the pointer. */
  frame?: 'bordered' | 'filled'
  /** As high as a field of a form. */
  tall?: boolean
  /** What it began is on its way. */
  working?: boolean
}

export const Button = ({ frame, tall, working = false, className, disabled, ...button }: ButtonProps) => (
  <button
    type="button"
    {...button}
    disabled={disabled || working}
    className={`${css.button} ${className ?? ''}`}
    data-frame={frame}
    data-tall={tall || undefined}
    data-working={working || undefined}
  />
)

interface LinkLook {
  frame?: 'bordered'
  /** A square of so many px for an icon. */
  icon?: 28
  /** Lower than a button, beside a title. */
  low?: boolean
}

/** For links that look like buttons. */
export const linkLook = ({ frame, icon, low }: LinkLook) => ({
  className: css.button,
  'data-frame': frame,
  'data-look': icon && 'icon',
  'data-size': low ? 'low' : icon,
})

interface IconButtonProps extends ButtonProps {
  /** What it does, for screen readers. */
  label: string
  size?: 28 | 30
  /** It takes something away. */
  danger?: boolean
}

export const IconButton = ({ label, size = 28, danger, ...button }: IconButtonProps) => (
  <Button
    {...button}
    aria-label={label}
    data-look="icon"
    data-size={size}
    data-danger={danger || undefined}
  />
)
