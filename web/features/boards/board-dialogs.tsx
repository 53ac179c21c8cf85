// Dialogs that create, rename, share and delete a board.
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { Board, SaveBoardBody } from '#contract/boards.ts'
import { call } from '#web/api/call.ts'
import { bodyOf, failureText, refreshBoards, useSaveBoard } from '#web/shared/boards/boards.ts'
import { ConfirmDialog, DialogForm } from '#web/shared/dialogs/dialog.tsx'
import { RolesChoice } from '#web/shared/dialogs/roles-choice.tsx'
import { NameInput, required } from '#web/ui/forms/fields.tsx'
import { text } from './text.ts'

interface DialogProps {
  readonly board: Board
  readonly onClose: () => void
}

interface NewBoardProps {
  readonly onClose: () => void
  readonly onMade: (id: number) => void
}

const EMPTY: SaveBoardBody = { name: '', pins: [], role_ids: [] }

export const NewBoard = ({ onClose, onMade }: NewBoardProps) => (
  <BoardForm title={text.add} submit={text.submitAdd} body={EMPTY} onClose={onClose} onSaved={onMade} />
)

export const EditBoard = ({ board, onClose }: DialogProps) => (
  <BoardForm
    title={text.edit}
    submit={text.submit}
    body={bodyOf(board, board.pins)}
    onClose={onClose}
    onSaved={onClose}
  />
)

interface BoardFormProps {
  readonly title: string
  readonly submit: string
  readonly body: SaveBoardBody
  readonly onClose: () => void
  readonly onSaved: (id: number) => void
}

function BoardForm({ title, submit, body, onClose, onSaved }: BoardFormProps) {
  // The board may be another, or another person's, by the time it is saved.
  const [opened] = useState(body)
  const form = useForm({
    initialValues: { name: body.name, role_ids: body.role_ids ?? [] },
    validate: { name: required(text.nameRequired) },
  })
  const save = useSaveBoard(onSaved)
  return (
    <DialogForm
      title={title}
      submit={submit}
      mutation={save}
      failureText={failureText}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.mutate(() => ({ ...opened, ...values })))}
    >
      <NameInput label={text.name} maxLength={255} {...form.getInputProps('name')} />
      <RolesChoice chosen={form.values.role_ids} onChange={(ids) => form.setFieldValue('role_ids', ids)} />
    </DialogForm>
  )
}

export const DeleteBoard = ({ board: { id, name }, onClose }: DialogProps) => (
  <ConfirmDialog
    title={text.remove}
    question={text.sure(name)}
    submit={text.removeSubmit}
    failureText={failureText}
    onClose={onClose}
    onConfirm={async () => {
      await call('DELETE /api/boards/{id}', { params: { id } })
      await refreshBoards()
    }}
  />
)
