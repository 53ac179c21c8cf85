// Explorar: any question, asked by choosing fields.
import { Flex } from '@mantine/core'
import { IconListDetails, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Button, IconButton } from '#web/ui/button.tsx'
import shared from '#web/ui/shared.module.css'
import { type Asked, useAnswer, useAsked } from './address.ts'
import css from './explore-screen.module.css'
import { FieldsPanel } from './fields-panel.tsx'
import { PrerenderedResult } from './prerendered-result.tsx'
import { QuestionBar } from './question-bar.tsx'
import { Start } from './start.tsx'
import { text } from './text.ts'

export default function ExploreScreen() {
  const asked = useAsked()
  const { question, problems, shown, isAsked } = asked
  const canAsk = question.measures.length > 0 && problems.length === 0
  const state = useAnswer(question, shown, canAsk)
  return (
    <div className={css.screen}>
      <aside className={css.fields} aria-label={text.fields} data-no-print>
        <FieldsPanel asked={asked} />
      </aside>
      <Flex direction="column" gap={12} miw={0}>
        <FieldsDrawer asked={asked} />
        {isAsked ? (
          <>
            <QuestionBar asked={asked} period={state.data?.meta.period} />
            <PrerenderedResult asked={asked} state={state} />
          </>
        ) : (
          <Start />
        )}
      </Flex>
    </div>
  )
}

/** The fields on narrow screens. */
function FieldsDrawer({ asked }: { asked: Asked }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])
  return (
    <>
      <Button frame="bordered" className={css.open} onClick={() => setOpen(true)} data-no-print>
        <IconListDetails size={15} aria-hidden />
        {text.fields}
      </Button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a click outside closes the drawer; the dialog itself handles Escape */}
      <dialog
        ref={dialog}
        className={shared.drawer}
        style={{ width: 'min(320px, 88vw)' }}
        aria-label={text.fields}
        onClose={close}
        onClick={(event) => event.target === dialog.current && close()}
      >
        {open ? (
          <Flex direction="column" gap={10} h="100%" p={14}>
            <Flex align="center" justify="space-between">
              <b>{text.fields}</b>
              <IconButton label={text.closeFields} onClick={close}>
                <IconX size={18} aria-hidden />
              </IconButton>
            </Flex>
            <FieldsPanel asked={asked} />
          </Flex>
        ) : null}
      </dialog>
    </>
  )
}
