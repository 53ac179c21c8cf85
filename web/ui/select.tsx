import { IconSelector } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import css from './select.module.css'

interface SelectProps extends Omit<ComponentProps<'select'>, 'children' | 'size'> {
  data: readonly (string | { readonly value: string; readonly label: string })[]
  /** Smaller height, for table footers. */
  low?: boolean
}

const ICON = <IconSelector className={css.icon} size={15} stroke={1.8} aria-hidden />

export const Select = ({ data, low, className, ...select }: SelectProps) => (
  <span className={`${css.box} ${className ?? ''}`} data-low={low || undefined}>
    <select {...select} className={css.select}>
      {data.map((one) => {
        const { value, label } = typeof one === 'string' ? { value: one, label: one } : one
        return (
          <option key={value} value={value}>
            {label}
          </option>
        )
      })}
    </select>
    {ICON}
  </span>
)
