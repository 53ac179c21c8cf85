// Tablero: the selected board, or how to create one.
import { Flex } from '@mantine/core'
import { IconLayoutDashboard, IconPencil, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { Board } from '#contract/boards.ts'
import { useCall } from '#web/api/call.ts'
import { BOARDS } from '#web/shared/boards/boards.ts'
import { ScreenTabs } from '#web/shared/links/screen-tabs.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Select } from '#web/ui/field.tsx'
import { PageLink } from '#web/ui/links.tsx'
import { AsyncPanel, Page, Panel } from '#web/ui/page.tsx'
import shared from '#web/ui/shared.module.css'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import css from './board.module.css'
import { BoardGrid } from './board-grid.tsx'
import { text } from './text.ts'

// Loaded on first use.
const dialogs = () => import('./board-dialogs.tsx')
const NewBoard = lazy(() => dialogs().then((code) => ({ default: code.NewBoard })))
const EditBoard = lazy(() => dialogs().then((code) => ({ default: code.EditBoard })))
const DeleteBoard = lazy(() => dialogs().then((code) => ({ default: code.DeleteBoard })))

export default function BoardScreen() {
  const state = useCall(BOARDS)
  const [chosen, choose] = useSearchParam('board', { step: true })
  if (state.status !== 'success')
    return (
      <Page>
        <ScreenTabs of="boards" />
        <AsyncPanel title={text.boards} state={state} height={240}>
          {() => null}
        </AsyncPanel>
      </Page>
    )
  const boards = state.data.data
  const board = boards.find(({ id }) => String(id) === chosen) ?? boards[0]
  return (
    <Page>
      <ScreenTabs of="boards" />
      <BoardBar boards={boards} board={board} onChoose={choose} />
      {board && board.pins.length > 0 ? <BoardGrid key={board.id} board={board} /> : <Beginning />}
    </Page>
  )
}

const Beginning = () => (
  <Panel title={text.emptyTitle}>
    <p className={shared.message}>
      {text.empty}{' '}
      <span className={css.link}>
        <PageLink href="/analysis/explore">{text.explore}</PageLink>
      </span>
    </p>
  </Panel>
)

interface BoardBarProps {
  readonly boards: readonly Board[]
  readonly board: Board | undefined
  readonly onChoose: (id: string | null) => void
}

function BoardBar({ boards, board, onChoose }: BoardBarProps) {
  const [open, setOpen] = useState<'new' | 'edit' | 'delete' | null>(null)
  const close = () => setOpen(null)
  return (
    <Flex wrap="wrap" align="center" gap={8} data-no-print>
      {board ? (
        <Select
          aria-label={text.boards}
          value={String(board.id)}
          onChange={({ currentTarget }) => onChoose(currentTarget.value)}
          data={boards.map(({ id, name, owner, own }) => ({
            value: String(id),
            label: own ? name : text.of(name, owner),
          }))}
        />
      ) : null}
      {board?.editable ? (
        <>
          <IconButton label={text.edit} onClick={() => setOpen('edit')}>
            <IconPencil size={16} aria-hidden />
          </IconButton>
          <IconButton danger label={text.remove} onClick={() => setOpen('delete')}>
            <IconTrash size={16} aria-hidden />
          </IconButton>
        </>
      ) : null}
      <Button frame="bordered" onClick={() => setOpen('new')}>
        <IconLayoutDashboard size={16} stroke={1.7} aria-hidden />
        {text.add}
      </Button>
      <Suspense>
        {open === 'new' ? (
          <NewBoard
            onClose={close}
            onMade={(id) => {
              close()
              onChoose(String(id))
            }}
          />
        ) : null}
        {board && open === 'edit' ? <EditBoard board={board} onClose={close} /> : null}
        {board && open === 'delete' ? (
          <DeleteBoard
            board={board}
            onClose={() => {
              close()
              onChoose(null)
            }}
          />
        ) : null}
      </Suspense>
    </Flex>
  )
}
