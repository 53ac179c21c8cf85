// A name with the colour that it has in charts.
import type { ReactNode } from 'react'
import css from './shared.module.css'

interface ColorNameProps {
  color: string
  className?: string | undefined
  children: ReactNode
}

export const ColorName = ({ color, className, children }: ColorNameProps) => (
  <span className={`${css.named} ${className ?? ''}`}>
    <span className={css.dot} style={{ background: color }} />
    {children}
  </span>
)
