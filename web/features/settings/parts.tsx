import { Flex, Group } from '@mantine/core'
import { IconEye, IconPencil, IconShieldOff, IconTrash, type TablerIcon } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { startViewing } from '#web/api/viewing.ts'
import { common } from '#web/text/common.ts'
import { errorText } from '#web/text/errors.ts'
import { IconButton } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { PageTabs } from '#web/ui/page-tabs.tsx'
import shared from '#web/ui/shared.module.css'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import { text } from './text.ts'

const USERS = [
  { to: '/settings/users', label: text.users },
  { to: '/settings/roles', label: text.roles },
  { to: '/settings/programs', label: text.programs },
  { to: '/settings/recipients', label: text.recipients },
]

const CRONS = [
  { to: '/settings/crones', label: text.crons },
  { to: '/settings/crones/logs', label: text.logs },
  { to: '/settings/crones/unplaced', label: text.unplaced },
  { to: '/settings/crones/removals', label: text.removals },
  { to: '/settings/crones/large-orders', label: text.largeOrders },
  { to: '/settings/crones/audit', label: text.audit },
]

export const UsersTabs = () => <PageTabs label={common.tabs} tabs={USERS} />

export const CronsTabs = () => <PageTabs label={common.tabs} tabs={CRONS} />

interface Action {
  readonly tooltip: string
  /** For screen readers: the action and its row. */
  readonly label: string
  readonly onClick: () => void
}

interface RowActionProps {
  readonly action: Action | null
  readonly icon: TablerIcon
  readonly danger?: boolean
}

const RowAction = ({ action, icon: Icon, danger = false }: RowActionProps) =>
  action ? (
    <Tooltip label={action.tooltip}>
      <IconButton danger={danger} label={action.label} onClick={action.onClick}>
        <Icon size={16} aria-hidden />
      </IconButton>
    </Tooltip>
  ) : null

/** Ver como, from the row of an account or role; a failure is shown in its place. */
export function ViewAs({ label, as }: { label: string; as: Parameters<typeof startViewing>[0] }) {
  const start = useMutation({ mutationFn: () => startViewing(as) })
  if (start.error) return <span className={shared.caution}>{errorText(start.error)}</span>
  const action = { tooltip: text.viewAs, label, onClick: () => start.mutate() }
  return <RowAction icon={IconEye} action={action} />
}

interface EditAndDeleteProps {
  readonly edit: Action
  readonly remove: Action | null
  /** State of a second factor. */
  readonly reset?: Action | null
  readonly viewAs?: ReactNode
}

export const EditAndDelete = ({ edit, remove, reset = null, viewAs = null }: EditAndDeleteProps) => (
  <Flex component="span" display="inline-flex" flex="none" maw="100%" align="center" gap={6}>
    {viewAs}
    <RowAction icon={IconShieldOff} action={reset} />
    <RowAction icon={IconPencil} action={edit} />
    <RowAction icon={IconTrash} action={remove} danger />
  </Flex>
)

export const FilterBar = ({ children }: { children: ReactNode }) => (
  <Group gap={12} align="stretch" data-no-print>
    {children}
  </Group>
)

interface ParamSelectProps {
  label: string
  /** Name of the parameter in the address. */
  param: string
  /** The chosen value; undefined for all. */
  value: string | undefined
  all: string
  /** Value and label of each choice. */
  choices: readonly (readonly [string, string])[]
}

/** A select whose value is a parameter of the address. */
export function ParamSelect({ label, param, value = '', all, choices }: ParamSelectProps) {
  const [, setParam] = useSearchParam(param, { step: true })
  return (
    <SelectField
      label={label}
      value={value}
      onChange={(event) => setParam(event.currentTarget.value || null)}
      data={[{ value: '', label: all }, ...choices.map(([choice, name]) => ({ value: choice, label: name }))]}
    />
  )
}
