// The notes below a chart over time, and the button that writes one.
import { Box } from '@mantine/core'
import { IconNote } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { NoteRow } from '#contract/notes.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { Button } from '#web/ui/button.tsx'
import { useDaysOf } from '../questions/question-periods.ts'
import { notesText as text } from '../text.ts'
import type { NoteDistributor } from './note-dialog.tsx'
import css from './notes.module.css'
import { noteDays, noteWords } from './notes.ts'

const NoteDialog = lazy(() => import('./note-dialog.tsx'))

interface ChartNotesProps {
  readonly notes: readonly NoteRow[]
  /** Last day of the chart. */
  readonly day: string
  /** The only distributor of the chart. */
  readonly about?: NoteDistributor
}

export function ChartNotes({ notes, day, about }: ChartNotesProps) {
  const mayWrite = mayUser(useUser(), 'notes')
  const [isOpen, setOpen] = useState(false)
  const today = useDaysOf()('today').to
  if (notes.length === 0 && !mayWrite) return null
  return (
    <div className={css.under}>
      <NoteList notes={notes} />
      {mayWrite ? (
        <Button onClick={() => setOpen(true)} data-no-print>
          <IconNote size={15} stroke={1.7} aria-hidden />
          {text.add}
        </Button>
      ) : null}
      {isOpen ? (
        <Suspense>
          <NoteDialog
            day={day < today ? day : today}
            about={about}
            onClose={() => setOpen(false)}
            onDone={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

export const NoteList = ({ notes }: { notes: readonly NoteRow[] }) =>
  notes.length === 0 ? null : (
    <ul className={css.list} aria-label={text.title}>
      {notes.map((note) => (
        <li key={note.id} className={css.note}>
          <Box component="span" c="dimmed">
            {noteDays(note)}
          </Box>{' '}
          {noteWords(note)}
        </li>
      ))}
    </ul>
  )
