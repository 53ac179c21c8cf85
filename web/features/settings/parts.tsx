import { Group, NativeSelect } from '@mantine/core'
import { IconPencil, IconShieldOff, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { PageTabs } from '#web/ui/page-tabs.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import css from './settings.module.css'
import { text } from './text.ts'

const USERS = [
  { to: '/settings/users', label: text.users },
  { to: '/settings/roles', label: text.roles },
  { to: '/settings/programs', label: text.programs },
]

const CRONS = [
  { to: '/settings/crones', label: text.crons },
  { to: '/settings/crones/logs', label: text.logs },
  { to: '/settings/crones/unplaced', label: text.unplaced },
  { to: '/settings/crones/audit', label: text.audit },
]

export const UsersTabs = () => <PageTabs label={text.tabs} tabs={USERS} />

export const CronsTabs = () => <PageTabs label={text.tabs} tabs={CRONS} />

const PENCIL = <IconPencil size={16} aria-hidden />
const BIN = <IconTrash size={16} aria-hidden />

interface Action {
  readonly tooltip: string
  /** For screen readers: the action and its row. */
  readonly label: string
  readonly onClick: () => void
}

const SHIELD = <IconShieldOff size={16} aria-hidden />

interface EditAndDeleteProps {
  readonly edit: Action
  readonly remove: Action | null
  /** State of a second factor. */
  readonly reset?: Action | null
}

export const EditAndDelete = ({ edit, remove, reset = null }: EditAndDeleteProps) => (
  <span className={css.rowActions}>
    {reset ? (
      <Tooltip label={reset.tooltip}>
        <IconButton label={reset.label} onClick={reset.onClick}>
          {SHIELD}
        </IconButton>
      </Tooltip>
    ) : null}
    <Tooltip label={edit.tooltip}>
      <IconButton label={edit.label} onClick={edit.onClick}>
        {PENCIL}
      </IconButton>
    </Tooltip>
    {remove ? (
      <Tooltip label={remove.tooltip}>
        <IconButton danger label={remove.label} onClick={remove.onClick}>
          {BIN}
        </IconButton>
      </Tooltip>
    ) : null}
  </span>
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
    <NativeSelect
      label={label}
      value={value}
      onChange={(event) => setParam(event.currentTarget.value || null)}
      data={[{ value: '', label: all }, ...choices.map(([choice, name]) => ({ value: choice, label: name }))]}
    />
  )
}
