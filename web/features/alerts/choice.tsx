// A native select with its label.
import { type ReactNode, useId } from 'react'
import { Select } from '#web/ui/select.tsx'
import css from './alerts.module.css'

export function Choice({
  label,
  error,
  ...select
}: { label: string; error?: ReactNode } & Parameters<typeof Select>[0]) {
  const id = useId()
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      <Select id={id} aria-invalid={error ? true : undefined} {...select} />
      {error ? (
        <p className={css.error} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  )
}
