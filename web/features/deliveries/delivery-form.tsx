// The form of a delivery: what, when, to whom.

import { Checkbox } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { PROFILE_PATH, pathOf, reportedPath } from '#contract/address.ts'
import type { OwnDelivery } from '#contract/deliveries.ts'
import { LAST_DAY } from '#contract/delivery-days.ts'
import { call, useCall } from '#web/api/call.ts'
import { byStatus } from '#web/api/errors.ts'
import { DialogForm } from '#web/shared/dialogs/dialog.tsx'
import { type Fields, useRevision, yesOrNo } from '#web/shared/dialogs/use-revision.tsx'
import { questionOf, questionWords, titleOf } from '#web/shared/questions/question-words.ts'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Checkboxes, Fieldset, ListError, NameInput, required } from '#web/ui/forms/fields.tsx'
import shared from '#web/ui/shared.module.css'
import { DELIVERIES } from './calls.ts'
import css from './deliveries.module.css'
import { READY, text, WEEKDAYS } from './text.ts'

const texts = text.form
const ADDRESS = 'address'
const TABLE = 'table'
const MONTH_DAYS = 28
const NAME_LENGTH = 80
/** With more people than this, a search is worthwhile. */
const MANY_PEOPLE = 8

interface Values {
  name: string
  /** `view:12`, a question, the path of a screen, TABLE or ADDRESS. */
  what: string
  address: string
  every: OwnDelivery['every']
  weekday: string
  monthDay: string
  at_time: string
  attachment: OwnDelivery['attachment']
  recipients: number[]
  paused: boolean
}

type Form = ReturnType<typeof useDeliveryForm>

const titleIn = (question: string): string => titleOf(questionOf(question).question)

/** A question with fixed days sends the same period each time. */
const hasFixedDays = (what: string): boolean =>
  what.includes('measures=') && typeof questionOf(what).question.period !== 'string'

/** A question, or the path of a screen, in words. */
const wordsOf = (what: string): string =>
  READY.find((one) => one.what === what)?.label ??
  (what.startsWith('/') ? screenWords(what) : questionWords(what))

const screenWords = (address: string): string =>
  reportedPath(pathOf(address)) === PROFILE_PATH ? texts.profile : texts.goals

const questionIn = (address: string): string => address.slice(address.indexOf('?') + 1).trim()

/** What another screen asks to mail: a question, or a table with the address of its screen. */
export interface Asked extends Pick<OwnDelivery, 'question' | 'table' | 'address'> {
  readonly name: string | null
}

const NOTHING: Asked = { name: null, question: null, table: null, address: null }

/** TABLE, a screen with a report of its own, or the question with the figures of any other screen; null: nothing. */
function givenIn({ question, table, address }: Asked): string | null {
  if (table !== null) return TABLE
  return address !== null && reportedPath(pathOf(address)) ? address : question
}

const whatOf = (delivery: OwnDelivery | undefined, asked: Asked): string =>
  delivery?.view_id ? `view:${delivery.view_id}` : (givenIn(asked) ?? READY[0].what)

const valuesOf = (delivery: OwnDelivery | undefined, asked: Asked): Values => {
  const day = String(delivery?.on_day || 1)
  const title = asked.name ?? (asked.question === null ? '' : titleIn(asked.question))
  return {
    name: delivery?.name ?? title.slice(0, NAME_LENGTH),
    what: whatOf(delivery, asked),
    address: '',
    every: delivery?.every ?? 'week',
    weekday: delivery?.every === 'week' ? day : '1',
    monthDay: delivery?.every === 'month' ? day : '1',
    at_time: delivery?.at_time ?? '08:00',
    attachment: delivery?.attachment ?? 'xlsx',
    recipients: delivery?.recipients.map(({ id }) => id) ?? [],
    paused: delivery?.paused ?? false,
  }
}

const askedBy = (delivery: OwnDelivery | undefined, asked: Asked | null): Asked =>
  delivery ?? asked ?? NOTHING

