// Dialogs of the settings with the server's messages.
import { entryOf } from '#contract/entry.ts'
import { ApiError, isMeanwhileError } from '#web/api/errors.ts'
import {
  type ConfirmDialogProps,
  type DialogFormProps,
  FailureAlert,
  ConfirmDialog as SharedConfirm,
  DialogForm as SharedForm,
} from '#web/lists/dialog.tsx'
import { MEANWHILE_FAILURE } from '#web/text/errors.ts'
import shared from '#web/ui/shared.module.css'
import { DEFAULT_ERROR, FIELD_MESSAGES, SERVER_MESSAGES, SESSION_EXPIRED } from './text.ts'

export function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return DEFAULT_ERROR
  if (isMeanwhileError(error)) return MEANWHILE_FAILURE
  const [field] = error.fields
  return (
    entryOf(SERVER_MESSAGES, error.message) ??
    (field && entryOf(FIELD_MESSAGES, field.message)) ??
    (error.status === 401 ? SESSION_EXPIRED : DEFAULT_ERROR)
  )
}

export const Failure = ({ error }: { error: unknown }) => <FailureAlert>{failureText(error)}</FailureAlert>

/** The same as a line among the parts of a screen. */
export const FailureLine = ({ error }: { error: unknown }) =>
  error ? (
    <p className={shared.message} data-bad role="alert">
      {failureText(error)}
    </p>
  ) : null

export const DialogForm = (form: Omit<DialogFormProps, 'failureText'>) => (
  <SharedForm {...form} failureText={failureText} />
)

export const ConfirmDialog = (dialog: Omit<ConfirmDialogProps, 'failureText'>) => (
  <SharedConfirm {...dialog} failureText={failureText} />
)
