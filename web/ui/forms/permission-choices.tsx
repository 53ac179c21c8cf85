// Permissions as checkboxes.
import { Checkbox } from '@mantine/core'
import { PERMISSIONS, type Permission } from '#contract/permissions.ts'
import { PERMISSION_WORDS } from '#web/text/permission-words.ts'
import { Fieldset } from './fieldset.tsx'

interface PermissionChoicesProps {
  legend: string
  /** Those that are offered. */
  of: readonly Permission[]
  value: readonly Permission[]
  onChange: (permissions: Permission[]) => void
}

export const PermissionChoices = ({ legend, of, value, onChange }: PermissionChoicesProps) => (
  <Fieldset legend={legend}>
    {of.map((permission) => (
      <Checkbox
        key={permission}
        size="sm"
        label={PERMISSION_WORDS[permission]}
        checked={value.includes(permission)}
        onChange={({ currentTarget: { checked } }) =>
          onChange(PERMISSIONS.filter((one) => (one === permission ? checked : value.includes(one))))
        }
      />
    ))}
  </Fieldset>
)
