// Saves the whole answer from the API or what is on screen, or creates a data link for the question.
import { Text } from '@mantine/core'
import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { answerFileName } from '#contract/questions/file-name.ts'
import { downloadExport } from '#web/api/download.ts'
import { mayUser, type SessionUser, useUser } from '#web/api/session.ts'
import { ANSWER, type Answered, queryOf } from '#web/shared/questions/answers.ts'
import { titleOf } from '#web/shared/questions/question-words.ts'
import { Button } from '#web/ui/button.tsx'
import { Dropdown } from '#web/ui/dropdown.tsx'
import { MenuItem } from '#web/ui/menu-item.tsx'
import { saveTable, type TableFile } from '#web/ui/table/save.ts'
import type { ExportFormat } from '#web/ui/table/toolbar.tsx'
import { useSaving } from '#web/ui/use-saving.ts'
import css from './export-menu.module.css'
import { text } from './text.ts'
import { deliveryHref } from './watch-links.ts'

// Loaded on first use.
const LinkDialog = lazy(() => import('#web/shared/data-links/link-dialog.tsx'))

interface ExportMenuProps {
  /** Undefined while loading. */
  answered: Answered | undefined
  /** Only if it differs from the API's file. */
  shown?: (() => TableFile) | undefined
  onPicture?: (() => Promise<void>) | undefined
}

export const fileName = ({ question, meta }: Answered, scope: SessionUser['scope']): string =>
  answerFileName(question, { current: meta.period, asOf: meta.as_of }, scope)

export function ExportMenu({ answered, ...props }: ExportMenuProps) {
  const mayExport = mayUser(useUser(), 'export')
  if (answered) return <Menu {...props} answered={answered} />
  if (!mayExport && !props.onPicture) return null
  return (
    <>
      <Text role="status" span fz="xs" />
      <Opener word={text.exportAs} disabled />
    </>
  )
}

function Menu({ answered, shown, onPicture }: ExportMenuProps & { answered: Answered }) {
  const user = useUser()
  const router = useRouter()
  const { isSaving, hasFailed, save } = useSaving()
  const [isLinking, setLinking] = useState(false)
  const mayExport = mayUser(user, 'export')
  const all = (format: ExportFormat) => {
    const query = { ...queryOf(answered.question), measures: answered.question.measures.join(','), format }
    return downloadExport(ANSWER, { query })
  }
  const onScreen = async (format: ExportFormat) => {
    if (shown)
      await saveTable(
        format,
        shown(),
        titleOf(answered.question),
        `${fileName(answered, user.scope)}_pantalla`,
      )
  }
  const groups = [
    ...(mayExport ? [{ title: text.exportAll, saveAs: all }] : []),
    ...(mayExport && shown ? [{ title: text.exportShown, saveAs: onScreen }] : []),
  ]
  if (groups.length === 0 && !onPicture) return null
  return (
    <>
      <Text role="status" span c="var(--gd-drop)" fz="xs">
        {hasFailed ? text.exportFailed : ''}
      </Text>
      <Dropdown
        label={text.exportAs}
        role="menu"
        button={(opener) => (
          <Opener {...opener} word={isSaving ? text.exporting : text.exportAs} disabled={isSaving} />
        )}
      >
        {(close) => {
          const item = (label: string, onPick: () => void) => (
            <MenuItem key={label} close={close} onPick={onPick}>
              {label}
            </MenuItem>
          )
          return (
            <>
              {groups.map(({ title, saveAs }) => (
                // biome-ignore lint/a11y/useSemanticElements: a menu has no fieldset
                <div key={title} role="group" aria-label={title}>
                  <Text c="dimmed" fz="xs" fw={500} pt={6} pb={2} px={10} aria-hidden>
                    {title}
                  </Text>
                  {item(text.csv, () => void save(() => saveAs('csv')))}
                  {item(text.xlsx, () => void save(() => saveAs('xlsx')))}
                </div>
              ))}
              {onPicture ? item(text.png, () => void save(onPicture)) : null}
              {mayExport ? item(text.dataLink, () => setLinking(true)) : null}
              {mayExport
                ? item(text.delivery, () => void router.navigate({ href: deliveryHref(answered.question) }))
                : null}
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

const Opener = ({ word, ...button }: ComponentProps<typeof Button> & { word: string }) => (
  // On a phone the word is hidden.
  <Button {...button} frame="bordered" className={css.open} aria-label={word}>
    <IconDownload size={15} aria-hidden />
    <span className={css.word}>{word}</span>
    <IconChevronDown size={13} aria-hidden />
  </Button>
)
