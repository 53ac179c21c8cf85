// Labelled form fields made of plain elements, for forms with many of them.
import { type ComponentProps, type ReactElement, useId } from 'react'
import css from './field.module.css'
import { Input } from './input.tsx'
import { Select } from './select.tsx'

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
