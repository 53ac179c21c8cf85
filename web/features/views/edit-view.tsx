// Dialogs that rename, share and delete a view.
import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import type { SavedView, ViewRow } from '#contract/views.ts'
import { call } from '#web/api/call.ts'
import { useCall } from '#web/api/use-call.ts'
import { Dialog, DialogForm } from '#web/lists/dialog.tsx'
import { RolesChoice } from '#web/lists/sharing/roles-choice.tsx'
import { refreshViews } from '#web/lists/views.ts'
import { required } from '#web/ui/forms/rules.ts'
import shared from '#web/ui/shared.module.css'
import { ErrorState, LoadingProgress } from '#web/ui/states.tsx'
import { failureText, useSaveView } from './save.ts'
import { text } from './text.ts'

interface EditViewProps {
  readonly row: ViewRow
  readonly onClose: () => void
  readonly onDone: (message: string) => void
}

const HEIGHT = 160

export function EditView({ row, onClose, onDone }: EditViewProps) {
  const state = useCall('GET /api/views/{id}', { params: { id: row.id } })
  if (state.status === 'success') return <EditForm view={state.data.data} onClose={onClose} onDone={onDone} />
  return (
    <Dialog title={text.edit} onClose={onClose}>
      {state.status === 'error' ? (
        <ErrorState height={HEIGHT} error={state.error} onRetry={state.refetch} />
      ) : (
        <LoadingProgress height={HEIGHT} />
      )}
    </Dialog>
  )
}

function EditForm({ view, onClose, onDone }: Omit<EditViewProps, 'row'> & { view: SavedView }) {
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
      <TextInput
        label={text.name}
        data-autofocus
        autoComplete="off"
        maxLength={80}
        {...form.getInputProps('name')}
      />
      <RolesChoice chosen={form.values.role_ids} onChange={(ids) => form.setFieldValue('role_ids', ids)} />
    </DialogForm>
  )
}

export function DeleteView({ row, onClose, onDone }: EditViewProps) {
  const remove = useMutation({
    mutationFn: () => call('DELETE /api/views/{id}', { params: { id: row.id } }),
    onSuccess: async () => {
      await refreshViews()
      onDone(text.removed)
    },
  })
  return (
    <DialogForm
      title={text.remove}
      submit={text.removeSubmit}
      danger
      mutation={remove}
      failureText={failureText}
      onClose={onClose}
      onSubmit={() => remove.mutate()}
    >
      <p className={shared.message}>{text.sure(row.name)}</p>
      {row.roles ? <p className={shared.quiet}>{text.sureShared(row.roles)}</p> : null}
    </DialogForm>
  )
}
