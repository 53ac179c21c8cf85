import type { ComponentProps } from 'react'
import css from './bare-button.module.css'

export const BareButton = ({ className, ...button }: ComponentProps<'button'>) => (
  <button type="button" {...button} className={`${css.bare} ${className ?? ''}`} />
)
