// Fields of forms that several screens share.

import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { PERMISSIONS, type Permission } from '#contract/permissions.ts'
import { PERMISSION_WORDS } from '#web/text/permission-words.ts'
import { FieldError, TextField, type TextFieldProps } from '../field.tsx'
import css from './fieldset.module.css'

/** The first field of a dialog: a name that people give, which browsers must not autofill. */
export const NameInput = (props: TextFieldProps & { maxLength: number }) => (
  <TextField data-autofocus autoComplete="off" {...props} />
)

export const Fieldset = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <fieldset className={css.fieldset}>
    <legend>{legend}</legend>
    {children}
  </fieldset>
)

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
  children ? <FieldError role="alert">{children}</FieldError> : null

interface PermissionChoicesProps {
  legend: string
  /** The permissions that are offered. */
  of: readonly Permission[]
  value: readonly Permission[]
  onChange: (permissions: Permission[]) => void
}

export const PermissionChoices = ({ legend, of, value, onChange }: PermissionChoicesProps) => (
  <CheckboxList
    legend={legend}
    options={of.map((permission) => ({ value: permission, label: PERMISSION_WORDS[permission] }))}
    chosen={value}
    onChange={(next) => onChange(PERMISSIONS.filter((one) => next.includes(one)))}
  />
)

export type Rule = (value: string) => string | null

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** The first error of several rules. */
export const all =
  (...rules: readonly Rule[]): Rule =>
  (value) => {
    for (const rule of rules) {
      const error = rule(value)
      if (error) return error
    }
    return null
  }

export const required =
  (error: string): Rule =>
  (value) =>
    value.trim() === '' ? error : null

export const atMost =
  (length: number, error: string): Rule =>
  (value) =>
    value.length > length ? error : null

export const atLeast =
  (length: number, error: string): Rule =>
  (value) =>
    value.length < length ? error : null

export const validEmail =
  (error: string): Rule =>
  (value) =>
    EMAIL.test(value.trim()) ? null : error
