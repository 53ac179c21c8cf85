import { z } from 'zod'
import { newPassword } from './account.ts'
import { endpoint, type RowOf } from './endpoint.ts'
import { listEndpoints } from './list-endpoint.ts'
import { settingsLists } from './lists/settings.ts'
import { EARLIEST_MONTH, isMonth } from './month.ts'
import { PERMISSIONS } from './permissions.ts'
import { count, email, oneOf, revision, text, wholeNumber } from './vocabulary.ts'

const access = 'settings'
const filledText = text
  .transform((value) => value.normalize('NFC').trim())
  .refine((value) => value !== '', 'is required')
const confirmation = (message: string) => z.object({ message: z.string().meta({ example: message }) })
const permission = oneOf(PERMISSIONS)

export const settingsCalls = listEndpoints(settingsLists, {
  users: {
    query: { role_name: text.optional().describe('Accounts of exactly this role') },
    row: { status: z.enum(['active', 'waiting']), revision },
  },
  roles: {
    row: {
      permissions: z.array(permission),
      dist_ids: z.array(z.string()).nullable().describe('null: every distributor'),
      revision,
    },
  },
})

export const saveUser = endpoint('POST /api/users', {
  access,
  recentPassword: true,
  summary: 'Creates an account, or changes the one of the given id',
  description:
    'Without a password a new account is invited by mail, with a link for one use within seven days; where no mail is sent, it needs one. Without one an old account keeps its own. A new password ends every session of the account, which must change it at its next sign-in. Without mail, the first role of a registered account needs a password.',
  failures: ['user-not-found', 'user-changed', 'email-exists', 'own-account', 'last-super-admin'],
  body: z.object({
    id: z.number().int().positive().optional(),
    revision: revision.optional(),
    name: filledText,
    email,
    role: text.meta({ description: 'Name of a role; empty: waits', example: 'admin' }),
    password: newPassword.optional(),
  }),
  data: confirmation('User created successfully.').extend({ id: count }),
})

export const deleteUser = endpoint('DELETE /api/users/{id}', {
  access,
  recentPassword: true,
  summary: 'Deletes an account; its audit entries stay',
  params: z.object({ id: wholeNumber(1, 999_999_999_999, 'Id of the account') }),
  failures: ['user-not-found', 'own-account', 'last-super-admin'],
  data: confirmation('User soft deleted successfully.'),
})

const belonging = z.object({
  kind: z.enum(['view', 'board', 'alert', 'delivery', 'sheet_schedule', 'api_token', 'data_link']),
  name: z.string().meta({ example: 'Distribuidores que caen' }),
})

export const belongings = endpoint('GET /api/users/{id}/belongings', {
  access,
  summary: 'What happens to the things of an account when it is deleted',
  params: z.object({ id: wholeNumber(1, 999_999_999_999, 'Id of the account') }),
  failures: ['user-not-found'],
  data: z.object({
    stays: z.array(belonging).describe('Shared with roles; stays without an owner'),
    handed_over: z.array(belonging).describe('Others receive it; the account that deletes becomes its owner'),
    ends: z.array(belonging).describe('Deleted or revoked'),
  }),
})

/** '*' means everything elsewhere, so a role limited to it would be ambiguous. */
const distId = text.refine((id) => id.trim() !== '*', "must not contain '*': null means every distributor")

export const saveRole = endpoint('POST /api/roles-permissions', {
  access,
  recentPassword: true,
  summary: 'Creates a role, or changes the one of the given id',
  description:
    'Takes effect with the next call of its accounts. Of a built-in role only `second_factor` can change.',
  failures: ['role-not-found', 'role-changed', 'role-exists', 'role-built-in'],
  body: z
    .object({
      id: z.number().int().positive().optional(),
      revision: revision.optional(),
      name: filledText.transform((name) => name.replace(/\s+/g, ' ')),
      permissions: z.array(permission).max(PERMISSIONS.length),
      dist_ids: z.array(distId).max(10_000).nullable().default(null),
      second_factor: z
        .boolean()
        .optional()
        .describe('Its accounts must set up a second factor; without the field an old role keeps it'),
    })
    // Such a role could lift its own limit.
    .refine(({ permissions, dist_ids }) => dist_ids === null || !permissions.includes('settings'), {
      path: ['dist_ids'],
      message: 'must be null: a role with the permission settings cannot be limited to distributors',
    }),
  data: confirmation('Role saved successfully.').extend({ id: count }),
})

export const deleteRole = endpoint('DELETE /api/roles-permissions/{roleId}', {
  access,
  recentPassword: true,
  summary: 'Deletes a role that neither an account nor a group of the identity provider has',
  failures: ['invalid-id', 'role-not-found', 'role-undeletable', 'role-in-use', 'role-mapped'],
  params: z.object({ roleId: text.meta({ description: 'Id of the role', example: '3' }) }),
  data: confirmation('Role deleted successfully.'),
})

export const viewAs = endpoint('POST /api/view-as', {
  access,
  summary: 'From now on the session sees what an account or a role sees',
  description:
    'Answers are those of the account, or of a new account with the role, without what the caller may not see. Calls that change something and those about the account itself answer 403 until DELETE /api/view-as or POST /api/logout; so does every call once the account or role has changed. The audit trail has both ends.',
  failures: ['user-not-found', 'role-not-found', 'account-waiting'],
  body: z.object({
    kind: z.enum(['user', 'role']).describe('What the id names'),
    id: z.number().int().positive().max(999_999_999_999),
  }),
})

const month = z
  .string()
  .refine((value) => isMonth(value) && value >= EARLIEST_MONTH, `must be YYYY-MM, from ${EARLIEST_MONTH} on`)

export const saveConfig = endpoint('POST /api/config', {
  access,
  summary: 'Sets an option',
  body: z.discriminatedUnion('option', [
    z.object({ option: z.literal('show_max_month'), values: month }),
    z.object({ option: z.literal('store_name'), values: filledText }),
  ]),
  data: confirmation('Option saved successfully.'),
})

export type UserRow = RowOf<typeof settingsCalls.users>
export type RoleRow = RowOf<typeof settingsCalls.roles>
