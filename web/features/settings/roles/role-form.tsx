// Dialogs that add, change and delete a role.
import { Checkbox } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import type { RoleRow } from '#contract/administration.ts'
import { PERMISSIONS, type Permission, USUAL_VIEWS } from '#contract/permissions.ts'
import { call, refresh } from '#web/api/call.ts'
import type { EditorDialogProps } from '#web/shared/dialogs/dialog-state.ts'
import { type Fields, useRevision, yesOrNo } from '#web/shared/dialogs/use-revision.tsx'
import { DistributorPicker, ScopeChoice } from '#web/shared/distributors/distributor-picker.tsx'
import { PERMISSION_WORDS } from '#web/text/permission-words.ts'
import { NameInput, PermissionChoices } from '#web/ui/forms/fields.tsx'
import shared from '#web/ui/shared.module.css'
import { ConfirmDialog, DialogForm } from '../dialog.tsx'
import { limitRule, roleNameRule } from '../rules.ts'
import { roleText } from './text.ts'

const VIEWS = PERMISSIONS.filter((permission) => permission.startsWith('view:'))
const ABILITIES = PERMISSIONS.filter((permission) => !permission.startsWith('view:'))

interface RoleValues {
  name: string
  permissions: Permission[]
  /** Whether the role is limited to the distributors in `distIds`. */
  limited: boolean
  distIds: string[]
  secondFactor: boolean
}

const refreshRoles = () =>
  refresh('GET /api/roles-permissions', 'GET /api/config/roles', 'GET /api/users', 'GET /api/config/audit')

const valuesOf = (role: RoleRow | undefined): RoleValues => ({
  name: role?.name ?? '',
  permissions: role?.permissions ?? [...USUAL_VIEWS],
  limited: role ? role.dist_ids !== null : false,
  distIds: role?.dist_ids ?? [],
  secondFactor: role?.second_factor ?? false,
})

const FIELDS: Fields<RoleValues> = {
  name: { label: roleText.name },
  permissions: {
    label: roleText.permissions,
    words: (permissions) => permissions.map((one) => PERMISSION_WORDS[one]),
  },
  limited: {
    label: roleText.scope,
    words: (limited) => (limited ? roleText.someDistributors : roleText.allDistributors),
  },
  distIds: { label: roleText.scope, words: (ids) => ids },
  secondFactor: { label: roleText.requireSecondFactor, words: yesOrNo },
}

const roleNow = async (id: number | undefined) => {
  const { data } = await call('GET /api/roles-permissions', { query: { per_page: 1000 } })
  return data.find((role) => role.id === id)
}

const useRoleForm = (role: RoleRow | undefined) =>
  useForm<RoleValues>({
    initialValues: valuesOf(role),
    validate: {
      name: roleNameRule,
      distIds: (distIds, { limited, permissions }) => limitRule(limited ? distIds : null, permissions),
    },
  })

/** Without `role`, a new one. */
export function RoleForm({ role, onClose, onDone }: EditorDialogProps & { role?: RoleRow }) {
  const mode = role ? 'update' : 'add'
  const form = useRoleForm(role)
  const revised = useRevision(role, { form, valuesOf, fields: FIELDS, read: () => roleNow(role?.id) })
  const save = useMutation({
    mutationFn: ({ name, permissions, limited, distIds, secondFactor }: RoleValues) =>
      revised.save((seen) =>
        call('POST /api/roles-permissions', {
          body: {
            ...(role && { id: role.id, ...seen }),
            ...{ name, permissions, dist_ids: limited ? distIds : null, second_factor: secondFactor },
          },
        }),
      ),
    onSuccess: async () => {
      await refreshRoles()
      onDone(roleText.saved)
    },
  })
  return (
    <DialogForm
      title={roleText.title[mode]}
      submit={roleText.submit[mode]}
      size="lg"
      mutation={save}
      meanwhile={revised.meanwhile}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      {role?.built_in ? (
        <p className={shared.quiet}>
          {role.name}. {roleText.builtInHint}
        </p>
      ) : (
        <Rights form={form} />
      )}
      <Checkbox
        size="sm"
        label={roleText.requireSecondFactor}
        description={roleText.secondFactorNote}
        {...form.getInputProps('secondFactor', { type: 'checkbox' })}
      />
    </DialogForm>
  )
}

/** Name, permissions and distributors. */
function Rights({ form }: { form: ReturnType<typeof useRoleForm> }) {
  const { permissions, limited, distIds } = form.values
  const setPermissions = (next: Permission[]) => form.setFieldValue('permissions', next)
  return (
    <>
      <NameInput label={roleText.name} maxLength={255} {...form.getInputProps('name')} />
      <PermissionChoices legend={roleText.views} of={VIEWS} value={permissions} onChange={setPermissions} />
      <PermissionChoices
        legend={roleText.abilities}
        of={ABILITIES}
        value={permissions}
        onChange={setPermissions}
      />
      {permissions.includes('settings') ? <p className={shared.caution}>{roleText.settingsNote}</p> : null}
      <ScopeChoice limited={limited} onChange={(next) => form.setFieldValue('limited', next)} />
      {limited ? (
        <DistributorPicker
          note={roleText.scopeNote}
          chosen={distIds}
          onChange={(next) => form.setFieldValue('distIds', next)}
          error={form.errors.distIds}
        />
      ) : null}
    </>
  )
}

export const DeleteRole = ({
  role: { id, name },
  onClose,
  onDone,
}: EditorDialogProps & { role: RoleRow }) => (
  <ConfirmDialog
    title={roleText.title.delete}
    question={roleText.sure(name)}
    submit={roleText.title.delete}
    onClose={onClose}
    onConfirm={async () => {
      await call('DELETE /api/roles-permissions/{roleId}', { params: { roleId: String(id) } })
      await refreshRoles()
      onDone(roleText.deleted)
    }}
  />
)
