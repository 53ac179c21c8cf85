// Content for screen readers only.
import type { ReactNode } from 'react'
import css from './visually-hidden.module.css'

export const VisuallyHidden = ({ children }: { children: ReactNode }) => (
  <span className={css.hidden}>{children}</span>
)
