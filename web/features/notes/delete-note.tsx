import type { NoteRow } from '#contract/notes.ts'
import { call } from '#web/api/call.ts'
import { ConfirmDialog } from '#web/shared/dialogs/dialog.tsx'
import type { EditorDialogProps } from '#web/shared/dialogs/dialog-state.ts'
import { refreshNotes } from '#web/shared/notes/notes.ts'
import { text } from './text.ts'

const DeleteNote = ({ row, onClose, onDone }: EditorDialogProps & { row: NoteRow }) => (
  <ConfirmDialog
    title={text.removeTitle}
    question={text.sure(row.text)}
    submit={text.removeSubmit}
    failureText={() => text.failure}
    onClose={onClose}
    onConfirm={async () => {
      await call('DELETE /api/notes/{id}', { params: { id: row.id } })
      await refreshNotes()
      onDone(text.removed)
    }}
  />
)

export default DeleteNote
