// Fields of the account forms, bound to their form by name.
import { type PasswordInputProps, TextInput, type TextInputProps } from '@mantine/core'
import { PasswordField } from '#web/ui/forms/password-field.tsx'

interface Binding {
  form: { key: (name: string) => string; getInputProps: (name: string) => object }
  name: string
}

export const TextField = ({ form, name, ...input }: Omit<TextInputProps, keyof Binding> & Binding) => (
  <TextInput key={form.key(name)} size="md" maxLength={255} {...input} {...form.getInputProps(name)} />
)

export const SecretField = ({ form, name, ...input }: Omit<PasswordInputProps, keyof Binding> & Binding) => (
  <PasswordField key={form.key(name)} size="md" {...input} {...form.getInputProps(name)} />
)
