// Buttons of what stands by the dozen on a screen: plain elements, whose look is all in their style sheet. Touches React.
import type { ComponentProps } from 'react'
import css from './button.module.css'

interface ButtonProps extends ComponentProps<'button'> {
  /** Without one it shows only under the pointer. */
  frame?: 'bordered' | 'filled'
}

export const Button = ({ frame, className, ...button }: ButtonProps) => (
  <button type="button" {...button} className={`${css.button} ${className ?? ''}`} data-frame={frame} />
)

interface IconButtonProps extends ButtonProps {
  /** What it does, for screen readers. */
  label: string
  size?: 28 | 30
}

export const IconButton = ({ label, size = 28, ...button }: IconButtonProps) => (
  <Button {...button} aria-label={label} data-look="icon" data-size={size} />
)
