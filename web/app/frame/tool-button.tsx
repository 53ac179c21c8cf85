import type { ComponentProps } from 'react'
import classes from './tool-button.module.css'

interface Props extends ComponentProps<'button'> {
  readonly label: string
}

export const ToolButton = ({ label, className, ...button }: Props) => (
  <button type="button" {...button} aria-label={label} className={`${classes.tool} ${className ?? ''}`} />
)
