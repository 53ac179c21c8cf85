// Mantine's password input with an accessible error state and toggle button.
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
