import { column, field } from '../columns.ts'
import { CRON_LABELS } from '../cron-states.ts'
import { list } from '../list.ts'
import { EVIDENCE_LABELS, REMOVAL_COLLECTION_LABELS } from '../removal-states.ts'
import { ACCOUNT_STATUS_LABELS, AUDIT_ACTION_LABELS, RUN_STATUS_LABELS } from '../value-labels.ts'
import { distributor, orderId, orderNumber } from './common.ts'

const access = 'settings'
const id = field('id', 'integer')

export const settingsLists = {
  users: list('/api/users', {
    timeless: true,
    access,
    summary: 'Accounts of the product, including those that wait for a role',
    columns: [
      column('name', 'Nombre', 'text', { filter: 'name' }),
      column('email', 'Email', 'text', { filter: 'email' }),
      column('role', 'Rol', 'text', {
        filter: 'role',
        description: 'Empty: the account waits for one',
        example: 'admin',
      }),
      column('status', 'Estado', 'text', { labels: ACCOUNT_STATUS_LABELS }),
      column('created_at', 'Alta', 'datetime'),
      column('last_sign_in', 'Último ingreso', 'datetime', { nullable: true }),
    ],
    hidden: [
      id,
      field('confirmed', 'flag', {
        description:
          'False: anyone may have registered the e-mail; assigning a role needs a password or a mail',
      }),
      field('second_factor', 'flag', { description: 'The account has one' }),
    ],
    key: ['id'],
    orderBy: 'name',
    order: 'ASC',
    maxPerPage: 10_000,
    file: 'usuarios',
  }),

  roles: list('/api/roles-permissions', {
    timeless: true,
    access,
    summary: 'Roles with their permissions, distributors and number of accounts',
    columns: [
      column('name', 'Rol'),
      column('users', 'Usuarios', 'integer'),
      column('permissions', 'Permisos', 'text', { sortable: false }),
      column('dist_ids', 'Distribuidores', 'text', { sortable: false }),
      column('built_in', 'De fábrica', 'flag', { description: 'Can be neither changed nor deleted' }),
    ],
    hidden: [id, field('second_factor', 'flag', { description: 'Its accounts must have one' })],
    key: ['id'],
    orderBy: 'name',
    order: 'ASC',
    file: 'roles',
  }),

  auditTrail: list('/api/config/audit', {
    timeless: true,
    access,
    summary: 'Who changed what, and when',
    columns: [
      column('at', 'Fecha', 'datetime'),
      column('who', 'Quién', 'text', { filter: 'who', description: 'E-mail of the account at the time' }),
      column('action', 'Acción', 'text', {
        filter: 'action',
        example: 'user.update',
        labels: AUDIT_ACTION_LABELS,
      }),
      column('subject', 'Sobre', 'text', { filter: 'subject', example: 'ana@example.com' }),
      column('changes', 'Cambios', 'text', {
        sortable: false,
        description: 'JSON: field → [before, after]; never a password',
      }),
    ],
    hidden: [id],
    key: ['id'],
    orderBy: 'at',
    file: 'auditoria',
  }),
}

export const cronLogList = list('/api/config/crones/logs', {
  timeless: true,
  access,
  summary: 'Runs of the jobs, newest first',
  columns: [
    column('id', 'ID', 'integer'),
    column('command_name', 'Cron', 'text', {
      filter: 'command_name',
      description: 'Key of the job',
      example: 'orders',
      labels: CRON_LABELS,
    }),
    column('status', 'Estado', 'text', { labels: RUN_STATUS_LABELS }),
    column('started_at', 'Inicio', 'datetime'),
    column('finished_at', 'Fin', 'datetime', { nullable: true }),
    column('message', 'Mensaje', 'text', { sortable: false }),
    column('processed', 'Procesados', 'integer', {
      description: 'Records, months or bytes, depending on the job',
    }),
    column('detail', 'Detalle', 'text', {
      sortable: false,
      description: 'JSON; the findings of the run, by job',
    }),
  ],
  key: ['id'],
  orderBy: 'id',
  file: 'crones',
})

export const removalList = list('/api/config/removals', {
  timeless: true,
  access,
  summary: 'Records that left the store: those that wait for a person, and removed ones',
  columns: [
    column('label', 'Registro', 'text', { description: 'Name of a product, status of an order …' }),
    column('number', 'Número', 'text', {
      filter: 'number',
      description: 'What the shop calls an order; the id of other records',
    }),
    column('record_id', 'ID', 'id'),
    column('collection', 'Tipo', 'text', { labels: REMOVAL_COLLECTION_LABELS }),
    column('month', 'Mes', 'text', { description: 'Empty for records without one', example: '2026-03' }),
    column('total', 'Total', 'money', { nullable: true }),
    column('evidence', 'Motivo', 'text', { labels: EVIDENCE_LABELS }),
    column('found_at', 'Visto', 'datetime'),
    column('decided_at', 'Decidido', 'datetime', { nullable: true }),
  ],
  key: ['collection', 'record_id'],
  orderBy: 'found_at',
  file: 'quitados',
})

export const largeOrderList = list('/api/config/large-orders', {
  timeless: true,
  access,
  summary: 'Orders of an implausible size: those that wait for a person, and accepted ones',
  columns: [
    orderId,
    orderNumber,
    column('date', 'Fecha', 'date'),
    column('status', 'Estado', 'status'),
    ...distributor,
    column('amount', 'Mayor importe', 'money', { description: 'The largest amount of the order' }),
    column('units', 'Unidades', 'units'),
    column('found_at', 'Visto', 'datetime'),
    column('decided_at', 'Decidido', 'datetime', { nullable: true }),
  ],
  key: ['order_id'],
  orderBy: 'amount',
  file: 'ordenes_por_aceptar',
})
