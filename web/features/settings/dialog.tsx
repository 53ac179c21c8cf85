// The frame of a form that opens over a screen. Touches ui, Mantine and this feature.
import { Alert, Button, CloseButton, Modal } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { FormEvent, ReactNode } from 'react'
import { leadToFirstMistake } from '#web/ui/forms/first-mistake.ts'
import { useFocusBack } from '#web/ui/use-focus-back.ts'
import css from './settings.module.css'
import { text } from './text.ts'

interface DialogProps {
  title: string
  onClose: () => void
  children: ReactNode
  size?: string
}

// The library's own header would be a second banner of the page, so the title stands in the content.
export function Dialog({ title, onClose, children, size = 'md' }: DialogProps) {
  useFocusBack()
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      attributes={{ content: { 'aria-label': title } }}
      size={size}
      padding="lg"
      radius="lg"
      centered
    >
      <div className={css.dialogHead}>
        <h2 className={css.dialogTitle}>{title}</h2>
        <CloseButton aria-label={text.close} onClick={onClose} />
      </div>
      {children}
    </Modal>
  )
}

interface DialogFormProps extends DialogProps {
  failure: string | null
  submit: string
  busy: boolean
  danger?: boolean
  onSubmit: (event?: FormEvent<HTMLFormElement>) => void
}

export const DialogForm = ({
  failure,
  submit,
  busy,
  danger,
  onSubmit,
  children,
  ...dialog
}: DialogFormProps) => (
  <Dialog {...dialog}>
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        leadToFirstMistake(event.currentTarget, () => onSubmit(event))
      }}
    >
      {children}
      {failure ? (
        <Alert color="red" variant="light" icon={<IconAlertCircle size={18} />} className={css.failure}>
          {failure}
        </Alert>
      ) : null}
      <div className={css.dialogFoot}>
        <Button variant="default" onClick={dialog.onClose}>
          {text.cancel}
        </Button>
        <Button type="submit" loading={busy} {...(danger ? { color: 'red' } : {})}>
          {submit}
        </Button>
      </div>
    </form>
  </Dialog>
)
