// Asks once, then deletes a role. Touches api and this feature.
import { useMutation } from '@tanstack/react-query'
import type { RoleRow } from '#contract/administration.ts'
import { call } from '#web/api/call.ts'
import { DialogForm } from './dialog.tsx'
import { refresh } from './refresh.ts'
import { failureText } from './said.ts'
import css from './settings.module.css'
import { roleText } from './text.ts'

interface DeleteRoleProps {
  role: RoleRow
  onClose: () => void
  onDone: (message: string) => void
}

export function DeleteRole({ role, onClose, onDone }: DeleteRoleProps) {
  const remove = useMutation({
    mutationFn: () => call('DELETE /api/roles-permissions/{roleId}', { params: { roleId: String(role.id) } }),
    onSuccess: async () => {
      await refresh('GET /api/roles-permissions', 'GET /api/config/roles', 'GET /api/config/audit')
      onDone(roleText.deleted)
    },
  })
  return (
    <DialogForm
      title={roleText.title.delete}
      submit={roleText.title.delete}
      danger
      busy={remove.isPending}
      failure={remove.isError ? failureText(remove.error) : null}
      onClose={onClose}
      onSubmit={() => remove.mutate()}
    >
      <p className={css.question}>{roleText.sure(role.name)}</p>
    </DialogForm>
  )
}
