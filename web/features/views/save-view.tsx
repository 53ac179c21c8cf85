// The dialog of "Guardar vista": a name, the month, who sees it and where it appears.
import { Checkbox, Radio } from '@mantine/core'
import { useForm } from '@mantine/form'
import { queryOfAddress } from '#contract/address.ts'
import { isMonth } from '#contract/month.ts'
import { DialogForm } from '#web/shared/dialogs/dialog.tsx'
import { RolesChoice } from '#web/shared/dialogs/roles-choice.tsx'
import { monthName } from '#web/text/format.ts'
import { Fieldset, NameInput, required } from '#web/ui/forms/fields.tsx'
import { failureText, following, ofMonth, useSaveView } from './edit-view.tsx'
import { text } from './text.ts'

export interface SaveViewProps {
  /** Path and query on screen. */
  readonly address: string
  /** Proposed name. */
  readonly name: string
  /** Parameters of the question with the figures of the screen; null: none. */
  readonly question: string | null
  /** Whether the screen shows a month, which may be kept or follow the data. */
  readonly monthly: boolean
  readonly onClose: () => void
  readonly onSaved: (message: string) => void
}

export default function SaveView({ address, name, question, monthly, onClose, onSaved }: SaveViewProps) {
  const month = queryOfAddress(address).get('month') ?? ''
  const hasMonth = monthly && isMonth(month)
  const form = useForm({
    initialValues: { name, follows: hasMonth, role_ids: [] as number[], pinned: true, opens: false },
    validate: { name: required(text.nameRequired) },
  })
  const save = useSaveView((saved) => onSaved(text.saved(saved)))
  const submit = form.onSubmit(({ follows, role_ids, pinned, opens, ...values }) =>
    save.mutate({
      body: {
        name: values.name,
        role_ids,
        // On other screens the month in the address is left over from earlier ones.
        ...(follows || !monthly ? following(address, question) : ofMonth(address, question)),
      },
      ...((pinned || opens) && { choice: { pinned, opens } }),
    }),
  )
  return (
    <DialogForm
      title={text.save}
      submit={text.submit}
      mutation={save}
      failureText={failureText}
      onClose={onClose}
      onSubmit={submit}
    >
      <NameInput label={text.name} maxLength={80} {...form.getInputProps('name')} />
      {hasMonth ? (
        <Fieldset legend={text.month}>
          <Radio
            name="month"
            label={text.running}
            checked={form.values.follows}
            onChange={() => form.setFieldValue('follows', true)}
          />
          <Radio
            name="month"
            label={text.fixed(monthName(month))}
            checked={!form.values.follows}
            onChange={() => form.setFieldValue('follows', false)}
          />
        </Fieldset>
      ) : null}
      <Checkbox size="sm" label={text.pin} {...form.getInputProps('pinned', { type: 'checkbox' })} />
      <Checkbox size="sm" label={text.opens} {...form.getInputProps('opens', { type: 'checkbox' })} />
      <RolesChoice chosen={form.values.role_ids} onChange={(ids) => form.setFieldValue('role_ids', ids)} />
    </DialogForm>
  )
}
