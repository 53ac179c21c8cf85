// Dialogs that rename, share and delete a view.
import { useForm } from '@mantine/form'
import type { SavedView, ViewRow } from '#contract/views.ts'
import { call, useCall } from '#web/api/call.ts'
import { AsyncDialog, ConfirmDialog, DialogForm } from '#web/lists/dialog.tsx'
import type { EditorDialogProps } from '#web/lists/dialog-state.ts'
import { RolesChoice } from '#web/lists/sharing/roles-choice.tsx'
import { refreshViews } from '#web/lists/views.ts'
import { NameInput, required } from '#web/ui/forms/fields.tsx'
import { failureText, useSaveView } from './save.ts'
import { text } from './text.ts'

type EditViewProps = EditorDialogProps & { row: ViewRow }

export function EditView({ row, onClose, onDone }: EditViewProps) {
  const state = useCall('GET /api/views/{id}', { params: { id: row.id } })
  return (
    <AsyncDialog title={text.edit} onClose={onClose} state={state}>
      {({ data }) => <EditForm view={data} onClose={onClose} onDone={onDone} />}
    </AsyncDialog>
  )
}

function EditForm({ view, onClose, onDone }: EditorDialogProps & { view: SavedView }) {
  const { id, address, question } = view
  const form = useForm({
    initialValues: { name: view.name, role_ids: view.role_ids },
    validate: { name: required(text.nameRequired) },
  })
  const save = useSaveView(() => onDone(text.changed))
  return (
    <DialogForm
      title={text.edit}
      submit={text.submit}
      mutation={save}
      failureText={failureText}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.mutate({ body: { id, address, question, ...values } }))}
    >
      <NameInput label={text.name} maxLength={80} {...form.getInputProps('name')} />
      <RolesChoice chosen={form.values.role_ids} onChange={(ids) => form.setFieldValue('role_ids', ids)} />
    </DialogForm>
  )
}

export const DeleteView = ({ row: { id, name, roles }, onClose, onDone }: EditViewProps) => (
  <ConfirmDialog
    title={text.remove}
    question={text.sure(name)}
    consequence={roles && text.sureShared(roles)}
    submit={text.removeSubmit}
    failureText={failureText}
    onClose={onClose}
    onConfirm={async () => {
      await call('DELETE /api/views/{id}', { params: { id } })
      await refreshViews()
      onDone(text.removed)
    }}
  />
)
