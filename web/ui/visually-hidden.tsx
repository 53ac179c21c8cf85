import type { ReactNode } from 'react'
import css from './visually-hidden.module.css'

interface VisuallyHiddenProps {
  children: ReactNode
  /** For rules that show it in print, for example. */
  className?: string | undefined
}

export const VisuallyHidden = ({ children, className = '' }: VisuallyHiddenProps) => (
  <span className={`${css.hidden} ${className}`}>{children}</span>
)
