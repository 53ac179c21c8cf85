import type { ComponentProps } from 'react'
import { Button } from '#web/ui/button.tsx'

interface RowButtonProps extends ComponentProps<'button'> {
  loading?: boolean
}

/** An action on one row of a list. */
export const RowButton = ({ loading = false, ...button }: RowButtonProps) => (
  <Button frame="bordered" working={loading} {...button} />
)
