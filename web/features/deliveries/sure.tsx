import { useMutation } from '@tanstack/react-query'
import { DialogForm } from '#web/lists/dialog.tsx'
import shared from '#web/ui/shared.module.css'
import { text } from './text.ts'

interface SureProps {
  readonly title: string
  readonly note: string
  readonly submit: string
  readonly act: () => Promise<unknown>
  readonly onClose: () => void
}

/** Asks before something is deleted. */
export function Sure({ title, note, submit, act, onClose }: SureProps) {
  const mutation = useMutation({ mutationFn: act, onSuccess: onClose })
  return (
    <DialogForm
      danger
      {...{ title, submit, mutation, onClose }}
      failureText={() => text.failed}
      onSubmit={() => mutation.mutate()}
    >
      <p className={shared.message}>{note}</p>
    </DialogForm>
  )
}
