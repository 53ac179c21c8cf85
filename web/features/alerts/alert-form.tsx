// The form of an alert: what is watched, when it reports, and what it would have reported.

import { useMutation } from '@tanstack/react-query'
import type { Alert } from '#contract/alerts/calls.ts'
import { ALERT_COMPARISONS, ALERT_DAYS, ALERT_UNITS, CONDITION_KINDS } from '#contract/alerts/rule.ts'
import { measureOf } from '#contract/questions/measures.ts'
import { ORDER_STATUSES, statusLabel } from '#contract/statuses.ts'
import { call, refresh } from '#web/api/call.ts'
import { ApiError, byStatus } from '#web/api/errors.ts'
import { DialogForm } from '#web/shared/dialogs/dialog.tsx'
import { RolesChoice, useSharingRoles } from '#web/shared/dialogs/roles-choice.tsx'
import { type Fields, useRevision } from '#web/shared/dialogs/use-revision.tsx'
import { filterWords } from '#web/shared/questions/question-words.ts'
import { sharingText } from '#web/shared/text.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Fieldset, NameInput } from '#web/ui/forms/fields.tsx'
import { Failure } from '#web/ui/message.tsx'
import css from './alerts.module.css'
import {
  addsDays,
  countsOrders,
  type Draft,
  type DraftForm,
  definitionOf,
  draftOf,
  mistakesIn,
  useDraftForm,
} from './draft.ts'
import { Trial } from './history-dialog.tsx'
import { COMPARE_LABELS, DAYS_LABELS, KIND_LABELS, LEAST_NOTES, text } from './text.ts'
import { WatchedFields } from './watched-fields.tsx'

interface AlertFormProps {
  readonly draft: Draft
  /** The alert that is edited; absent for a new one. */
  readonly alert?: Alert
  readonly onClose: () => void
}

const texts = text.form

const failureText = byStatus({ 403: text.refused }, text.failed)

const alertNow = async (id: number | undefined) =>
  (await call('GET /api/alerts')).data.find((alert) => alert.id === id)

export default function AlertForm({ draft, alert, onClose }: AlertFormProps) {
  const form = useDraftForm(draft)
  const id = alert?.id
  const roles = useSharingRoles()
  const fields = fieldsOf(roles)
  const revised = useRevision(alert, { form, valuesOf: draftOf, fields, read: () => alertNow(id) })
  const save = useMutation({
    mutationFn: async (values: Draft) => {
      const body = { ...definitionOf(values), name: values.name, role_ids: [...values.roles] }
      if (id === undefined) await call('POST /api/alerts', { body })
      else
        await revised.save((seen) =>
          call('POST /api/alerts/{id}', { params: { id }, body: { ...body, ...seen } }),
        )
    },
    onSuccess: async () => {
      onClose()
      await refresh('GET /api/alerts')
    },
  })
  return (
    <DialogForm
      title={id === undefined ? texts.create : texts.change}
      submit={texts.save}
      size="lg"
      isInAddress
      mutation={save}
      meanwhile={revised.meanwhile}
      failureText={failureText}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <NameInput label={texts.name} maxLength={80} {...form.getInputProps('name')} />
      <Fieldset legend={texts.what}>
        <WatchedFields form={form} />
      </Fieldset>
      <Fieldset legend={texts.when}>
        <ConditionFields form={form} />
      </Fieldset>
      <RolesChoice chosen={form.values.roles} onChange={(roles) => form.setFieldValue('roles', roles)} />
      <TryOut form={form} />
    </DialogForm>
  )
}

