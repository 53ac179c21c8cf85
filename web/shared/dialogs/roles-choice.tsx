// Roles that something is shared with, as checkboxes; nothing for accounts that may not share.
import { Checkbox, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { fetchQuery, useCall } from '#web/api/call.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { CheckboxList } from '#web/ui/forms/fields.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { sharingText as text } from '../text.ts'

interface RolesChoiceProps {
  readonly chosen: readonly number[]
  readonly onChange: (ids: number[]) => void
}

export function RolesChoice(props: RolesChoiceProps) {
  return mayUser(useUser(), 'share') ? <Choices {...props} /> : <Unshare {...props} />
}

function Choices({ chosen, onChange }: RolesChoiceProps) {
  const state = useCall('GET /api/sharing/roles')
  if (state.status === 'error') return <ErrorState height={80} error={state.error} onRetry={state.refetch} />
  return (
    <div>
      <CheckboxList
        legend={text.legend}
        options={(state.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        {...{ chosen, onChange }}
      />
      <Text c="dimmed" fz="sm" mt={8}>
        {text.note}
      </Text>
    </div>
  )
}

/** Names by id, as far as the user may share. */
export function useSharingRoles(): ReadonlyMap<number, string> {
  const mayShare = mayUser(useUser(), 'share')
  const { data } = useQuery({ ...fetchQuery('GET /api/sharing/roles'), enabled: mayShare })
  return new Map(data?.data.map(({ id, name }) => [id, name]))
}

/** Accounts that lost the permission can still stop sharing. */
const Unshare = ({ chosen, onChange }: RolesChoiceProps) =>
  chosen.length > 0 ? (
    <Checkbox size="sm" label={text.keepShared} checked onChange={() => onChange([])} />
  ) : null
