// Dialogs of the settings, which say what a failure of theirs means.
import {
  type ConfirmDialogProps,
  type DialogFormProps,
  ConfirmDialog as SharedConfirm,
  DialogForm as SharedForm,
} from '#web/shared/dialogs/dialog.tsx'
import { failureText } from './failure.tsx'

export const DialogForm = (form: Omit<DialogFormProps, 'failureText'>) => (
  <SharedForm {...form} failureText={failureText} />
)

export const ConfirmDialog = (dialog: Omit<ConfirmDialogProps, 'failureText'>) => (
  <SharedConfirm {...dialog} failureText={failureText} />
)
