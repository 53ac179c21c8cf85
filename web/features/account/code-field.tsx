import { TextInput, type TextInputProps } from '@mantine/core'
import { text } from './text.ts'

/** A code of the second factor, or a recovery code. */
export const CodeField = (props: TextInputProps) => (
  <TextInput
    label={text.code}
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={64}
    {...props}
  />
)
