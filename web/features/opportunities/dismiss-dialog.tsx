// Asks why a void is dismissed.
import { useForm } from '@mantine/form'
import type { UseMutationResult } from '@tanstack/react-query'
import { REASON_LENGTH } from '#contract/lists/opportunities.ts'
import type { Opportunity } from '#contract/opportunities.ts'
import { DialogForm } from '#web/shared/dialogs/dialog.tsx'
import { errorText } from '#web/text/errors.ts'
import { NameInput, required } from '#web/ui/forms/fields.tsx'
import shared from '#web/ui/shared.module.css'
import { text } from './text.ts'
import type { Decide } from './use-decisions.ts'

interface DismissDialogProps {
  readonly row: Opportunity
  readonly decide: UseMutationResult<unknown, Error, Decide>
  readonly onClose: () => void
}

export default function DismissDialog({ row, decide, onClose }: DismissDialogProps) {
  const form = useForm({ initialValues: { reason: '' }, validate: { reason: required(text.reasonRequired) } })
  return (
    <DialogForm
      title={text.dismissTitle}
      submit={text.dismissSubmit}
      mutation={decide}
      failureText={errorText}
      onClose={onClose}
      onSubmit={form.onSubmit(({ reason }) =>
        decide.mutate({ row, state: 'dismissed', reason }, { onSuccess: onClose }),
      )}
    >
      <p className={shared.quiet}>{text.dismissNote(row.product_name, row.dist_name)}</p>
      <NameInput
        label={text.reason}
        placeholder={text.reasonExample}
        maxLength={REASON_LENGTH}
        {...form.getInputProps('reason')}
      />
    </DialogForm>
  )
}