function bodyOf(values: Values, id: number | undefined, asked: Asked) {
  const { question, table, address } = asked
  return { ...ownBody(values, id), ...(values.what === givenIn(asked) && { question, table, address }) }
}

function ownBody({ what, address, weekday, monthDay, ...values }: Values, id: number | undefined) {
  const view = /^view:(\d+)$/.exec(what)?.[1]
  const screen = what.startsWith('/') ? what : null
  const question = what === ADDRESS ? questionIn(address) : what
  const onDay = { day: 0, week: Number(weekday), month: Number(monthDay) }[values.every]
  return {
    ...values,
    ...(id !== undefined && { id }),
    on_day: onDay,
    question: view || screen ? null : question,
    view_id: view ? Number(view) : null,
    address: screen,
    table: null,
  }
}

const failureText = byStatus({ 400: texts.wrongQuestion, 403: texts.forbidden }, text.failed)

const useDeliveryForm = (delivery: OwnDelivery | undefined, asked: Asked) =>
  useForm<Values>({
    initialValues: valuesOf(delivery, asked),
    validate: {
      name: required(texts.nameRequired),
      address: (address, { what }) =>
        what === ADDRESS && !address.includes('measures=') ? texts.addressRequired : null,
      at_time: required(texts.timeRequired),
      recipients: ({ length }) => (length === 0 ? texts.peopleRequired : null),
    },
  })

interface FormProps {
  readonly delivery?: OwnDelivery
  /** What a new one holds; by default the first of the ready-made ones. */
  readonly asked?: Asked | null
  readonly onSaved: (name: string) => unknown
  readonly onClose: () => void
}

const fieldsOf = (people: readonly { id: number; name: string }[]): Fields<Values> => ({
  name: { label: texts.name },
  what: {
    label: texts.what,
    words: (what) =>
      what.startsWith('view:') ? texts.views : what === TABLE ? texts.tableOfScreen : wordsOf(what),
  },
  every: { label: texts.every, words: (every) => texts.everyChoices[every] },
  weekday: { label: texts.weekday, words: (day) => capital(WEEKDAYS[Number(day) - 1] ?? day) },
  monthDay: { label: texts.monthDay, words: (day) => (Number(day) === LAST_DAY ? texts.lastDay : day) },
  at_time: { label: texts.time },
  attachment: { label: texts.attachment, words: (attachment) => texts.attachments[attachment] },
  recipients: {
    label: texts.people,
    words: (ids) => ids.map((id) => people.find((one) => one.id === id)?.name ?? String(id)),
  },
  paused: { label: texts.paused, words: yesOrNo },
})

export default function DeliveryForm({ delivery, asked = null, onSaved, onClose }: FormProps) {
  const given = askedBy(delivery, asked)
  const form = useDeliveryForm(delivery, given)
  const { data } = useCall(DELIVERIES)
  const revised = useRevision(delivery, {
    ...{
      form,
      valuesOf: (row: OwnDelivery) => valuesOf(row, row),
      fields: fieldsOf(data?.data.people ?? []),
    },
    read: async () => (await call(DELIVERIES)).data.own.find(({ id }) => id === delivery?.id),
  })
  const save = useMutation({
    mutationFn: (values: Values) =>
      revised.save((seen) =>
        call('POST /api/deliveries', { body: { ...bodyOf(values, delivery?.id, given), ...seen } }),
      ),
    onSuccess: (_, { name }) => onSaved(name),
  })
  return (
    <DialogForm
      title={delivery ? texts.edit : texts.add}
      submit={texts.submit}
      size="lg"
      mutation={save}
      meanwhile={revised.meanwhile}
      failureText={failureText}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <NameInput label={texts.name} maxLength={NAME_LENGTH} {...form.getInputProps('name')} />
      <What form={form} given={given} />
      <When form={form} />
      <People form={form} />
      {delivery ? (
        <Checkbox label={texts.paused} {...form.getInputProps('paused', { type: 'checkbox' })} />
      ) : null}
    </DialogForm>
  )
}

