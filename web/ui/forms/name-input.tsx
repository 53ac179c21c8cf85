import { TextInput, type TextInputProps } from '@mantine/core'

/** The first field of a dialog: what people call a thing, which no browser should fill in. */
export const NameInput = (props: TextInputProps & { maxLength: number }) => (
  <TextInput data-autofocus autoComplete="off" {...props} />
)
