// Columns of the lists of Configuración; plain data, free of zod, so the browser can load it.
import { column } from './columns.ts'

export const usersColumns = [
  column('name', 'Nombre', 'text', { filter: 'name' }),
  column('email', 'Email', 'text', { filter: 'email' }),
  column('role', 'Rol', 'text', { filter: 'role' }),
  column('status', 'Estado'),
  column('created_at', 'Alta', 'datetime'),
  column('last_sign_in', 'Último ingreso', 'datetime'),
] as const

export const rolesColumns = [
  column('name', 'Rol'),
  column('users', 'Usuarios', 'integer'),
  column('permissions', 'Permisos', 'text', { sortable: false }),
  column('dist_ids', 'Distribuidores', 'text', { sortable: false }),
  column('built_in', 'De fábrica', 'flag'),
] as const

export const auditColumns = [
  column('at', 'Fecha', 'datetime'),
  column('who', 'Quién', 'text', { filter: 'who' }),
  column('action', 'Acción', 'text', { filter: 'action' }),
  column('subject', 'Sobre', 'text', { filter: 'subject' }),
  column('changes', 'Cambios', 'text', { sortable: false }),
] as const
