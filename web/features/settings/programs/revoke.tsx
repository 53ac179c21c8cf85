import type { ProgramAccess } from '#contract/program-access.ts'
import { call, refresh } from '#web/api/call.ts'
import type { EditorDialogProps } from '#web/shared/dialogs/dialog-state.ts'
import { ConfirmDialog } from '../dialog.tsx'
import { PROGRAMS } from '../queries.ts'
import { programsText } from './text.ts'

export default function Revoke({ access, onClose, onDone }: EditorDialogProps & { access: ProgramAccess }) {
  const { kind, id, name, owner } = access
  return (
    <ConfirmDialog
      title={programsText.revokeTitle[kind]}
      question={programsText.sure(name, owner)}
      consequence={programsText.consequence}
      submit={programsText.revoke}
      onClose={onClose}
      onConfirm={async () => {
        await call('DELETE /api/config/program-access/{kind}/{id}', { params: { kind, id } })
        await refresh(PROGRAMS, 'GET /api/config/audit', 'GET /api/tokens', 'GET /api/data-links')
        onDone(programsText.revoked(name))
      }}
    />
  )
}
