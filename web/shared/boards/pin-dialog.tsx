// Adds a question to a board, or to a new one.

import { useForm } from '@mantine/form'
import type { PinKind } from '#contract/board-pins.ts'
import type { Board } from '#contract/boards.ts'
import type { Question } from '#contract/questions/question.ts'
import { useCall } from '#web/api/call.ts'
import { SelectField } from '#web/ui/field.tsx'
import { NameInput, required } from '#web/ui/forms/fields.tsx'
import { PageLink } from '#web/ui/links.tsx'
import shared from '#web/ui/shared.module.css'
import { AsyncDialog, Dialog, DialogForm } from '../dialogs/dialog.tsx'
import { questionOf } from '../questions/question-words.ts'
import { boardsText as text } from '../text.ts'
import { BOARDS, bodyOf, failureText, newPinId, useSaveBoard } from './boards.ts'

interface PinDialogProps {
  readonly question: string
  readonly title: string
  readonly onClose: () => void
}

const TITLE_LENGTH = 120

export default function PinDialog(props: PinDialogProps) {
  const state = useCall(BOARDS)
  return (
    <AsyncDialog title={text.add} onClose={props.onClose} state={state}>
      {({ data }) => <PinForm boards={data.filter(({ editable }) => editable)} {...props} />}
    </AsyncDialog>
  )
}

function PinForm({ boards, question, title, onClose }: PinDialogProps & { boards: readonly Board[] }) {
  const kinds = kindsOf(questionOf(question).question)
  const form = useForm({
    initialValues: {
      title: title.slice(0, TITLE_LENGTH),
      board: String(boards[0]?.id ?? ''),
      show: kinds[0] ?? 'card',
    },
    validate: { title: required(text.titleRequired) },
  })
  const save = useSaveBoard()
  const submit = form.onSubmit(({ board: chosen, ...pin }) => {
    const board = boards.find(({ id }) => String(id) === chosen)
    const size = pin.show === 'card' ? ('small' as const) : ('medium' as const)
    const added = { ...pin, id: newPinId(), question, size }
    save.mutate(() =>
      board ? bodyOf(board, [...board.pins, added]) : { name: text.firstName, pins: [added], role_ids: [] },
    )
  })
  if (save.data)
    return (
      <Dialog title={text.add} onClose={onClose}>
        <p className={shared.message} role="status">
          {text.added(form.values.title)}{' '}
          <PageLink href={`/analysis/board?board=${save.data.data.id}`}>{text.open}</PageLink>
        </p>
      </Dialog>
    )
  return (
    <DialogForm
      title={text.add}
      submit={text.submitAdd}
      mutation={save}
      failureText={failureText}
      onClose={onClose}
      onSubmit={submit}
    >
      <NameInput label={text.title} maxLength={TITLE_LENGTH} {...form.getInputProps('title')} />
      <SelectField
        label={text.board}
        data={[
          ...boards.map(({ id, name }) => ({ value: String(id), label: name })),
          { value: '', label: text.newBoard },
        ]}
        {...form.getInputProps('board')}
      />
      <SelectField
        label={text.show}
        data={kinds.map((value: PinKind) => ({ value, label: text.kinds[value] }))}
        {...form.getInputProps('show')}
      />
    </DialogForm>
  )
}

/** The best fit comes first; a card can show the total of any question. */
function kindsOf({ by, grain }: Pick<Question, 'by' | 'grain'>): PinKind[] {
  if (grain) return ['lines', 'card', 'table']
  if (by.length === 1) return ['bars', 'table', 'card']
  if (by.length === 2) return ['heat', 'table', 'card']
  return by.length > 2 ? ['table', 'card'] : ['card']
}
