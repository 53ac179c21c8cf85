// What can be done with a table: export, hide columns, add. Touches React, Mantine and this room.
import { ActionIcon, Button, Checkbox, Menu, Popover, Tooltip } from '@mantine/core'
import { IconChevronDown, IconColumns3, IconDownload, IconFilterOff, IconUserPlus } from '@tabler/icons-react'
import { memo, useState } from 'react'
import type { Column } from '#contract/columns.ts'
import { text } from '#web/ui/text.ts'
import css from './data-table.module.css'

export type ExportFormat = 'csv' | 'xlsx'

interface ToolbarProps {
  columns: readonly Column[]
  hidden: ReadonlySet<string>
  onToggle: (key: string) => void
  onExport: ((format: ExportFormat) => Promise<unknown>) | undefined
  onlyCsv: boolean
  onAddUser: (() => void) | undefined
  onClearFilters: (() => void) | undefined
}

/** Drawn anew only when something in it changed: typing a filter leaves it alone. */
export const Toolbar = memo(function Toolbar({
  columns,
  hidden,
  onToggle,
  onExport,
  onlyCsv,
  onAddUser,
  onClearFilters,
}: ToolbarProps) {
  const shown = columns.filter(({ key }) => !hidden.has(key)).length
  return (
    <>
      {onClearFilters ? (
        <Tooltip label={text.clearFilters}>
          <ActionIcon variant="default" size={30} aria-label={text.clearFilters} onClick={onClearFilters}>
            <IconFilterOff size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ) : null}
      <Popover position="bottom-end" withinPortal={false} trapFocus returnFocus>
        <Popover.Target>
          <Tooltip label={text.columns}>
            <ActionIcon variant="default" size={30} aria-label={text.columns}>
              <IconColumns3 size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Popover.Target>
        <Popover.Dropdown aria-label={text.columns}>
          <div className={css.chooser}>
            {columns.map((column) => (
              <Checkbox
                key={column.key}
                size="xs"
                label={column.title}
                checked={!hidden.has(column.key)}
                disabled={shown === 1 && !hidden.has(column.key)}
                onChange={() => onToggle(column.key)}
              />
            ))}
          </div>
        </Popover.Dropdown>
      </Popover>
      {onExport ? <ExportButton onExport={onExport} onlyCsv={onlyCsv} /> : null}
      {onAddUser ? (
        <Tooltip label={text.newUser}>
          <ActionIcon variant="filled" size={30} aria-label={text.newUser} onClick={onAddUser}>
            <IconUserPlus size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ) : null}
    </>
  )
})

interface ExportButtonProps {
  onExport: (format: ExportFormat) => Promise<unknown>
  onlyCsv: boolean
}

function ExportButton({ onExport, onlyCsv }: ExportButtonProps) {
  const [state, setState] = useState<'idle' | 'working' | 'failed'>('idle')
  const run = async (format: ExportFormat) => {
    setState('working')
    try {
      await onExport(format)
      setState('idle')
    } catch {
      setState('failed')
    }
  }
  const working = state === 'working'
  return (
    <>
      <span role="status" className={css.note}>
        {state === 'failed' ? text.exportFailed : ''}
      </span>
      <div className={css.split}>
        <Button
          variant="default"
          size="xs"
          h={30}
          leftSection={<IconDownload size={15} aria-hidden />}
          disabled={working}
          onClick={() => void run('csv')}
        >
          {working ? text.exporting : text.exportCsv}
        </Button>
        {onlyCsv ? null : (
          <Menu position="bottom-end" withinPortal={false}>
            <Menu.Target>
              <ActionIcon variant="default" size={30} aria-label={text.exportOther} disabled={working}>
                <IconChevronDown size={14} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => void run('xlsx')}>{text.exportXlsx}</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
    </>
  )
}
