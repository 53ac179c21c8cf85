// The form of a new data link, and its address, which is shown once.
import { Button, Checkbox, Group, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import type { Catalogue } from '#contract/questions/calls.ts'
import { call } from '#web/api/call.ts'
import { ApiError } from '#web/api/errors.ts'
import { useCall } from '#web/api/use-call.ts'
import { Dialog, DialogForm } from '#web/lists/dialog.tsx'
import { Fieldset } from '#web/ui/forms/fieldset.tsx'
import { required } from '#web/ui/forms/rules.ts'
import { Select } from '#web/ui/select.tsx'
import shared from '#web/ui/shared.module.css'
import { ErrorState, LoadingProgress } from '#web/ui/states.tsx'
import css from '../api-tokens/api-tokens.module.css'
import { CopyButton } from '../api-tokens/copy-button.tsx'
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

function failureText(error: unknown): string {
  const { status } = error instanceof ApiError ? error : { status: 0 }
  if (status === 400) return linkText.unanswerable
  if (status === 403) return linkText.refused
  return status === 409 ? linkText.tooMany : linkText.failed
}

export function CreateLink({ onCreated, onClose }: { onCreated: () => unknown; onClose: () => void }) {
  const catalogue = useCall('GET /api/questions/catalogue')
  const create = useMutation({
    mutationFn: (values: LinkValues) =>
      call('POST /api/data-links', { body: { name: values.name, question: questionOf(values) } }),
    onSuccess: onCreated,
  })
  if (create.data) return <ShownOnce path={create.data.data.path} onClose={onClose} />
  if (catalogue.status === 'success')
    return <LinkForm catalogue={catalogue.data.data} create={create} onClose={onClose} />
  return (
    <Dialog title={texts.title} size="lg" onClose={onClose}>
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
  readonly create: {
    mutate: (values: LinkValues) => void
    isPending: boolean
    isError: boolean
    error: unknown
  }
  readonly onClose: () => void
}

const choice = ({ key, title }: { key: string; title: string }) => ({ value: key, label: title })

function LinkForm({ catalogue, create, onClose }: LinkFormProps) {
  const form = useForm<LinkValues>({
    initialValues: { name: '', measures: ['net_sale'], by: '', grain: 'month', period: 'last_12_months' },
    validate: {
      name: required(texts.nameRequired),
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
      title={texts.title}
      submit={texts.submit}
      size="lg"
      mutation={create}
      failureText={failureText}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => create.mutate(values))}
    >
      <TextInput
        label={texts.name}
        data-autofocus
        autoComplete="off"
        maxLength={80}
        {...form.getInputProps('name')}
      />
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
        <Choice label={texts.period} data={catalogue.periods.map(choice)} {...form.getInputProps('period')} />
      </Fieldset>
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

function ShownOnce({ path, onClose }: { path: string; onClose: () => void }) {
  const address = `${location.origin}${path}.csv`
  const { title, note, formats, done } = linkText.shown
  return (
    <Dialog title={title} size="lg" onClose={onClose}>
      <div className={shared.form}>
        <p className={shared.message}>{note}</p>
        <div className={`${shared.box} ${css.secret}`}>
          <code>{address}</code>
          <CopyButton value={address} />
        </div>
        <p className={shared.quiet}>{formats}</p>
        <Group justify="flex-end">
          <Button onClick={onClose}>{done}</Button>
        </Group>
      </div>
    </Dialog>
  )
}
