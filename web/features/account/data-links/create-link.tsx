// The form of a new data link.
import { Checkbox } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useId } from 'react'
import type { Catalogue } from '#contract/questions/calls.ts'
import { useCall } from '#web/api/use-call.ts'
import { type CreateLinkCall, failureText, useCreateLink } from '#web/lists/data-links/create.ts'
import { ShownLink } from '#web/lists/data-links/shown-link.tsx'
import { newLinkText } from '#web/lists/data-links/text.ts'
import { Dialog, DialogForm } from '#web/lists/dialog.tsx'
import { Fieldset } from '#web/ui/forms/fieldset.tsx'
import { NameInput } from '#web/ui/forms/name-input.tsx'
import { required } from '#web/ui/forms/rules.ts'
import { Select } from '#web/ui/select.tsx'
import shared from '#web/ui/shared.module.css'
import { ErrorState, LoadingProgress } from '#web/ui/states.tsx'
import css from '../api-tokens/api-tokens.module.css'
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
const HEIGHT = 200

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
  if (catalogue.status === 'success')
    return <LinkForm catalogue={catalogue.data.data} create={create} onClose={onClose} />
  return (
    <Dialog title={newLinkText.title} size="lg" onClose={onClose}>
      {catalogue.status === 'error' ? (
        <ErrorState height={HEIGHT} error={catalogue.error} onRetry={catalogue.refetch} />
      ) : (
        <LoadingProgress height={HEIGHT} />
      )}
    </Dialog>
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
      <Fieldset legend={texts.measures}>
        {catalogue.measures.map(({ key, title }) => (
          <Checkbox
            key={key}
            size="sm"
            label={title}
            checked={measures.includes(key)}
            onChange={({ currentTarget: { checked } }) =>
              form.setFieldValue(
                'measures',
                checked ? [...measures, key] : measures.filter((one) => one !== key),
              )
            }
          />
        ))}
      </Fieldset>
      {form.errors.measures ? (
        <p className={css.error} role="alert">
          {form.errors.measures}
        </p>
      ) : null}
      <Fieldset legend={texts.cut}>
        <Choice
          label={texts.by}
          data={[{ value: '', label: texts.whole }, ...fitting.map(choice)]}
          {...form.getInputProps('by')}
        />
        <Choice
          label={texts.grain}
          data={[{ value: '', label: texts.noGrain }, ...catalogue.grains.map(choice)]}
          {...form.getInputProps('grain')}
        />
        <Choice
          label={newLinkText.period}
          data={catalogue.periods.map(choice)}
          {...form.getInputProps('period')}
        />
      </Fieldset>
      <p className={shared.quiet}>{texts.filtersNote}</p>
    </DialogForm>
  )
}

function Choice({ label, ...select }: { label: string } & Parameters<typeof Select>[0]) {
  const id = useId()
  return (
    <div>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      <Select id={id} {...select} />
    </div>
  )
}
