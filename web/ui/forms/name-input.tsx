import { TextInput, type TextInputProps } from '@mantine/core'

/** The first field of a dialog: a name that people give, which browsers must not autofill. */
export const NameInput = (props: TextInputProps & { maxLength: number }) => (
  <TextInput data-autofocus autoComplete="off" {...props} />
)
