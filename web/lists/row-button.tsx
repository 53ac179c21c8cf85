import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentProps } from 'react'

/** An action on one row of a list. */
export const RowButton = (props: ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps>) => (
  <Button size="xs" variant="default" {...props} />
)
