import { useMutation } from '@tanstack/react-query'
import type { UserRow } from '#contract/administration.ts'
import { call } from '#web/api/call.ts'
import shared from '#web/ui/shared.module.css'
import { DialogForm, type EditorDialogProps } from '../dialog.tsx'
import { refresh } from '../queries.ts'
import css from '../settings.module.css'
import { userText } from './text.ts'

/** For a colleague who lost the phone and the recovery codes. */
export function ResetSecondFactor({ user, onClose, onDone }: EditorDialogProps & { user: UserRow }) {
  const { title, submit, sure, consequence, done } = userText.reset
  const reset = useMutation({
    mutationFn: () => call('DELETE /api/users/{id}/second-factor', { params: { id: user.id } }),
    onSuccess: async () => {
      await refresh('GET /api/users', 'GET /api/config/audit')
      onDone(done)
    },
  })
  return (
    <DialogForm
      title={title}
      submit={submit}
      danger
      mutation={reset}
      onClose={onClose}
      onSubmit={() => reset.mutate()}
    >
      <p className={css.question}>{sure(user.name || user.email)}</p>
      <p className={shared.quiet}>{consequence}</p>
    </DialogForm>
  )
}
