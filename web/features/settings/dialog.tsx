// Dialogs of the settings, with what a failure of theirs means.
import { ApiError } from '#web/api/errors.ts'
import {
  type ConfirmDialogProps,
  type DialogFormProps,
  FailureAlert,
  ConfirmDialog as SharedConfirm,
  DialogForm as SharedForm,
} from '#web/lists/dialog.tsx'
import shared from '#web/ui/shared.module.css'
import { DEFAULT_ERROR, SESSION_EXPIRED } from './text.ts'

export function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return DEFAULT_ERROR
  const known = error.text ?? error.fields[0]?.text
  return known ?? (error.status === 401 ? SESSION_EXPIRED : DEFAULT_ERROR)
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
