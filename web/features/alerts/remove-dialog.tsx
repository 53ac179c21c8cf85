import type { Alert } from '#contract/alerts/calls.ts'
import { queryClient } from '#web/api/ask.ts'
import { call } from '#web/api/call.ts'
import { ConfirmDialog } from '#web/lists/dialog.tsx'
import { text } from './text.ts'

export const RemoveDialog = ({ alert: { id, name }, onClose }: { alert: Alert; onClose: () => void }) => (
  <ConfirmDialog
    title={text.remove.title}
    question={text.remove.sure(name)}
    submit={text.actions.remove}
    failureText={() => text.failed}
    onClose={onClose}
    onConfirm={async () => {
      await call('DELETE /api/alerts/{id}', { params: { id } })
      await queryClient.invalidateQueries({ queryKey: ['GET /api/alerts'] })
    }}
  />
)
