// Dialogs with and without a form, and the state of a screen that opens them. A form asks for the password when the server does.
import { Alert, Button, CloseButton, Group, Modal } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { PASSWORD_NOT_RECENT } from '#contract/permissions.ts'
import { call } from '#web/api/call.ts'
import { ApiError } from '#web/api/errors.ts'
import { leadToFirstMistake } from '#web/ui/forms/first-mistake.ts'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import shared from '#web/ui/shared.module.css'
import { useFocusBack } from '#web/ui/use-focus-back.ts'
import css from './settings.module.css'
import { DEFAULT_ERROR, FIELD_MESSAGES, SERVER_MESSAGES, text } from './text.ts'

interface DialogProps {
  title: string
  onClose: () => void
  children: ReactNode
  size?: string
}

// Mantine's own header would be a second banner landmark, so the title is part of the content.
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
      <Group justify="space-between" wrap="nowrap" gap={12} mb={14}>
        <h2 className={css.dialogTitle}>{title}</h2>
        <CloseButton aria-label={text.close} onClick={onClose} />
      </Group>
      {children}
    </Modal>
  )
}

/** The error text of a failed call. */
export function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return DEFAULT_ERROR
  const [field] = error.fields
  return SERVER_MESSAGES[error.message] ?? (field && FIELD_MESSAGES[field.message]) ?? DEFAULT_ERROR
}

/** An alert for a failed mutation. */
export const Failure = ({ error }: { error: unknown }) => (
  <Alert color="red" variant="light" icon={<IconAlertCircle size={18} />} className={css.failure}>
    {failureText(error)}
  </Alert>
)

interface DialogFormProps extends DialogProps {
  mutation: { isPending: boolean; isError: boolean; error: unknown }
  submit: string
  danger?: boolean
  onSubmit: (event?: FormEvent<HTMLFormElement>) => void
}

export function DialogForm({ mutation, submit, danger, onSubmit, children, ...dialog }: DialogFormProps) {
  const { confirmation, confirm, isConfirming } = useConfirmation(mutation.error)
  return (
    <Dialog {...dialog}>
      <form
        className={shared.form}
        noValidate
        onSubmit={async (event) => {
          event.preventDefault()
          const form = event.currentTarget
          if (await confirm()) leadToFirstMistake(form, () => onSubmit(event))
        }}
      >
        {children}
        {confirmation ?? (mutation.isError ? <Failure error={mutation.error} /> : null)}
        <Group justify="flex-end" gap={8} mt={4}>
          <Button variant="default" onClick={dialog.onClose}>
            {text.cancel}
          </Button>
          <Button
            type="submit"
            loading={mutation.isPending || isConfirming}
            {...(danger ? { color: 'red' } : {})}
          >
            {submit}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}

const isNotRecent = (error: unknown) => error instanceof ApiError && error.message === PASSWORD_NOT_RECENT

/** After a call that needs a recent password: the field that asks for it; `confirm` sends it before the call is repeated. */
function useConfirmation(error: unknown) {
  const [password, setPassword] = useState('')
  const send = useMutation({
    mutationFn: () => call('POST /api/account/confirm-password', { body: { password } }),
  })
  const isAsked = isNotRecent(error)
  return {
    isConfirming: send.isPending,
    confirmation: isAsked ? (
      <PasswordField
        label={text.confirmPassword}
        description={text.confirmPasswordHint}
        autoComplete="current-password"
        autoFocus
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={send.isError ? confirmationFailure(send.error) : null}
      />
    ) : null,
    confirm: async (): Promise<boolean> => {
      if (!isAsked) return true
      return send.mutateAsync().then(
        () => true,
        () => false,
      )
    },
  }
}

function confirmationFailure(error: unknown): string {
  if (error instanceof ApiError && error.status === 429) return text.tooManyPasswords
  return error instanceof ApiError && error.status === 400 ? text.wrongPassword : DEFAULT_ERROR
}

/** The dialog open over a screen: a new row, or one to update or delete. */
type Open<Row> = { mode: 'add' } | { mode: 'update' | 'delete'; row: Row } | null

/** State of a screen whose rows are edited in dialogs, and the notice of the last change. */
export function useEditor<Row>() {
  const [open, setOpen] = useState<Open<Row>>(null)
  const [notice, setNotice] = useState<string | null>(null)
  const show = (next: Open<Row>) => {
    setNotice(null)
    setOpen(next)
  }
  return {
    open,
    notice,
    clearNotice: () => setNotice(null),
    add: () => show({ mode: 'add' }),
    update: (row: Row) => show({ mode: 'update', row }),
    remove: (row: Row) => show({ mode: 'delete', row }),
    /** Props of the dialogs. */
    dialog: {
      onClose: () => setOpen(null),
      onDone: (message: string) => {
        setOpen(null)
        setNotice(message)
      },
    },
  }
}

export interface EditorDialogProps {
  onClose: () => void
  /** Closes the dialog and shows the message. */
  onDone: (message: string) => void
}
