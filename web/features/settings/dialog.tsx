// Dialogs of the settings with the server's messages, and the state of a screen that opens them.
import { useState } from 'react'
import { ApiError } from '#web/api/errors.ts'
import {
  type ConfirmDialogProps,
  type DialogFormProps,
  FailureAlert,
  ConfirmDialog as SharedConfirm,
  DialogForm as SharedForm,
} from '#web/lists/dialog.tsx'
import { DEFAULT_ERROR, FIELD_MESSAGES, SERVER_MESSAGES, SESSION_EXPIRED } from './text.ts'

/** The error text of a failed call. */
export function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return DEFAULT_ERROR
  const [field] = error.fields
  return (
    SERVER_MESSAGES[error.message] ??
    (field && FIELD_MESSAGES[field.message]) ??
    (error.status === 401 ? SESSION_EXPIRED : DEFAULT_ERROR)
  )
}

/** An alert for a failed mutation. */
export const Failure = ({ error }: { error: unknown }) => <FailureAlert>{failureText(error)}</FailureAlert>

export const DialogForm = (form: Omit<DialogFormProps, 'failureText'>) => (
  <SharedForm {...form} failureText={failureText} />
)

export const ConfirmDialog = (dialog: Omit<ConfirmDialogProps, 'failureText'>) => (
  <SharedConfirm {...dialog} failureText={failureText} />
)

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
