import type { ComponentProps } from 'react'
import classes from './tool-button.module.css'

interface Props extends ComponentProps<'button'> {
  readonly label: string
  /** Word below the icon, where there is room for it. */
  readonly caption?: string
}

export const ToolButton = ({ label, caption, className, children, ...button }: Props) => (
  <button type="button" {...button} aria-label={label} className={`${classes.tool} ${className ?? ''}`}>
    {children}
    {caption ? <Caption>{caption}</Caption> : null}
  </button>
)

/** Drawn by the style sheet: beside a count, its text would not be part of the name as it is read. */
export const Caption = ({ children }: { children: string }) => (
  <span className={classes.caption} data-caption={children} aria-hidden />
)
