// Tablero: the chosen board, or how to begin one.
import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Board } from '#contract/boards.ts'
import { call } from '#web/api/call.ts'
import { useCall } from '#web/api/use-call.ts'
import { BOARDS, bodyOf, failureText, refreshBoards, useSaveBoard } from '#web/lists/boards/boards.ts'
import { DialogForm } from '#web/lists/dialog.tsx'
import { RolesChoice } from '#web/lists/sharing/roles-choice.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { required } from '#web/ui/forms/rules.ts'
import { Page } from '#web/ui/page.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { AsyncPanel, Panel } from '#web/ui/panel.tsx'
import { Select } from '#web/ui/select.tsx'
import shared from '#web/ui/shared.module.css'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import css from './board.module.css'
import { BoardGrid } from './board-grid.tsx'
import { text } from './text.ts'

export default function BoardScreen() {
  const state = useCall(BOARDS)
  const [chosen, choose] = useSearchParam('board', { step: true })
  if (state.status !== 'success')
    return (
      <Page>
        <AsyncPanel title={text.boards} state={state} height={240}>
          {() => null}
        </AsyncPanel>
      </Page>
    )
  const boards = state.data.data
  const board = boards.find(({ id }) => String(id) === chosen) ?? boards[0]
  if (!board) return <Empty />
  return (
    <Page>
      <BoardBar boards={boards} board={board} onChoose={choose} />
      {board.pins.length > 0 ? <BoardGrid key={board.id} board={board} /> : <Beginning />}
    </Page>
  )
}

const Empty = () => (
  <Page>
    <Beginning />
  </Page>
)

const Beginning = () => (
  <Panel title={text.emptyTitle}>
    <p className={shared.message}>
      {text.empty} <PageLink href="/analysis/explore">{text.explore}</PageLink>
    </p>
  </Panel>
)

interface BoardBarProps {
  readonly boards: readonly Board[]
  readonly board: Board
  readonly onChoose: (id: string | null) => void
}

function BoardBar({ boards, board, onChoose }: BoardBarProps) {
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const close = () => setOpen(null)
  return (
    <div className={css.bar} data-no-print>
      <Select
        aria-label={text.boards}
        value={String(board.id)}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
        data={boards.map(({ id, name, owner, own }) => ({
          value: String(id),
          label: own ? name : text.of(name, owner),
        }))}
      />
      {board.editable ? (
        <>
          <IconButton label={text.edit} onClick={() => setOpen('edit')}>
            <IconPencil size={16} aria-hidden />
          </IconButton>
          <IconButton danger label={text.remove} onClick={() => setOpen('delete')}>
            <IconTrash size={16} aria-hidden />
          </IconButton>
        </>
      ) : null}
      {open === 'edit' ? <EditBoard board={board} onClose={close} /> : null}
      {open === 'delete' ? (
        <DeleteBoard
          board={board}
          onClose={() => {
            close()
            onChoose(null)
          }}
        />
      ) : null}
    </div>
  )
}

interface DialogProps {
  readonly board: Board
  readonly onClose: () => void
}

function EditBoard({ board, onClose }: DialogProps) {
  const form = useForm({
    initialValues: { name: board.name, role_ids: board.role_ids },
    validate: { name: required(text.nameRequired) },
  })
  const save = useSaveBoard(onClose)
  return (
    <DialogForm
      title={text.edit}
      submit={text.submit}
      mutation={save}
      failureText={failureText}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.mutate(() => ({ ...bodyOf(board, board.pins), ...values })))}
    >
      <TextInput
        label={text.name}
        data-autofocus
        autoComplete="off"
        maxLength={255}
        {...form.getInputProps('name')}
      />
      <RolesChoice chosen={form.values.role_ids} onChange={(ids) => form.setFieldValue('role_ids', ids)} />
    </DialogForm>
  )
}

function DeleteBoard({ board, onClose }: DialogProps) {
  const remove = useMutation({
    mutationFn: () => call('DELETE /api/boards/{id}', { params: { id: board.id } }),
    onSuccess: async () => {
      await refreshBoards()
      onClose()
    },
  })
  return (
    <DialogForm
      title={text.remove}
      submit={text.removeSubmit}
      danger
      mutation={remove}
      failureText={failureText}
      onClose={onClose}
      onSubmit={() => remove.mutate()}
    >
      <p className={shared.message}>{text.sure(board.name)}</p>
    </DialogForm>
  )
}
