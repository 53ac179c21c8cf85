import type { ComponentProps } from 'react'
import { BareButton } from '#web/ui/bare-button.tsx'
import classes from './tool-button.module.css'

interface Props extends ComponentProps<'button'> {
  readonly label: string
}

export const ToolButton = ({ label, className, ...button }: Props) => (
  <BareButton {...button} aria-label={label} className={`${classes.tool} ${className ?? ''}`} />
)
