// Calls of Configuración: users, roles, options and the trail of what was changed; imports only zod and this room.
import { z } from 'zod'
import { PASSWORD_LEAST } from './account.ts'
import { auditColumns, rolesColumns, usersColumns } from './administration-columns.ts'
import { endpoint } from './endpoint.ts'
import { listEndpoint, onColumns } from './list-endpoint.ts'
import { EARLIEST_MONTH, isMonth } from './month.ts'
import { PERMISSIONS } from './permissions.ts'
import { count, email, text, wholeNumber } from './vocabulary.ts'

const access = 'settings'
const filledText = text.transform((value) => value.trim()).refine((value) => value !== '', 'is required')
const said = (message: string) => z.object({ message: z.string().meta({ example: message }) })
const utcTime = z.string().meta({ description: 'UTC, YYYY-MM-DD HH:MM:SS' })

export const users = listEndpoint({
  path: '/api/users',
  timeless: true,
  access,
  summary: 'Accounts of the product, those that wait for a role included',
  row: z.object({
    id: count,
    name: z.string(),
    email: z.string(),
    role: z.string().meta({ description: 'Empty: the account waits for one', example: 'admin' }),
    status: z.enum(['active', 'waiting']),
    created_at: utcTime,
    last_sign_in: utcTime.nullable(),
  }),
  columns: usersColumns,
  query: { role_name: text.optional().meta({ description: 'Accounts of exactly this role' }) },
  filters: onColumns('name', 'email', 'role'),
  defaultOrderBy: 'name',
  maxPerPage: 10_000,
  file: 'usuarios',
})

export const saveUser = endpoint({
  method: 'POST',
  path: '/api/users',
  access,
  summary: 'Creates an account, or changes the one of the given id',
  description:
    'A new account needs a password; without one an old account keeps its own. A new password ends every session of the account.',
  failures: {
    404: ['User not found'],
    409: [
      'The email exists.',
      'You cannot delete or demote your own account.',
      'The last superAdmin cannot be deleted or demoted.',
    ],
  },
  body: z.object({
    id: z.number().int().positive().optional(),
    name: filledText,
    email,
    role: text.meta({ description: 'Name of a role; empty: waits', example: 'admin' }),
    password: z
      .string()
      .min(PASSWORD_LEAST, `Must be at least ${PASSWORD_LEAST} characters`)
      .max(255)
      .optional(),
  }),
  data: said('User created successfully.').extend({ id: count }),
})

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/api/users/{id}',
  access,
  summary: 'Ends an account; what it did stays in the trail',
  params: z.object({ id: wholeNumber(1, 999_999_999_999, 'Id of the account') }),
  failures: {
    404: ['User not found'],
    409: [
      'You cannot delete or demote your own account.',
      'The last superAdmin cannot be deleted or demoted.',
    ],
  },
  data: said('User soft deleted successfully.'),
})

const permission = z.enum(PERMISSIONS, { error: `must be one of ${PERMISSIONS.join(', ')}` })

export const roles = listEndpoint({
  path: '/api/roles-permissions',
  timeless: true,
  access,
  summary: 'Roles with their permissions, distributors and number of accounts',
  row: z.object({
    id: count,
    name: z.string(),
    users: count,
    permissions: z.array(permission),
    dist_ids: z.array(z.string()).nullable().meta({ description: 'null: every distributor' }),
    built_in: z.boolean().meta({ description: 'Can be neither changed nor deleted' }),
  }),
  columns: rolesColumns,
  defaultOrderBy: 'name',
  file: 'roles',
})

export const saveRole = endpoint({
  method: 'POST',
  path: '/api/roles-permissions',
  access,
  summary: 'Creates a role, or changes the one of the given id',
  description: 'Counts from the next call of its accounts.',
  failures: { 404: ['Role not found'], 409: ['The role exists.', 'A built-in role cannot be changed.'] },
  body: z.object({
    id: z.number().int().positive().optional(),
    name: filledText,
    permissions: z.array(permission).max(PERMISSIONS.length),
    dist_ids: z.array(text).max(10_000).nullable().default(null),
  }),
  data: said('Role saved successfully.').extend({ id: count }),
})

export const deleteRole = endpoint({
  method: 'DELETE',
  path: '/api/roles-permissions/{roleId}',
  access,
  summary: 'Deletes a role that no account has',
  failures: {
    400: ['Invalid ID supplied'],
    404: ['Role not found'],
    409: ['A built-in role cannot be deleted.', 'The role is in use.'],
  },
  params: z.object({ roleId: text.meta({ description: 'Id of the role', example: '3' }) }),
  data: said('Role deleted successfully.'),
})

const month = z
  .string()
  .refine((value) => isMonth(value) && value >= EARLIEST_MONTH, `must be YYYY-MM, from ${EARLIEST_MONTH} on`)

export const saveConfig = endpoint({
  method: 'POST',
  path: '/api/config',
  access,
  summary: 'Sets an option',
  body: z.discriminatedUnion('option', [
    z.object({ option: z.literal('show_max_month'), values: month }),
    z.object({ option: z.literal('store_name'), values: filledText }),
  ]),
  data: said('Option saved successfully.'),
})

export const auditTrail = listEndpoint({
  path: '/api/config/audit',
  timeless: true,
  access,
  summary: 'Who changed what, and when',
  row: z.object({
    id: count,
    at: utcTime,
    who: z.string().meta({ description: 'E-mail of the account at the time' }),
    action: z.string().meta({ example: 'user.update' }),
    subject: z.string().meta({ example: 'ana@example.com' }),
    changes: z.string().meta({ description: 'JSON: field → [before, after]; never a password' }),
  }),
  columns: auditColumns,
  filters: onColumns('who', 'action', 'subject'),
  defaultOrderBy: 'at',
  defaultOrder: 'DESC',
  file: 'auditoria',
})

export type UserRow = z.infer<typeof users.response>['data'][number]
export type RoleRow = z.infer<typeof roles.response>['data'][number]
export type AuditRow = z.infer<typeof auditTrail.response>['data'][number]
export type SaveUserBody = z.input<typeof saveUser.body>
export type SaveRoleBody = z.input<typeof saveRole.body>
