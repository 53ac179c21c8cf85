// Values to choose from, as checkboxes under a legend.
import { Checkbox, InputError } from '@mantine/core'
import type { ReactNode } from 'react'
import { Fieldset } from './fieldset.tsx'

interface CheckboxesProps<Value> {
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  /** May contain values that are not offered; they are kept. */
  readonly chosen: readonly Value[]
  readonly onChange: (chosen: Value[]) => void
}

export const Checkboxes = <Value extends string | number>(props: CheckboxesProps<Value>) =>
  props.options.map(({ value, label }) => (
    <Checkbox
      key={value}
      size="sm"
      label={label}
      checked={props.chosen.includes(value)}
      onChange={({ currentTarget: { checked } }) => {
        const others = props.chosen.filter((one) => one !== value)
        props.onChange(checked ? [...others, value] : others)
      }}
    />
  ))

export const CheckboxList = <Value extends string | number>({
  legend,
  ...checkboxes
}: CheckboxesProps<Value> & { readonly legend: string }) => (
  <Fieldset legend={legend}>
    <Checkboxes {...checkboxes} />
  </Fieldset>
)

/** Error below the list, as in other fields. */
export const ListError = ({ children }: { children: ReactNode }) =>
  children ? <InputError role="alert">{children}</InputError> : null
