import type { UserRow } from '#contract/administration.ts'
import { call } from '#web/api/call.ts'
import type { EditorDialogProps } from '#web/lists/dialog-state.ts'
import { ConfirmDialog } from '../dialog.tsx'
import { refresh } from '../queries.ts'
import { userText } from './text.ts'

/** For a colleague who lost both the phone and the recovery codes. */
export function ResetSecondFactor({ user, onClose, onDone }: EditorDialogProps & { user: UserRow }) {
  const { title, submit, sure, consequence, done } = userText.reset
  return (
    <ConfirmDialog
      title={title}
      question={sure(user.name || user.email)}
      consequence={consequence}
      submit={submit}
      onClose={onClose}
      onConfirm={async () => {
        await call('DELETE /api/users/{id}/second-factor', { params: { id: user.id } })
        await refresh('GET /api/users', 'GET /api/config/audit')
        onDone(done)
      }}
    />
  )
}
