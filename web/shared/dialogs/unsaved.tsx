// Asks before a form with changes is left: by its own buttons, a link, the browser's back, or closing the window.
import { Group } from '@mantine/core'
import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router'
import { type MouseEvent, useState } from 'react'
import { entryOf } from '#contract/entry.ts'
import { Button } from '#web/ui/button.tsx'
import shared from '#web/ui/shared.module.css'
import { dialogText as text } from '../text.ts'

/** What a person chooses with a click, beside the fields in which they type. */
const CHOICES = '[role="option"], [role="radio"], [aria-pressed]'

interface Leaving {
  onLeave?: () => void
  /** Beside another path; other search parameters leave a form where it is. */
  isLeftBy?: (step: Step) => boolean
}

export type Step = Parameters<ShouldBlockFn>[0]

/** Whether one of these search parameters changes. */
export const changesOf =
  (...params: readonly string[]) =>
  ({ current, next }: Step): boolean =>
    params.some((name) => entryOf(current.search, name) !== entryOf(next.search, name))

interface Typing extends Leaving {
  /** Nothing is asked while the changes are being saved, and after they were. */
  saving: { isPending: boolean; isError: boolean }
}

/** `watch` goes onto the form; the rest as `useLeaving`. */
export function useUnsaved({ saving: { isPending, isError }, ...leaving }: Typing) {
  const [isTouched, setTouched] = useState(false)
  const [wasPending, setWasPending] = useState(isPending)
  if (wasPending !== isPending) {
    setWasPending(isPending)
    if (wasPending && !isError) setTouched(false)
  }
  return {
    watch: {
      onChange: () => setTouched(true),
      onClick: ({ target }: MouseEvent) => {
        if (target instanceof Element && target.closest(CHOICES)) setTouched(true)
      },
    },
    ...useLeaving(isTouched && !isPending, leaving),
  }
}

/** `leave` goes onto what closes a form; `question` is null until somebody leaves unsaved changes. */
export function useLeaving(isUnsaved: boolean, { onLeave, isLeftBy }: Leaving = {}) {
  const [isLeaving, setLeaving] = useState(false)
  const blocked = useBlocker({
    shouldBlockFn: (step) =>
      isUnsaved && (step.current.pathname !== step.next.pathname || isLeftBy?.(step) === true),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  })
  const stay = () => {
    setLeaving(false)
    blocked.reset?.()
  }
  const discard = () => (blocked.status === 'blocked' ? blocked.proceed() : onLeave?.())
  return {
    leave: () => (isUnsaved ? setLeaving(true) : onLeave?.()),
    stay,
    question: isLeaving || blocked.status === 'blocked' ? <Question stay={stay} discard={discard} /> : null,
  }
}

const Question = ({ stay, discard }: { stay: () => void; discard: () => void }) => (
  <div role="alertdialog" aria-label={text.unsaved}>
    <p className={shared.message}>{text.unsaved}</p>
    <Group justify="flex-end" gap={8} mt={12}>
      <Button frame="bordered" tall onClick={discard}>
        {text.discard}
      </Button>
      <Button frame="filled" tall onClick={stay} autoFocus>
        {text.stay}
      </Button>
    </Group>
  </div>
)
