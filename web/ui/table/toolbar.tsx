// Toolbar of a table: clear filters, choose columns, export, add.
import { IconChevronDown, IconColumns3, IconDownload, IconFilterOff, IconUserPlus } from '@tabler/icons-react'
import { memo } from 'react'
import type { Column } from '#contract/columns.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Dropdown } from '#web/ui/dropdown.tsx'
import { MenuItem } from '#web/ui/menu-item.tsx'
import { text } from '#web/ui/text.ts'
import { useSaving } from '#web/ui/use-saving.ts'
import css from './toolbar.module.css'

export type ExportFormat = 'csv' | 'xlsx'

interface ToolbarProps {
  columns: readonly Column[]
  hidden: ReadonlySet<string>
  onToggle: (key: string) => void
  onExport: ((format: ExportFormat) => Promise<unknown>) | undefined
  onMail: (() => void) | undefined
  onAddUser: (() => void) | undefined
  onClearFilters: (() => void) | undefined
}

/** Memoised so that typing into a filter does not render it again. */
export const Toolbar = memo(function Toolbar({
  columns,
  hidden,
  onToggle,
  onExport,
  onMail,
  onAddUser,
  onClearFilters,
}: ToolbarProps) {
  return (
    <>
      {onClearFilters ? (
        <IconButton tip label={text.clearFilters} frame="bordered" size={30} onClick={onClearFilters}>
          <IconFilterOff size={16} aria-hidden />
        </IconButton>
      ) : null}
      <Dropdown
        label={text.columns}
        role="dialog"
        button={(opener) => (
          <IconButton tip label={text.columns} frame="bordered" size={30} {...opener}>
            <IconColumns3 size={16} aria-hidden />
          </IconButton>
        )}
      >
        {() => <Chooser columns={columns} hidden={hidden} onToggle={onToggle} />}
      </Dropdown>
      {onExport ? <ExportButton onExport={onExport} onMail={onMail} /> : null}
      {onAddUser ? (
        <IconButton tip label={text.newUser} frame="filled" size={30} onClick={onAddUser}>
          <IconUserPlus size={16} aria-hidden />
        </IconButton>
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

interface ExportProps {
  onExport: (format: ExportFormat) => Promise<unknown>
  onMail: (() => void) | undefined
}

function ExportButton({ onExport, onMail }: ExportProps) {
  const { isSaving, hasFailed, save } = useSaving()
  return (
    <>
      <span role="status" className={css.note}>
        {hasFailed ? text.exportFailed : ''}
      </span>
      <div className={css.split}>
        <Button frame="bordered" disabled={isSaving} onClick={() => void save(() => onExport('csv'))}>
          <IconDownload size={15} aria-hidden />
          <span>{isSaving ? text.exporting : text.exportCsv}</span>
        </Button>
        <Dropdown
          label={text.exportOther}
          role="menu"
          button={(opener) => (
            <IconButton label={text.exportOther} frame="bordered" size={30} disabled={isSaving} {...opener}>
              <IconChevronDown size={14} aria-hidden />
            </IconButton>
          )}
        >
          {(close) => (
            <>
              <MenuItem close={close} onPick={() => void save(() => onExport('xlsx'))}>
                {text.exportXlsx}
              </MenuItem>
              {onMail ? (
                <MenuItem close={close} onPick={onMail}>
                  {text.mailTable}
                </MenuItem>
              ) : null}
            </>
          )}
        </Dropdown>
      </div>
    </>
  )
}