/** What the mail leaves out, or chooses itself. */
function noteOf({ what, every }: Values, { question }: Asked): string | undefined {
  if (what === TABLE) return every === 'week' && question !== null ? texts.weekNote : texts.tableNote
  if (reportedPath(pathOf(what)) === PROFILE_PATH) return texts.profileNote
  return hasFixedDays(what) ? texts.fixedDays : undefined
}

function What({ form, given }: { form: Form; given: Asked }) {
  const { table, name } = given
  const current = givenIn(given)
  const views = useCall('GET /api/views', { query: { per_page: 200 } })
  const ready = READY.map(({ label, what }) => ({ value: what, label }))
  const own = (views.data?.data ?? [])
    .filter(
      (view) =>
        view.question !== null || view.table !== null || reportedPath(pathOf(view.address)) !== undefined,
    )
    .map(({ id, name }) => ({ value: `view:${id}`, label: `${texts.views}: ${name}` }))
  const isOther = table === null && current !== null && !ready.some(({ value }) => value === current)
  const now = [
    ...(table === null ? [] : [{ value: TABLE, label: texts.tableNamed(name ?? '') }]),
    ...(isOther ? [{ value: current, label: wordsOf(current) }] : []),
  ]
  const data = [...now, ...own, ...ready, { value: ADDRESS, label: texts.address }]
  return (
    <>
      <SelectField
        label={texts.what}
        description={noteOf(form.values, given)}
        describedBelow
        data={data}
        {...form.getInputProps('what')}
      />
      {form.values.what === ADDRESS ? (
        <TextField
          label={texts.addressLabel}
          description={texts.addressHint}
          autoComplete="off"
          {...form.getInputProps('address')}
        />
      ) : null}
      <SelectField
        label={texts.attachment}
        data={Object.entries(texts.attachments).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('attachment')}
      />
    </>
  )
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
const weekdays = WEEKDAYS.map((day, index) => ({ value: String(index + 1), label: capital(day) }))
const monthDays = [
  ...Array.from({ length: MONTH_DAYS }, (_, index) => String(index + 1)),
  { value: String(LAST_DAY), label: texts.lastDay },
]

function When({ form }: { form: Form }) {
  const { every } = form.values
  const frequencies = Object.entries(texts.everyChoices).map(([value, label]) => ({ value, label }))
  return (
    <div className={css.when}>
      <SelectField label={texts.every} data={frequencies} {...form.getInputProps('every')} />
      {every === 'week' ? (
        <SelectField label={texts.weekday} data={weekdays} {...form.getInputProps('weekday')} />
      ) : null}
      {every === 'month' ? (
        <SelectField label={texts.monthDay} data={monthDays} {...form.getInputProps('monthDay')} />
      ) : null}
      <TextField type="time" label={texts.time} {...form.getInputProps('at_time')} />
    </div>
  )
}

function People({ form }: { form: Form }) {
  const { data } = useCall(DELIVERIES)
  const [sought, setSought] = useState('')
  const people = data?.data.people ?? []
  const shown = people.filter(({ name }) => name.toLowerCase().includes(sought.toLowerCase()))
  return (
    <div>
      <Fieldset legend={texts.people}>
        {people.length > MANY_PEOPLE ? (
          <TextField
            className={css.wide}
            aria-label={texts.find}
            placeholder={texts.find}
            value={sought}
            onChange={({ currentTarget }) => setSought(currentTarget.value)}
          />
        ) : null}
        <div className={`${shared.box} ${css.wide} ${css.people}`}>
          <Checkboxes
            options={shown.map(({ id, name }) => ({ value: id, label: name }))}
            chosen={form.values.recipients}
            onChange={(next) => form.setFieldValue('recipients', next)}
          />
        </div>
      </Fieldset>
      <ListError>{form.errors.recipients}</ListError>
    </div>
  )
}
