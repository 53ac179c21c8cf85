// Notes on a day or a period, shown on every chart over time.
import { z } from 'zod'
import { endpoint, type RowOf } from './endpoint.ts'
import { listEndpoint } from './list-endpoint.ts'
import { NOTE_LENGTH, noteList } from './lists/notes.ts'
import { isDay } from './month.ts'
import { givenText, id, revision, text, wholeNumber } from './vocabulary.ts'

const day = z
  .string()
  .refine((value) => isDay(value) && /^(19|2)/.test(value), 'must be YYYY-MM-DD, from 1900 to 2999')
  .meta({ description: 'YYYY-MM-DD, from 1900 to 2999', example: '2026-05-14' })

export const notes = listEndpoint(noteList, {
  query: {
    from: day
      .optional()
      .meta({ description: 'Only notes that reach this day or later', example: '2026-05-01' }),
    to: day.optional().meta({ description: 'Only notes that begin by this day', example: '2026-05-31' }),
    dist_id: text.optional().meta({
      description: 'Only notes about all distributors or about this one',
      example: '10118',
    }),
  },
})

export const saveNote = endpoint('POST /api/notes', {
  access: 'notes',
  summary: 'Writes a note, or changes the one of the given id',
  description:
    'A role limited to distributors writes about one of them; notes about all are written by roles without a limit.',
  failures: ['note-not-found', 'note-changed'],
  body: z
    .object({
      id: z.number().int().positive().optional(),
      revision: revision.optional(),
      from_date: day,
      to_date: day,
      dist_id: text.nullable().default(null).meta({ description: 'null: all distributors', example: null }),
      text: givenText(NOTE_LENGTH).meta({ example: 'Paro de transporte' }),
    })
    .refine(({ from_date, to_date }) => from_date <= to_date, {
      path: ['to_date'],
      message: 'must not be before from_date',
    }),
  data: z.object({ id }),
})

export const deleteNote = endpoint('DELETE /api/notes/{id}', {
  access: 'notes',
  summary: 'Deletes a note',
  params: z.object({ id: wholeNumber(1, 999_999_999_999, 'Id of the note') }),
  failures: ['note-not-found'],
})

export type NoteRow = RowOf<typeof notes>
