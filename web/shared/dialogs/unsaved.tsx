// Asks before a form with changes is left: by its own buttons, a link, the browser's back, or closing the window.
import { Group } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { type MouseEvent, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import shared from '#web/ui/shared.module.css'
import { dialogText as text } from '../text.ts'

/** What a person chooses with a click, beside the fields in which they type. */
const CHOICES = '[role="option"], [role="radio"], [aria-pressed]'

interface Leaving {
  /** Nothing is asked while the changes are being saved, and after they were. */
  saving: { isPending: boolean; isError: boolean }
  onLeave?: () => void
}

/** `watch` goes onto the form, `leave` onto what closes it; `question` is null until somebody leaves unsaved changes. */
export function useUnsaved({ saving: { isPending, isError }, onLeave }: Leaving) {
  const [isTouched, setTouched] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const [wasPending, setWasPending] = useState(isPending)
  if (wasPending !== isPending) {
    setWasPending(isPending)
    if (wasPending && !isError) setTouched(false)
  }
  const isUnsaved = isTouched && !isPending
  const blocked = useBlocker({
    // A search parameter leaves the form where it is.
    shouldBlockFn: ({ current, next }) => isUnsaved && current.pathname !== next.pathname,
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  })
  const stay = () => {
    setLeaving(false)
    blocked.reset?.()
  }
  const discard = () => (blocked.status === 'blocked' ? blocked.proceed() : onLeave?.())
  return {
    watch: {
      onChange: () => setTouched(true),
      onClick: ({ target }: MouseEvent) => {
        if (target instanceof Element && target.closest(CHOICES)) setTouched(true)
      },
    },
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
