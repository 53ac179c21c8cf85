// Saves the answer, all of it from the API or what is on screen, or makes a data link of its question.
import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { Column } from '#contract/columns.ts'
import { downloadExport } from '#web/api/download.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dropdown } from '#web/ui/dropdown.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { csvOf } from '#web/ui/table/csv.ts'
import { queryOf } from './address.ts'
import { ANSWER, type Answered } from './answer.ts'
import css from './export-menu.module.css'
import { text } from './text.ts'
import { titleOf } from './wording.ts'

// Loaded on first use.
const LinkDialog = lazy(() => import('#web/lists/data-links/link-dialog.tsx'))

type Format = 'csv' | 'xlsx'

/** What the view shows, as rows of a file. */
export interface ShownTable {
  readonly columns: readonly Column[]
  readonly rows: readonly object[]
}

interface ExportMenuProps {
  answered: Answered
  /** Where it differs from the API's file. */
  shown?: (() => ShownTable) | undefined
  /** Saves the chart. */
  onPicture?: (() => Promise<void>) | undefined
}

export const fileName = ({ meta }: Answered): string => `consulta_${meta.period.from}_${meta.period.to}`

function useSaving() {
  const [state, setState] = useState<'idle' | 'working' | 'failed'>('idle')
  const run = async (work: () => Promise<unknown>) => {
    setState('working')
    try {
      await work()
      setState('idle')
    } catch {
      setState('failed')
    }
  }
  return { state, run }
}

export function ExportMenu({ answered, shown, onPicture }: ExportMenuProps) {
  const user = useUser()
  const { state, run } = useSaving()
  const [isLinking, setLinking] = useState(false)
  const mayExport = mayUser(user, 'export')
  const all = (format: Format) => {
    const query = { ...queryOf(answered.question), measures: answered.question.measures.join(','), format }
    return downloadExport(ANSWER, { query })
  }
  const onScreen = async (format: Format) => {
    if (!shown) return
    const { columns, rows } = shown()
    const name = `${fileName(answered)}_pantalla`
    if (format === 'csv')
      return saveFile(new Blob([csvOf(columns, rows)], { type: 'text/csv' }), `${name}.csv`)
    const { xlsxOf } = await import('#web/ui/table/xlsx.ts')
    saveFile(xlsxOf(columns, rows, titleOf(answered.question)), `${name}.xlsx`)
  }
  const groups = [
    ...(mayExport ? [{ title: text.exportAll, save: all }] : []),
    ...(mayExport && shown ? [{ title: text.exportShown, save: onScreen }] : []),
  ]
  if (groups.length === 0 && !onPicture) return null
  const word = state === 'working' ? text.exporting : text.exportAs
  return (
    <>
      <span role="status" className={css.note}>
        {state === 'failed' ? text.exportFailed : ''}
      </span>
      <Dropdown
        label={text.exportAs}
        role="menu"
        button={(opener) => (
          <Button
            {...opener}
            frame="bordered"
            className={css.open}
            disabled={state === 'working'}
            // On a phone the word is hidden.
            aria-label={word}
          >
            <IconDownload size={15} aria-hidden />
            <span className={css.word}>{word}</span>
            <IconChevronDown size={13} aria-hidden />
          </Button>
        )}
      >
        {(close) => {
          const item = (label: string, onPick: () => void) => (
            <button
              key={label}
              type="button"
              role="menuitem"
              className={css.item}
              onClick={() => {
                close()
                onPick()
              }}
            >
              {label}
            </button>
          )
          return (
            <>
              {groups.map(({ title, save }) => (
                // biome-ignore lint/a11y/useSemanticElements: a menu has no fieldset
                <div key={title} role="group" aria-label={title}>
                  <p className={css.title} aria-hidden>
                    {title}
                  </p>
                  {item(text.csv, () => void run(() => save('csv')))}
                  {item(text.xlsx, () => void run(() => save('xlsx')))}
                </div>
              ))}
              {onPicture ? item(text.png, () => void run(onPicture)) : null}
              {mayExport ? item(text.dataLink, () => setLinking(true)) : null}
            </>
          )
        }}
      </Dropdown>
      {isLinking ? (
        <Suspense>
          <LinkDialog
            question={answered.question}
            title={titleOf(answered.question)}
            onClose={() => setLinking(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}
