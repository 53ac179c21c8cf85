// The only buttons: plain elements, which render faster than Mantine's where a table has many of them.
import { IconX } from '@tabler/icons-react'
import type { ComponentProps, MouseEvent } from 'react'
import css from './button.module.css'
import { Tooltip } from './tooltip.tsx'

interface ButtonProps extends ComponentProps<'button'> {
  /** Without a frame the button has a background only on hover. */
  frame?: 'bordered' | 'filled'
  /** Height of a form field. */
  tall?: boolean
  /** The whole width of a narrow page, and higher. */
  wide?: boolean
  danger?: boolean
  /** Shows a spinner and ignores clicks. The button is not disabled, so that it keeps the focus. */
  working?: boolean
}

const ignored = (event: MouseEvent) => event.preventDefault()

export const Button = ({
  frame,
  tall,
  wide,
  danger,
  working = false,
  className,
  onClick,
  ...button
}: ButtonProps) => (
  <button
    type="button"
    {...button}
    onClick={working ? ignored : onClick}
    aria-disabled={working || undefined}
    className={`${css.button} ${className ?? ''}`}
    data-frame={frame}
    data-tall={tall || wide || undefined}
    data-wide={wide || undefined}
    data-danger={danger || undefined}
    data-working={working || undefined}
  />
)

interface LinkLook {
  frame?: ButtonProps['frame']
  /** Side of a square icon link, px. */
  icon?: 28 | 34
  /** Smaller height, for use next to a title. */
  low?: boolean
}

/** Props of a link that looks like a button. */
export const linkLook = ({ frame, icon, low }: LinkLook) => ({
  className: css.button,
  'data-frame': frame,
  'data-look': icon && 'icon',
  'data-size': low ? 'low' : icon,
})

interface IconButtonProps extends ButtonProps {
  label: string
  size?: 'low' | 28 | 30
  /** Shows the label on hover. */
  tip?: boolean
}

export function IconButton({ label, size = 28, tip, ...button }: IconButtonProps) {
  const look = { 'data-look': 'icon', 'data-size': size }
  const plain = <Button {...button} {...look} aria-label={label} />
  return tip ? <Tooltip label={label}>{plain}</Tooltip> : plain
}

export const CloseButton = ({ size = 28, ...button }: Omit<IconButtonProps, 'children'>) => (
  <IconButton {...button} size={size}>
    <IconX size={16} stroke={1.8} aria-hidden />
  </IconButton>
)