const fieldsOf = (roles: ReadonlyMap<number, string>): Fields<Draft> => ({
  name: { label: texts.name },
  measure: { label: texts.what, words: (key) => measureOf(key).title },
  where: { label: texts.what, words: (where) => where.map(filterWords) },
  kind: { label: texts.condition, words: (kind) => KIND_LABELS[kind] },
  amount: { label: texts.amount },
  value: { label: texts.value },
  hours: { label: texts.hours },
  days: { label: texts.days },
  status: { label: texts.status, words: statusLabel },
  over: { label: texts.over, words: (days) => DAYS_LABELS[days] },
  compare: { label: texts.compare, words: (comparison) => COMPARE_LABELS[comparison] },
  least: { label: texts.least },
  roles: { label: sharingText.legend, words: (ids) => ids.map((one) => roles.get(one) ?? String(one)) },
})

interface TypedProps {
  form: DraftForm
  name: 'amount' | 'value' | 'hours' | 'days' | 'least'
  label: string
  description?: string
}

const Typed = ({ form, name, ...input }: TypedProps) => (
  <TextField describedBelow inputMode="decimal" autoComplete="off" {...input} {...form.getInputProps(name)} />
)

function ConditionFields({ form }: { form: DraftForm }) {
  const { kind, over } = form.values
  const moves = kind === 'falls' || kind === 'rises'
  return (
    <div className={css.fields}>
      <SelectField
        label={texts.condition}
        data={CONDITION_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }))}
        {...form.getInputProps('kind')}
      />
      {moves ? (
        <>
          <Typed form={form} name="amount" label={texts.amount} />
          <SelectField
            label={texts.unit}
            data={ALERT_UNITS.map((value) => ({ value, label: texts.units[value] }))}
            {...form.getInputProps('unit')}
          />
          <SelectField
            label={texts.compare}
            data={ALERT_COMPARISONS.map((value) => ({ value, label: COMPARE_LABELS[value] }))}
            {...form.getInputProps('compare')}
          />
        </>
      ) : null}
      {kind === 'below' || kind === 'above' ? <Typed form={form} name="value" label={texts.value} /> : null}
      {kind === 'no_orders' ? <Typed form={form} name="hours" label={texts.hours} /> : null}
      {kind === 'stuck' ? (
        <>
          <SelectField
            label={texts.status}
            data={ORDER_STATUSES.map((value) => ({ value, label: statusLabel(value) }))}
            {...form.getInputProps('status')}
          />
          <Typed form={form} name="days" label={texts.days} />
        </>
      ) : null}
      {addsDays(kind) ? (
        <SelectField
          label={texts.over}
          data={ALERT_DAYS.map((days) => ({ value: String(days), label: DAYS_LABELS[days] }))}
          value={String(over)}
          onChange={({ currentTarget: { value } }) =>
            form.setFieldValue('over', ALERT_DAYS.find((days) => String(days) === value) ?? 7)
          }
        />
      ) : null}
      <Typed form={form} name="least" label={texts.least} description={LEAST_NOTES[kind]} />
    </div>
  )
}

function TryOut({ form }: { form: DraftForm }) {
  const trial = useMutation({
    mutationFn: (values: Draft) => call('POST /api/alerts/try', { body: definitionOf(values) }),
  })
  const isCurrent = trial.variables !== undefined && sameRule(trial.variables, form.values)
  const measure = countsOrders(form.values.kind) ? 'orders' : form.values.measure
  return (
    <div className={css.tryOut}>
      <Button
        frame="bordered"
        tall
        working={trial.isPending}
        onClick={() => {
          const mistakes = mistakesIn(form.values)
          form.setErrors(mistakes)
          if (Object.keys(mistakes).length === 0) trial.mutate(form.values)
        }}
      >
        {trial.isPending ? texts.trying : texts.tried}
      </Button>
      {trial.isError ? <Failure>{trialFailure(trial.error)}</Failure> : null}
      {trial.data && isCurrent ? <Trial trial={trial.data.data} measure={measure} /> : null}
    </div>
  )
}

const sameRule = (one: Draft, other: Draft) =>
  JSON.stringify(definitionOf(one)) === JSON.stringify(definitionOf(other))

const trialFailure = (error: unknown): string =>
  error instanceof ApiError && error.status === 403 ? text.refused : text.failed
