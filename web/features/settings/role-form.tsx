// A role with its permissions and distributors. Touches api, Mantine and this feature.
import { Checkbox, Radio, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import type { RoleRow } from '#contract/administration.ts'
import { PERMISSIONS, type Permission } from '#contract/permissions.ts'
import { call } from '#web/api/call.ts'
import { DialogForm } from './dialog.tsx'
import { DistributorPicker } from './distributor-picker.tsx'
import { refresh } from './refresh.ts'
import { roleNameRule } from './rules.ts'
import { failureText } from './said.ts'
import css from './settings.module.css'
import { PERMISSION_WORDS, roleText, rulesText } from './text.ts'

interface RoleFormProps {
  /** The role to change; none: a new one. */
  role?: RoleRow
  onClose: () => void
  onDone: (message: string) => void
}

const VIEWS = PERMISSIONS.filter((permission) => permission.startsWith('view:'))
const ABILITIES = PERMISSIONS.filter((permission) => !permission.startsWith('view:'))

interface Wish {
  name: string
  permissions: Permission[]
  limited: boolean
  distIds: string[]
}

export function RoleForm({ role, onClose, onDone }: RoleFormProps) {
  const form = useForm<Wish>({
    initialValues: {
      name: role?.name ?? '',
      permissions: role?.permissions ?? [...VIEWS],
      limited: role ? role.dist_ids !== null : false,
      distIds: role?.dist_ids ?? [],
    },
    validate: {
      name: roleNameRule,
      distIds: (distIds, { limited }) => (limited && distIds.length === 0 ? rulesText.pickDistributor : null),
    },
  })
  const save = useMutation({
    mutationFn: ({ name, permissions, limited, distIds }: Wish) =>
      call('POST /api/roles-permissions', {
        body: { ...(role && { id: role.id }), name, permissions, dist_ids: limited ? distIds : null },
      }),
    onSuccess: async () => {
      await refresh(
        'GET /api/roles-permissions',
        'GET /api/config/roles',
        'GET /api/users',
        'GET /api/config/audit',
      )
      onDone(roleText.saved)
    },
  })
  const { permissions, limited, distIds } = form.values
  const boxes = (legend: string, offered: readonly Permission[]) => (
    <fieldset className={css.boxes}>
      <legend>{legend}</legend>
      {offered.map((permission) => (
        <Checkbox
          key={permission}
          size="sm"
          label={PERMISSION_WORDS[permission]}
          checked={permissions.includes(permission)}
          onChange={(event) => {
            const checked = event.currentTarget.checked
            const wanted = PERMISSIONS.filter((one) =>
              one === permission ? checked : permissions.includes(one),
            )
            form.setFieldValue('permissions', wanted)
          }}
        />
      ))}
    </fieldset>
  )
  return (
    <DialogForm
      title={roleText.title[role ? 'update' : 'add']}
      submit={roleText.submit[role ? 'update' : 'add']}
      size="lg"
      busy={save.isPending}
      failure={save.isError ? failureText(save.error) : null}
      onClose={onClose}
      onSubmit={form.onSubmit((wish) => save.mutate(wish))}
    >
      <TextInput
        label={roleText.name}
        data-autofocus
        autoComplete="off"
        maxLength={255}
        {...form.getInputProps('name')}
      />
      {boxes(roleText.views, VIEWS)}
      {boxes(roleText.abilities, ABILITIES)}
      {permissions.includes('settings') ? <p className={css.caution}>{roleText.settingsNote}</p> : null}
      <fieldset className={css.boxes}>
        <legend>{roleText.scope}</legend>
        <Radio
          name="scope"
          label={roleText.allDistributors}
          checked={!limited}
          onChange={() => form.setFieldValue('limited', false)}
        />
        <Radio
          name="scope"
          label={roleText.someDistributors}
          checked={limited}
          onChange={() => form.setFieldValue('limited', true)}
        />
      </fieldset>
      {limited ? (
        <DistributorPicker
          chosen={distIds}
          onChange={(next) => form.setFieldValue('distIds', next)}
          error={form.errors.distIds}
        />
      ) : null}
    </DialogForm>
  )
}
