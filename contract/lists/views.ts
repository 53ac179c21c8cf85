import { column, field } from '../columns.ts'
import { list } from '../list.ts'

export const viewList = list('/api/views', {
  timeless: true,
  ofAccount: true,
  access: 'session',
  forApiTokens: true,
  summary: 'Saved views of the account and those shared with its role',
  description: 'With the permission settings, every shared view.',
  columns: [
    column('name', 'Nombre', 'text', { filter: 'name', example: 'Alfajores de Córdoba' }),
    column('address', 'Pantalla', 'text', {
      description: 'Address in the browser; without `month`, the screen opens on the latest one',
      example: '/products-overview/business?month=2026-05',
    }),
    column('owner', 'De', 'text', {
      filter: 'owner',
      description: 'Name of the account that saved it; empty: the account was deleted',
    }),
    column('roles', 'Compartida con', 'text', { description: 'Names of roles; empty: private' }),
    column('pinned', 'En el menú', 'flag', { description: 'Of the account that calls' }),
    column('opens', 'Al entrar', 'flag', { description: 'Opens after the account signs in' }),
    column('changed_at', 'Cambiada', 'datetime'),
  ],
  hidden: [
    field('id', 'integer'),
    field('revision', 'integer', { description: 'Rises with each change' }),
    field('question', 'text', {
      nullable: true,
      description: 'Parameters of GET /api/questions/answer with the same figures; null: none',
      example: 'measures=net_sale&by=distributor&period=this_month',
    }),
    field('table', 'text', {
      nullable: true,
      description: 'Path and query of the call with the table of the screen; null: none',
    }),
    field('editable', 'flag', { description: 'The account may change it' }),
  ],
  key: ['id'],
  orderBy: 'name',
  order: 'ASC',
  file: 'vistas',
})
