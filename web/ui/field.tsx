// Form fields made of plain elements, for forms with many of them.
import { IconSelector } from '@tabler/icons-react'
import { type ComponentProps, type ReactElement, useId } from 'react'
import css from './field.module.css'

interface NamedProps {
  label: string
  className?: string | undefined
}

const Named = ({ id, label, className, children }: NamedProps & { id: string; children: ReactElement }) => (
  <div className={className}>
    <label className={css.label} htmlFor={id}>
      {label}
    </label>
    {children}
  </div>
)

export function TextField({ label, className, ...input }: NamedProps & ComponentProps<'input'>) {
  const id = useId()
  return (
    <Named id={id} label={label} className={className}>
      <Input {...input} id={id} />
    </Named>
  )
}

export function SelectField({ label, className, ...select }: NamedProps & ComponentProps<typeof Select>) {
  const id = useId()
  return (
    <Named id={id} label={label} className={className}>
      <Select {...select} id={id} low />
    </Named>
  )
}

interface InputProps extends Omit<ComponentProps<'input'>, 'className'> {
  /** Height of a tall button. */
  tall?: boolean
}

export const Input = ({ tall, ...input }: InputProps) => (
  <input type="text" {...input} className={css.input} data-tall={tall || undefined} />
)

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
