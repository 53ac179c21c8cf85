import type { ComponentProps } from 'react'
import css from './input.module.css'

interface InputProps extends Omit<ComponentProps<'input'>, 'className'> {
  /** Height of a tall button. */
  tall?: boolean
}

export const Input = ({ tall, ...input }: InputProps) => (
  <input type="text" {...input} className={css.input} data-tall={tall || undefined} />
)
