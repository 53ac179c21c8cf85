// Saves what the panel shows: its figures as a file, the whole of it as a picture.
import { IconDownload } from '@tabler/icons-react'
import { type RefObject, useState } from 'react'
import { type Column, column } from '#contract/columns.ts'
import type { ExplanationBody } from '#contract/questions/explain-call.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dropdown } from '#web/ui/dropdown.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { csvOf } from '#web/ui/table/csv.ts'
import { text } from './text.ts'
import css from './why.module.css'

interface ExportMenuProps {
  body: ExplanationBody
  title: string
  content: RefObject<HTMLElement | null>
}

/** Factors and lists below each other; each group adds up to the difference. */
export function fileOf({ data }: ExplanationBody): { columns: Column[]; rows: object[] } {
  const { unit, factors, dimensions } = data
  return {
    columns: [
      column('group', text.group),
      column('label', text.value),
      ...(['before', 'after', 'difference'] as const).map((key) =>
        column(key, text[key], unit, { nullable: true }),
      ),
    ],
    rows: [
      ...factors.map(({ label, difference }) => ({
        group: text.factors,
        label,
        before: null,
        after: null,
        difference,
      })),
      ...dimensions.flatMap(({ label: group, values, rest }) =>
        [...values, ...(rest ? [{ label: text.rest, ...rest }] : [])].map(
          ({ label, before, after, difference }) => ({ group, label, before, after, difference }),
        ),
      ),
    ],
  }
}

export function ExportMenu({ body, title, content }: ExportMenuProps) {
  const user = useUser()
  const [failed, setFailed] = useState(false)
  const name = `por_que_${body.meta.measure}_${body.meta.period.from}_${body.meta.period.to}`
  const csv = () => {
    const { columns, rows } = fileOf(body)
    saveFile(new Blob([csvOf(columns, rows)], { type: 'text/csv' }), `${name}.csv`)
  }
  const xlsx = async () => {
    const { columns, rows } = fileOf(body)
    const { xlsxOf } = await import('#web/ui/table/xlsx.ts')
    saveFile(xlsxOf(columns, rows, title), `${name}.xlsx`)
  }
  const png = async () => {
    const { savePng } = await import('#web/ui/export-png.ts')
    if (content.current) await savePng(content.current, { title, note: '' }, name)
  }
  const run = async (work: () => unknown) => {
    setFailed(false)
    try {
      await work()
    } catch {
      setFailed(true)
    }
  }
  const items: [string, () => unknown][] = [
    ...(mayUser(user, 'export')
      ? ([
          [text.csv, csv],
          [text.xlsx, xlsx],
        ] as [string, () => unknown][])
      : []),
    [text.png, png],
  ]
  return (
    <>
      <Dropdown
        label={text.exportAs}
        role="menu"
        button={(opener) => (
          <Button {...opener} frame="bordered">
            <IconDownload size={15} aria-hidden />
            {text.exportAs}
          </Button>
        )}
      >
        {(close) =>
          items.map(([label, work]) => (
            <button
              key={label}
              type="button"
              role="menuitem"
              className={css.item}
              onClick={() => {
                close()
                void run(work)
              }}
            >
              {label}
            </button>
          ))
        }
      </Dropdown>
      <span role="status">{failed ? text.exportFailed : ''}</span>
    </>
  )
}
