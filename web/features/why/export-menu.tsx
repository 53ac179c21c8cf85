// Saves what the panel shows: its figures as a file, or the panel as a picture.
import { IconDownload } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { type Column, column } from '#contract/columns.ts'
import { fileSuffix } from '#contract/coverage.ts'
import type { ExplanationBody } from '#contract/questions/explain-call.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { Button } from '#web/ui/button.tsx'
import { usePictureOf } from '#web/ui/coverage.ts'
import { Dropdown } from '#web/ui/dropdown.tsx'
import { MenuItem } from '#web/ui/menu-item.tsx'
import { saveTable } from '#web/ui/table/save.ts'
import { useSaving } from '#web/ui/use-saving.ts'
import { text } from './text.ts'

interface ExportMenuProps {
  body: ExplanationBody
  title: string
  content: RefObject<HTMLElement | null>
}

/** Factors and lists one below the other; each group adds up to the difference. */
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
  const { hasFailed, save } = useSaving()
  const pictureOf = usePictureOf()
  const name = `por_que_${body.meta.measure}_${body.meta.period.from}_${body.meta.period.to}${fileSuffix(user.scope)}`
  const csv = () => saveTable('csv', fileOf(body), title, name)
  const xlsx = () => saveTable('xlsx', fileOf(body), title, name)
  const png = async () => {
    const { savePng } = await import('#web/ui/export-png.ts')
    const { note } = pictureOf('', name)
    if (content.current) await savePng(content.current, { title, note }, name)
  }
  const tables = mayUser(user, 'export')
    ? ([
        [text.csv, csv],
        [text.xlsx, xlsx],
      ] as const)
    : []
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
          [...tables, [text.png, png] as const].map(([label, work]) => (
            <MenuItem key={label} close={close} onPick={() => void save(work)}>
              {label}
            </MenuItem>
          ))
        }
      </Dropdown>
      <span role="status">{hasFailed ? text.exportFailed : ''}</span>
    </>
  )
}
