// The roles whose people may follow the alert, each with their own distributors.
import { Checkbox } from '@mantine/core'
import { useCall } from '#web/api/use-call.ts'
import { Fieldset } from '#web/ui/forms/fieldset.tsx'
import { text } from './text.ts'

interface RolesFieldProps {
  readonly value: readonly number[]
  readonly onChange: (ids: number[]) => void
}

export function RolesField({ value, onChange }: RolesFieldProps) {
  const roles = useCall('GET /api/sharing/roles').data?.data ?? []
  if (roles.length === 0) return null
  return (
    <Fieldset legend={text.form.roles}>
      {roles.map(({ id, name }) => (
        <Checkbox
          key={id}
          size="sm"
          label={name}
          checked={value.includes(id)}
          onChange={({ currentTarget: { checked } }) =>
            onChange(checked ? [...value, id] : value.filter((each) => each !== id))
          }
        />
      ))}
    </Fieldset>
  )
}
