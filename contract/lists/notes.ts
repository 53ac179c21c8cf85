import { column, field } from '../columns.ts'
import { list } from '../list.ts'

export const NOTE_LENGTH = 200

export const noteList = list('/api/notes', {
  timeless: true,
  access: 'view:scorecard',
  summary: 'Notes on days, for all distributors or for those that the account sees',
  columns: [
    column('from_date', 'Desde', 'date'),
    column('to_date', 'Hasta', 'date'),
    column('text', 'Nota', 'text', { filter: 'text', example: 'Paro de transporte' }),
    column('distributor', 'Distribuidor', 'text', {
      filter: 'distributor',
      description: 'Empty: the note is about all',
      example: '',
    }),
    column('author', 'De', 'text', { description: 'Empty: the account was deleted', example: 'Delia Dueña' }),
    column('changed_at', 'Cambiada', 'datetime'),
  ],
  hidden: [
    field('id', 'integer'),
    field('revision', 'integer', { description: 'Rises with each change' }),
    field('dist_id', 'text', { nullable: true, description: 'null: all distributors' }),
    field('editable', 'flag', { description: 'The account may change it' }),
  ],
  key: ['id'],
  orderBy: 'from_date',
  file: 'notas',
})
