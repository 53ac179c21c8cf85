// A line for a password: that it is wrong, and what its eye does, is told in words as well. Touches Mantine and text.
import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { text } from '../text.ts'

export const PasswordField = (field: PasswordInputProps) => (
  <PasswordInput
    maxLength={255}
    {...field}
    aria-invalid={field.error ? true : undefined}
    visibilityToggleButtonProps={{ 'aria-label': text.reveal }}
  />
)
