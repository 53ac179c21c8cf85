// Toolbar of a table: clear filters, choose columns, export, add.
import { IconChevronDown, IconColumns3, IconDownload, IconFilterOff, IconUserPlus } from '@tabler/icons-react'
import { memo, useState } from 'react'
import type { Column } from '#contract/columns.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Dropdown } from '#web/ui/dropdown.tsx'
import { text } from '#web/ui/text.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'
import css from './toolbar.module.css'

export type ExportFormat = 'csv' | 'xlsx'

interface ToolbarProps {
  columns: readonly Column[]
  hidden: ReadonlySet<string>
  onToggle: (key: string) => void
  onExport: ((format: ExportFormat) => Promise<unknown>) | undefined
  onAddUser: (() => void) | undefined
  onClearFilters: (() => void) | undefined
}

/** Memoised so that typing into a filter does not render it again. */
export const Toolbar = memo(function Toolbar({
  columns,
  hidden,
  onToggle,
  onExport,
  onAddUser,
  onClearFilters,
}: ToolbarProps) {
  return (
    <>
      {onClearFilters ? (
        <Tooltip label={text.clearFilters}>
          <IconButton label={text.clearFilters} frame="bordered" size={30} onClick={onClearFilters}>
            <IconFilterOff size={16} aria-hidden />
          </IconButton>
        </Tooltip>
      ) : null}
      <Dropdown
        label={text.columns}
        role="dialog"
        button={(opener) => (
          <Tooltip label={text.columns}>
            <IconButton label={text.columns} frame="bordered" size={30} {...opener}>
              <IconColumns3 size={16} aria-hidden />
            </IconButton>
          </Tooltip>
        )}
      >
        {() => <Chooser columns={columns} hidden={hidden} onToggle={onToggle} />}
      </Dropdown>
      {onExport ? <ExportButton onExport={onExport} /> : null}
      {onAddUser ? (
        <Tooltip label={text.newUser}>
          <IconButton label={text.newUser} frame="filled" size={30} onClick={onAddUser}>
            <IconUserPlus size={16} aria-hidden />
          </IconButton>
        </Tooltip>
      ) : null}
    </>
  )
})

function Chooser({ columns, hidden, onToggle }: Pick<ToolbarProps, 'columns' | 'hidden' | 'onToggle'>) {
  const shown = columns.filter(({ key }) => !hidden.has(key)).length
  return (
    <div className={css.chooser}>
      {columns.map(({ key, title }) => (
        <label key={key} className={css.choice}>
          <input
            type="checkbox"
            checked={!hidden.has(key)}
            disabled={shown === 1 && !hidden.has(key)}
            onChange={() => onToggle(key)}
          />
          {title}
        </label>
      ))}
    </div>
  )
}

interface ExportButtonProps {
  onExport: (format: ExportFormat) => Promise<unknown>
}

function ExportButton({ onExport }: ExportButtonProps) {
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
        <Button frame="bordered" disabled={working} onClick={() => void run('csv')}>
          <IconDownload size={15} aria-hidden />
          {working ? text.exporting : text.exportCsv}
        </Button>
        <Dropdown
          label={text.exportOther}
          role="menu"
          button={(opener) => (
            <IconButton label={text.exportOther} frame="bordered" size={30} disabled={working} {...opener}>
              <IconChevronDown size={14} aria-hidden />
            </IconButton>
          )}
        >
          {(close) => (
            <button
              type="button"
              role="menuitem"
              className={css.item}
              // biome-ignore lint/a11y/noAutofocus: an opened menu focuses its first item
              autoFocus
              onClick={() => {
                close()
                void run('xlsx')
              }}
            >
              {text.exportXlsx}
            </button>
          )}
        </Dropdown>
      </div>
    </>
  )
}
