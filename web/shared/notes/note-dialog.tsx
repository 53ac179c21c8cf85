import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { NOTE_LENGTH } from '#contract/lists/notes.ts'
import type { NoteRow } from '#contract/notes.ts'
import { call, fetchQuery } from '#web/api/call.ts'
import { ApiError } from '#web/api/errors.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { date } from '#web/text/format.ts'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { NameInput, required } from '#web/ui/forms/fields.tsx'
import { DialogForm } from '../dialogs/dialog.tsx'
import { type Fields, useRevision } from '../dialogs/use-revision.tsx'
import { notesText as text } from '../text.ts'
import css from './notes.module.css'
import { refreshNotes } from './notes.ts'

export type NoteDistributor = Pick<NoteRow, 'dist_id' | 'distributor'>

interface NoteDialogProps {
  /** The note to change; without it a new one. */
  readonly note?: NoteRow
  /** Proposed day of a new note, 'YYYY-MM-DD'. */
  readonly day?: string
  /** Proposed distributor of a new note; default: all. */
  readonly about?: NoteDistributor | undefined
  readonly onClose: () => void
  readonly onDone: (message: string) => void
}

function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return text.failure
  if (error.fields[0]?.path === 'dist_id') return text.ownDistributors
  return error.text ?? text.failure
}

interface Values {
  text: string
  from_date: string
  to_date: string
  dist_id: string
}

/** A limited role writes about one of its distributors, never about all. */
const useIsLimited = () => useUser().scope !== null

const valuesOf = ({ text, from_date, to_date, dist_id }: NoteRow): Values => ({
  ...{ text, from_date, to_date },
  dist_id: dist_id ?? '',
})

const FIELDS: Fields<Values> = {
  text: { label: text.text },
  from_date: { label: text.from, words: date },
  to_date: { label: text.to, words: date },
  dist_id: { label: text.distributor, words: (id) => id || text.all },
}

const noteNow = async (id: number | undefined) => {
  const { data } = await call('GET /api/notes', { query: { per_page: 1000 } })
  return data.find((note) => note.id === id)
}

export default function NoteDialog({ note, day = '', about, onClose, onDone }: NoteDialogProps) {
  const isLimited = useIsLimited()
  const form = useForm<Values>({
    initialValues: note
      ? valuesOf(note)
      : { text: '', from_date: day, to_date: day, dist_id: about?.dist_id ?? '' },
    validate: {
      text: required(text.textRequired),
      from_date: required(text.dayRequired),
      dist_id: (value) => (isLimited && value === '' ? text.ownDistributors : null),
      to_date: (value, { from_date }) =>
        value === '' ? text.dayRequired : value < from_date ? text.endBeforeStart : null,
    },
  })
  const revised = useRevision(note, { form, valuesOf, fields: FIELDS, read: () => noteNow(note?.id) })
  const save = useMutation({
    mutationFn: ({ dist_id, ...values }: Values) =>
      revised.save((seen) =>
        call('POST /api/notes', {
          body: { ...values, dist_id: dist_id || null, ...(note && { id: note.id, ...seen }) },
        }),
      ),
    onSuccess: async () => {
      await refreshNotes()
      onDone(text.saved)
    },
  })
  return (
    <DialogForm
      title={note ? text.change : text.add}
      submit={text.submit}
      mutation={save}
      meanwhile={revised.meanwhile}
      failureText={failureText}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <NameInput
        label={text.text}
        placeholder={text.example}
        maxLength={NOTE_LENGTH}
        {...form.getInputProps('text')}
      />
      <div className={css.dates}>
        <TextField type="date" label={text.from} {...form.getInputProps('from_date')} />
        <TextField type="date" label={text.to} {...form.getInputProps('to_date')} />
      </div>
      <SelectField
        label={text.distributor}
        data={useDistributors(note ?? about)}
        {...form.getInputProps('dist_id')}
      />
    </DialogForm>
  )
}

const ALL = { query: { per_page: 1000, orderBy: 'dist_name', order: 'ASC' } } as const

/** The note's own distributor is offered before the list has loaded, and to roles that may not see the list. */
function useDistributors(note: NoteDistributor | undefined) {
  const mayList = mayUser(useUser(), 'view:distributors')
  const { data } = useQuery({
    ...fetchQuery('GET /api/distributors/get-distributors-list', ALL),
    enabled: mayList,
  })
  const named = new Map([
    ...(note?.dist_id ? [[note.dist_id, note.distributor] as const] : []),
    ...(data?.data ?? []).map(({ dist_id, dist_name }) => [dist_id, dist_name] as const),
  ])
  const none = useIsLimited() ? text.choose : text.all
  return [{ value: '', label: none }, ...[...named].map(([value, label]) => ({ value, label }))]
}
