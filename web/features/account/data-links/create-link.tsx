import { useForm } from '@mantine/form'
import type { Catalogue } from '#contract/questions/calls.ts'
import { useCall } from '#web/api/call.ts'
import { type CreateLinkCall, failureText, useCreateLink } from '#web/shared/data-links/create.ts'
import { ShownLink } from '#web/shared/data-links/shown-link.tsx'
import { newLinkText } from '#web/shared/data-links/text.ts'
import { AsyncDialog, DialogForm } from '#web/shared/dialogs/dialog.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { CheckboxList, Fieldset, ListError, NameInput, required } from '#web/ui/forms/fields.tsx'
import shared from '#web/ui/shared.module.css'
import { linkText } from './text.ts'

interface LinkValues {
  name: string
  measures: string[]
  by: string
  grain: string
  period: string
}

const texts = linkText.form
const MAX_MEASURES = 8

const questionOf = ({ measures, by, grain, period }: LinkValues): string => {
  const params = new URLSearchParams({ measures: measures.join(','), period })
  if (by !== '') params.set('by', by)
  if (grain !== '') params.set('grain', grain)
  return params.toString()
}

export function CreateLink({ onClose }: { onClose: () => void }) {
  const catalogue = useCall('GET /api/questions/catalogue')
  const create = useCreateLink()
  if (create.data) return <ShownLink path={create.data.data.path} onClose={onClose} />
  return (
    <AsyncDialog title={newLinkText.title} size="lg" onClose={onClose} state={catalogue}>
      {({ data }) => <LinkForm catalogue={data} create={create} onClose={onClose} />}
    </AsyncDialog>
  )
}

interface LinkFormProps {
  readonly catalogue: Catalogue
  readonly create: CreateLinkCall
  readonly onClose: () => void
}

const choice = ({ key, title }: { key: string; title: string }) => ({ value: key, label: title })

function LinkForm({ catalogue, create, onClose }: LinkFormProps) {
  const form = useForm<LinkValues>({
    initialValues: { name: '', measures: ['net_sale'], by: '', grain: 'month', period: 'last_12_months' },
    validate: {
      name: required(newLinkText.nameRequired),
      measures: ({ length }) => (length === 0 || length > MAX_MEASURES ? texts.measureRequired : null),
    },
  })
  const { measures } = form.values
  const chosen = catalogue.measures.filter(({ key }) => measures.includes(key))
  const fitting = catalogue.dimensions.filter(({ key }) =>
    chosen.every(({ dimensions }) => dimensions.includes(key)),
  )
  return (
    <DialogForm
      title={newLinkText.title}
      submit={newLinkText.submit}
      size="lg"
      mutation={create}
      failureText={failureText}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => create.mutate({ name: values.name, question: questionOf(values) }))}
    >
      <NameInput label={newLinkText.name} maxLength={80} {...form.getInputProps('name')} />
      <CheckboxList
        legend={texts.measures}
        options={catalogue.measures.map(choice)}
        chosen={measures}
        onChange={(next) => form.setFieldValue('measures', next)}
      />
      <ListError>{form.errors.measures}</ListError>
      <Fieldset legend={texts.cut}>
        <SelectField
          label={texts.by}
          data={[{ value: '', label: texts.whole }, ...fitting.map(choice)]}
          {...form.getInputProps('by')}
        />
        <SelectField
          label={texts.grain}
          data={[{ value: '', label: texts.noGrain }, ...catalogue.grains.map(choice)]}
          {...form.getInputProps('grain')}
        />
        <SelectField
          label={newLinkText.period}
          data={catalogue.periods.map(choice)}
          {...form.getInputProps('period')}
        />
      </Fieldset>
      <p className={shared.quiet}>{texts.filtersNote}</p>
    </DialogForm>
  )
}
