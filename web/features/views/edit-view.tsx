// Changes of views, and the dialogs that rename, share and delete one.
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { queryOfAddress } from '#contract/address.ts'
import type { SavedView, SaveViewBody, ViewRow } from '#contract/views.ts'
import { call, useCall } from '#web/api/call.ts'
import { byStatus } from '#web/api/errors.ts'
import { AsyncDialog, ConfirmDialog, DialogForm } from '#web/lists/dialog.tsx'
import type { EditorDialogProps } from '#web/lists/dialog-state.ts'
import { RolesChoice } from '#web/lists/sharing/roles-choice.tsx'
import { refreshViews } from '#web/lists/views.ts'
import { NameInput, required } from '#web/ui/forms/fields.tsx'
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

export const failureText = byStatus(text.failures, text.failure)

function without(query: string, ...names: string[]): string {
  const params = new URLSearchParams(query)
  for (const name of names) params.delete(name)
  return params.toString()
}

/** Address and question of a view that follows the latest month. */
export function following(address: string, question: string | null) {
  const [path = ''] = address.split('?')
  const query = without(queryOfAddress(address).toString(), 'month')
  return {
    address: path + (query && `?${query}`),
    question: question && without(question, 'from', 'to'),
  }
}

export interface Choice {
  readonly pinned?: boolean
  readonly opens?: boolean
}

interface Saving {
  readonly body: SaveViewBody
  readonly choice?: Choice
}

export const useSaveView = (onSaved: (name: string) => void) =>
  useMutation({
    mutationFn: async ({ body, choice }: Saving) => {
      const { data } = await call('POST /api/views', { body })
      if (choice) await call('POST /api/views/chosen', { body: { id: data.id, ...choice } })
    },
    onSuccess: async (_, { body }) => {
      await refreshViews()
      onSaved(body.name)
    },
  })

export const useChooseView = () =>
  useMutation({
    mutationFn: (body: Choice & { id: number }) => call('POST /api/views/chosen', { body }),
    onSuccess: refreshViews,
  })
