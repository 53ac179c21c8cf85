// A pin: its question's answer, with the handles that move, resize and remove it.
import { Flex, Text } from '@mantine/core'
import { IconArrowsDiagonal, IconGripVertical, IconX } from '@tabler/icons-react'
import type { PointerEvent } from 'react'
import { EXPLORE_PATH } from '#contract/address.ts'
import type { Pin } from '#contract/boards.ts'
import type { Question } from '#contract/questions/question.ts'
import { questionOf } from '#web/shared/questions/question-words.ts'
import { whyParam } from '#web/shared/why/why-address.ts'
import { IconButton } from '#web/ui/button.tsx'
import { PageLink } from '#web/ui/links.tsx'
import css from './board.module.css'
import { PinContent } from './pin-content.tsx'
import { text } from './text.ts'

export interface PinCardProps {
  readonly boardId: number
  readonly pin: Pin
  readonly editable: boolean
  readonly isMoving: boolean
  readonly onKey: (key: string) => boolean
  readonly onGrab: (event: PointerEvent<HTMLButtonElement>) => void
  readonly onResize: () => void
  readonly onRemove: () => void
}

const VIEWS = { card: 'table', table: 'table', lines: 'chart', bars: 'chart', heat: 'chart' } as const

export function PinCard({
  boardId,
  pin,
  editable,
  isMoving,
  onKey,
  onGrab,
  onResize,
  onRemove,
}: PinCardProps) {
  const question = questionOf(pin.question).question
  const { title } = pin
  const why = whyOf(question)
  return (
    <article
      className={css.pin}
      data-pin={pin.id}
      data-size={pin.size}
      data-moving={isMoving || undefined}
      aria-label={title}
    >
      <Flex component="header" align="center" gap={4} mih={28}>
        {editable ? (
          <IconButton
            className={css.grip}
            label={text.move(title)}
            onPointerDown={onGrab}
            onKeyDown={(event) => {
              if (onKey(event.key)) event.preventDefault()
            }}
            data-no-print
          >
            <IconGripVertical size={16} aria-hidden />
          </IconButton>
        ) : null}
        <h2 className={css.pinTitle}>
          <PageLink href={`${EXPLORE_PATH}?${pin.question}&view=${VIEWS[pin.show]}`} label={text.open(title)}>
            {title}
          </PageLink>
        </h2>
        {why ? (
          <Text span flex="none" c="var(--gd-accent-text)" fz="xs" data-no-print>
            <PageLink href={`/analysis/board?board=${boardId}&why=${encodeURIComponent(why)}`}>
              {text.why}
            </PageLink>
          </Text>
        ) : null}
        {editable ? (
          <>
            <IconButton label={text.resize(title)} onClick={onResize} data-no-print>
              <IconArrowsDiagonal size={15} aria-hidden />
            </IconButton>
            <IconButton label={text.unpin(title)} onClick={onRemove} data-no-print>
              <IconX size={15} aria-hidden />
            </IconButton>
          </>
        ) : null}
      </Flex>
      <PinContent pin={pin} question={question} />
    </article>
  )
}

/** The question why the first measure changed; null for a question without a comparison. */
function whyOf({ measures, compare, period, where }: Question): string | null {
  const [measure] = measures
  return measure && compare !== 'none' ? whyParam({ measure, compare, period, where }) : null
}
