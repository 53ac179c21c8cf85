// Changes of views, and the dialogs that rename, share and delete one.
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { queryOfAddress } from '#contract/address.ts'
import type { SavedView, SaveViewBody, ViewRow } from '#contract/views.ts'
import { call, useCall } from '#web/api/call.ts'
import { byStatus } from '#web/api/errors.ts'
import { mailedTable } from '#web/shared/data-links/table-delivery.ts'
import { withoutParams } from '#web/shared/data-links/without-params.ts'
import { AsyncDialog, ConfirmDialog, DialogForm } from '#web/shared/dialogs/dialog.tsx'
import type { EditorDialogProps } from '#web/shared/dialogs/dialog-state.ts'
import { RolesChoice, useSharingRoles } from '#web/shared/dialogs/roles-choice.tsx'
import { type Fields, useRevision } from '#web/shared/dialogs/use-revision.tsx'
import { shownTable } from '#web/shared/lists/shown-tables.ts'
import { refreshViews } from '#web/shared/views.ts'
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

interface Values {
  name: string
  role_ids: number[]
  /** Not in the form, so that another person's filters are kept. */
  address: string
  question: string | null
  table: string | null
}

const valuesOf = ({ name, role_ids, address, question, table }: SavedView): Values => ({
  ...{ name, role_ids, address, question, table },
})

const fieldsOf = (roles: ReadonlyMap<number, string>): Fields<Values> => ({
  name: { label: text.name },
  role_ids: { label: text.roles, words: (ids) => ids.map((one) => roles.get(one) ?? String(one)) },
  address: { label: text.filters, words: (address) => filtersIn(address) },
})

function EditForm({ view, onClose, onDone }: EditorDialogProps & { view: SavedView }) {
  const { id } = view
  const form = useForm<Values>({
    initialValues: valuesOf(view),
    validate: { name: required(text.nameRequired) },
  })
  const roles = useSharingRoles()
  const revised = useRevision(view, {
    ...{ form, valuesOf },
    fields: fieldsOf(roles),
    read: async () => (await call('GET /api/views/{id}', { params: { id } })).data,
  })
  const save = useSaveView(() => onDone(text.changed), revised.save)
  return (
    <DialogForm
      title={text.edit}
      submit={text.submit}
      mutation={save}
      meanwhile={revised.meanwhile}
      failureText={failureText}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.mutate({ body: { id, ...values } }))}
    >
      <NameInput label={text.name} maxLength={80} {...form.getInputProps('name')} />
      <RolesChoice chosen={form.values.role_ids} onChange={(ids) => form.setFieldValue('role_ids', ids)} />
    </DialogForm>
  )
}

const filtersIn = (address: string) => [...queryOfAddress(address)].map(([name, value]) => `${name}=${value}`)

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

/** What a view that follows the latest month opens and holds. */
export const following = (address: string, question: string | null) => ({
  address: withoutParams(address, 'month'),
  question: question && withoutParams(`?${question}`, 'from', 'to').slice(1),
  table: tableBeside(question),
})

/** The same of a view of one month. */
export function ofMonth(address: string, question: string | null) {
  const table = tableBeside(question)
  const month = queryOfAddress(address).get('month')
  const dated = table && month ? `${table}${table.includes('?') ? '&' : '?'}start_date=${month}` : table
  return { address, question, table: dated }
}

/** A question says more in a mail than the table beside it. */
function tableBeside(question: string | null): string | null {
  const table = question === null ? shownTable() : null
  return table && mailedTable(table)
}

export interface Choice {
  readonly pinned?: boolean
  readonly opens?: boolean
}

interface Saving {
  readonly body: SaveViewBody
  readonly choice?: Choice
}

type SaveWith = <T>(send: (seen: { revision?: number }) => Promise<T>) => Promise<T>

export const useSaveView = (onSaved: (name: string) => void, saveWith: SaveWith = (send) => send({})) =>
  useMutation({
    mutationFn: async ({ body, choice }: Saving) => {
      const { data } = await saveWith((seen) => call('POST /api/views', { body: { ...body, ...seen } }))
      if (choice) await call('POST /api/views/chosen', { body: { id: data.id, ...choice } })
    },
    onSuccess: async (_, { body }) => {
      await refreshViews()
      onSaved(body.name)
    },
  })
