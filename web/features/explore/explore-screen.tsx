// Explorar: any question, asked by choosing fields.
import { Flex } from '@mantine/core'
import { IconListDetails, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { type Asked, useAnswer, useAsked } from './address.ts'
import css from './explore-screen.module.css'
import { FieldsPanel } from './fields-panel.tsx'
import { PartialPeriod } from './partial-period.tsx'
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
            <QuestionBar asked={asked} answered={state.data} />
            <PartialPeriod asked={asked} answered={state.data} />
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
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button frame="bordered" className={css.open} onClick={() => setOpen(true)} data-no-print>
        <IconListDetails size={15} aria-hidden />
        {text.fields}
      </Button>
      <Drawer style={{ width: 'min(320px, 88vw)' }} label={text.fields} open={open} onClose={close}>
        <Flex direction="column" gap={10} h="100%" p={14}>
          <Flex align="center" justify="space-between">
            <b>{text.fields}</b>
            <IconButton label={text.closeFields} onClick={close}>
              <IconX size={18} aria-hidden />
            </IconButton>
          </Flex>
          <FieldsPanel asked={asked} />
        </Flex>
      </Drawer>
    </>
  )
}
