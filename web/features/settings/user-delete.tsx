// The user form in its mode delete: asks once, then ends the account. Touches api and this feature.
import { useMutation } from '@tanstack/react-query'
import type { UserRow } from '#contract/administration.ts'
import { call } from '#web/api/call.ts'
import { DialogForm } from './dialog.tsx'
import { refresh } from './refresh.ts'
import { failureText, saidText } from './said.ts'
import css from './settings.module.css'
import { userText } from './text.ts'

interface DeleteUserProps {
  user: UserRow
  onClose: () => void
  onDone: (message: string) => void
}

export function DeleteUser({ user, onClose, onDone }: DeleteUserProps) {
  const remove = useMutation({
    mutationFn: () => call('DELETE /api/users/{id}', { params: { id: user.id } }),
    onSuccess: async ({ data }) => {
      await refresh('GET /api/users', 'GET /api/roles-permissions', 'GET /api/config/audit')
      onDone(saidText(data.message))
    },
  })
  return (
    <DialogForm
      title={userText.title.delete}
      submit={userText.submit.delete}
      danger
      busy={remove.isPending}
      failure={remove.isError ? failureText(remove.error) : null}
      onClose={onClose}
      onSubmit={() => remove.mutate()}
    >
      <p className={css.question}>{userText.sure(user.name || user.email)}</p>
      <p className={css.quiet}>{userText.consequence}</p>
    </DialogForm>
  )
}
