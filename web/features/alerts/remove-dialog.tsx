import { useMutation } from '@tanstack/react-query'
import type { Alert } from '#contract/alerts/calls.ts'
import { queryClient } from '#web/api/ask.ts'
import { call } from '#web/api/call.ts'
import { DialogForm } from '#web/lists/dialog.tsx'
import shared from '#web/ui/shared.module.css'
import { text } from './text.ts'

export function RemoveDialog({ alert: { id, name }, onClose }: { alert: Alert; onClose: () => void }) {
  const remove = useMutation({
    mutationFn: () => call('DELETE /api/alerts/{id}', { params: { id } }),
    onSuccess: async () => {
      onClose()
      await queryClient.invalidateQueries({ queryKey: ['GET /api/alerts'] })
    },
  })
  return (
    <DialogForm
      title={text.remove.title}
      submit={text.actions.remove}
      danger
      mutation={remove}
      failureText={() => text.failed}
      onClose={onClose}
      onSubmit={() => remove.mutate()}
    >
      <p className={shared.message}>{text.remove.sure(name)}</p>
    </DialogForm>
  )
}
