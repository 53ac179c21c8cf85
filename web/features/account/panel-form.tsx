import { Box } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import shared from '#web/ui/shared.module.css'

interface PanelFormProps {
  /** Label of the button that submits. */
  submit: string
  isPending: boolean
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  children: ReactNode
}

/** A form in a panel: a narrow column of fields above its button. */
export const PanelForm = ({ submit, isPending, onSubmit, children }: PanelFormProps) => (
  <Box component="form" className={shared.form} maw={380} noValidate onSubmit={onSubmit}>
    {children}
    <Button frame="filled" tall type="submit" style={{ justifySelf: 'start' }} working={isPending}>
      {submit}
    </Button>
  </Box>
)
