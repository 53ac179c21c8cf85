import { z } from 'zod'
import { PASSWORD_LEAST } from './account.ts'
import { endpoint } from './endpoint.ts'
import { listEndpoints } from './list-endpoint.ts'
import { settingsLists } from './lists/settings.ts'
import { EARLIEST_MONTH, isMonth } from './month.ts'
import { PERMISSIONS } from './permissions.ts'
import { count, email, text, wholeNumber } from './vocabulary.ts'

const access = 'settings'
const filledText = text.transform((value) => value.trim()).refine((value) => value !== '', 'is required')
const confirmation = (message: string) => z.object({ message: z.string().meta({ example: message }) })
const permission = z.enum(PERMISSIONS, { error: `must be one of ${PERMISSIONS.join(', ')}` })

export const settingsCalls = listEndpoints(settingsLists, {
  users: {
    query: { role_name: text.optional().meta({ description: 'Accounts of exactly this role' }) },
    row: { status: z.enum(['active', 'waiting']) },
  },
  roles: {
    row: {
      permissions: z.array(permission),
      dist_ids: z.array(z.string()).nullable().meta({ description: 'null: every distributor' }),
    },
  },
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
  data: confirmation('User created successfully.').extend({ id: count }),
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
  data: confirmation('User soft deleted successfully.'),
})

/** Elsewhere '*' means everything: a role limited to it says what nobody means. */
const distId = text.refine((id) => id.trim() !== '*', "must not contain '*': null means every distributor")

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
    dist_ids: z.array(distId).max(10_000).nullable().default(null),
  }),
  data: confirmation('Role saved successfully.').extend({ id: count }),
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
  data: confirmation('Role deleted successfully.'),
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
  data: confirmation('Option saved successfully.'),
})

type Row<Name extends keyof typeof settingsCalls> = z.infer<
  (typeof settingsCalls)[Name]['response']
>['data'][number]
export type UserRow = Row<'users'>
export type RoleRow = Row<'roles'>
export type AuditRow = Row<'auditTrail'>
export type SaveUserBody = z.input<typeof saveUser.body>
export type SaveRoleBody = z.input<typeof saveRole.body>
