// Pins in their order. A handle moves a pin by pointer or by keyboard; each move is announced.

import { type PointerEvent, useState } from 'react'
import type { Board, Pin } from '#contract/boards.ts'
import { bodyOf, failureText, knownBoard, useSaveBoard } from '#web/shared/boards/boards.ts'
import { Notice } from '#web/ui/message.tsx'
import { moveFocusFromRow } from '#web/ui/states.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import css from './board.module.css'
import { moved, nextSize, placeAfter } from './order.ts'
import { PinCard } from './pin-card.tsx'
import { text } from './text.ts'

/** Pins as changed here, until the server's board includes the change. */
function usePins(board: Board) {
  const [draft, setDraft] = useState<readonly Pin[] | null>(null)
  const save = useSaveBoard()
  const pins = draft ?? board.pins
  const store = (next: readonly Pin[]) => {
    setDraft(next)
    save.mutate(() => bodyOf(knownBoard(board.id) ?? board, next), { onSettled: () => setDraft(null) })
  }
  return { pins, setDraft, store, save }
}

/** The pin under the pointer. */
const pinAt = ({ clientX, clientY }: { clientX: number; clientY: number }): string | undefined =>
  document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-pin]')?.dataset.pin

export function BoardGrid({ board }: { board: Board }) {
  const { pins, setDraft, store, save } = usePins(board)
  const [moving, setMoving] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const tellPlace = (next: readonly Pin[], { id, title }: Pin) =>
    setSaid(text.moved(title, next.findIndex((one) => one.id === id) + 1, next.length))

  const onKey = (pin: Pin, key: string): boolean => {
    const at = pins.indexOf(pin)
    const to = placeAfter(key, at, pins.length)
    if (to === null) return false
    if (to === at) return true
    const next = moved(pins, at, to)
    store(next)
    tellPlace(next, pin)
    return true
  }

  const onGrab = (pin: Pin) => (event: PointerEvent<HTMLButtonElement>) => {
    if (event.button !== 0) return
    const handle = event.currentTarget
    handle.setPointerCapture(event.pointerId)
    setMoving(pin.id)
    let next: readonly Pin[] = pins
    const follow = (pointer: globalThis.PointerEvent) => {
      const over = next.findIndex(({ id }) => id === pinAt(pointer))
      const at = next.findIndex(({ id }) => id === pin.id)
      if (over < 0 || over === at) return
      next = moved(next, at, over)
      setDraft(next)
    }
    const ending = new AbortController()
    const { signal } = ending
    const end = (isDropped: boolean) => () => {
      ending.abort()
      setMoving(null)
      if (!isDropped || next === pins) return setDraft(null)
      store(next)
      tellPlace(next, pin)
    }
    handle.addEventListener('pointermove', follow, { signal })
    handle.addEventListener('pointerup', end(true), { signal })
    handle.addEventListener('pointercancel', end(false), { signal })
  }

  const change = (pin: Pin, part: Partial<Pin>, words: string) => {
    store(pins.map((one) => (one.id === pin.id ? { ...one, ...part } : one)))
    setSaid(words)
  }

  return (
    <>
      <Notice tone="warning" onClose={save.reset}>
        {save.isError ? failureText(save.error) : null}
      </Notice>
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
      <div className={css.grid}>
        {pins.map((pin) => (
          <PinCard
            key={pin.id}
            boardId={board.id}
            pin={pin}
            editable={board.editable}
            isMoving={pin.id === moving}
            onKey={(key) => onKey(pin, key)}
            onGrab={onGrab(pin)}
            onResize={() => {
              const size = nextSize(pin.size)
              change(pin, { size }, text.resized(pin.title, text.sizes[size]))
            }}
            onRemove={() => {
              moveFocusFromRow(document.querySelector(`[data-pin="${CSS.escape(pin.id)}"]`))
              store(pins.filter(({ id }) => id !== pin.id))
              setSaid(text.unpinned(pin.title))
            }}
          />
        ))}
      </div>
    </>
  )
}
