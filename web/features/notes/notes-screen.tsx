// Notas: every note that the user may see, with forms to write, change and delete.

import { IconNote, IconPencil, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { noteList } from '#contract/lists/notes.ts'
import type { NoteRow } from '#contract/notes.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { useEditor } from '#web/shared/dialogs/dialog-state.ts'
import { listSource } from '#web/shared/lists/list.ts'
import { ListTable } from '#web/shared/lists/list-table.tsx'
import { notesText } from '#web/shared/text.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/message.tsx'
import { Page } from '#web/ui/page.tsx'
import shared from '#web/ui/shared.module.css'
import { ACTIONS } from '#web/ui/table/phone-order.ts'
import { text } from './text.ts'

const NoteDialog = lazy(() => import('#web/shared/notes/note-dialog.tsx'))
const DeleteNote = lazy(() => import('./delete-note.tsx'))

const list = listSource(noteList)
const [FROM, TO, WORDS, ...OTHERS] = list.columns
/** Beside the text, where the buttons are visible. */
const WITH_ACTIONS = [FROM, TO, WORDS, ACTIONS, ...OTHERS]

export default function NotesScreen() {
  const mayWrite = mayUser(useUser(), 'notes')
  const { open, notice, clearNotice, add, update, remove, dialog } = useEditor<NoteRow>()
  return (
    <Page>
      <Notice onClose={clearNotice}>{notice}</Notice>
      {mayWrite ? (
        <div data-no-print>
          <Button frame="bordered" onClick={add}>
            <IconNote size={16} stroke={1.7} aria-hidden />
            {notesText.add}
          </Button>
        </div>
      ) : null}
      <ListTable
        {...list}
        columns={mayWrite ? WITH_ACTIONS : list.columns}
        id="notes"
        title={notesText.title}
        subtitle={text.note}
        empty={text.empty}
        cells={{
          distributor: ({ distributor }) => distributor || <span className={shared.quiet}>{text.all}</span>,
          actions: (row) =>
            row.editable ? (
              <>
                <IconButton label={text.edit(row.text)} onClick={() => update(row)}>
                  <IconPencil size={16} aria-hidden />
                </IconButton>
                <IconButton danger label={text.remove(row.text)} onClick={() => remove(row)}>
                  <IconTrash size={16} aria-hidden />
                </IconButton>
              </>
            ) : null,
        }}
      />
      <Suspense>
        {open?.mode === 'add' ? <NoteDialog {...dialog} /> : null}
        {open?.mode === 'update' ? <NoteDialog note={open.row} {...dialog} /> : null}
        {open?.mode === 'delete' ? <DeleteNote row={open.row} {...dialog} /> : null}
      </Suspense>
    </Page>
  )
}
