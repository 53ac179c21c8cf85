// Permissions as checkboxes.
import { PERMISSIONS, type Permission } from '#contract/permissions.ts'
import { PERMISSION_WORDS } from '#web/text/permission-words.ts'
import { CheckboxList } from './checkbox-list.tsx'

interface PermissionChoicesProps {
  legend: string
  /** The permissions that are offered. */
  of: readonly Permission[]
  value: readonly Permission[]
  onChange: (permissions: Permission[]) => void
}

export const PermissionChoices = ({ legend, of, value, onChange }: PermissionChoicesProps) => (
  <CheckboxList
    legend={legend}
    options={of.map((permission) => ({ value: permission, label: PERMISSION_WORDS[permission] }))}
    chosen={value}
    onChange={(next) => onChange(PERMISSIONS.filter((one) => next.includes(one)))}
  />
)
