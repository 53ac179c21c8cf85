import { type ComponentProps, useId } from 'react'
import { Select } from '#web/ui/select.tsx'
import css from './deliveries.module.css'

export function LabelledSelect({ label, ...select }: { label: string } & ComponentProps<typeof Select>) {
  const id = useId()
  return (
    <div>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      <Select id={id} {...select} />
    </div>
  )
}
