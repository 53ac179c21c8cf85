// What the frame says once, above the screen to which somebody was led: why it is not the one that was asked for.
import { useRouterState } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { createStore } from '#web/api/create-store.ts'

const KEY = 'gondola.said'

interface Said {
  readonly words: string
  /** Path that was left; the words stay on the first one after it. */
  readonly from: string
}

const said = createStore<Said | null>(null)
let shownAt: string | null = null

function become(next: Said | null): void {
  shownAt = null
  said.set(next)
}

/** A step back in history may load the page anew: what is to be said is kept until it was. */
function stored(next: Said | null): void {
  try {
    if (next) sessionStorage.setItem(KEY, JSON.stringify(next))
    else sessionStorage.removeItem(KEY)
  } catch {
    // Without storage it is said where the page stays, and nowhere else.
  }
}

export function setFlash(words: string, from: string): void {
  const next = { words, from }
  stored(next)
  become(next)
}

function takeStored(): void {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('words' in kept) || !('from' in kept)) return
    become({ words: String(kept.words), from: String(kept.from) })
  } catch {
    // Nothing that could be said.
  }
}

takeStored()
// A page that the browser kept as it was is not loaded anew.
addEventListener('pageshow', ({ persisted }) => persisted && takeStored())

/** The words to show, until they are closed or another screen opens. */
export function useFlash(): readonly [string | null, () => void] {
  const now = said.use()
  const words = now?.words ?? null
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  useEffect(() => {
    if (!now || path === undefined || path === now.from) return
    if (shownAt === null) {
      shownAt = path
      stored(null)
    } else if (shownAt !== path) become(null)
  }, [path, now])
  const close = useCallback(() => {
    stored(null)
    become(null)
  }, [])
  return [words, close]
}
