// One-time notice that explains a redirect.
import { useRouterState } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { createStore } from '#web/api/create-store.ts'
import { sessionStore } from '#web/api/storage.ts'

const KEY = 'gondola.said'

interface Flash {
  readonly message: string
  /** Path of the redirect's target; the message stays on the first screen after it. */
  readonly from: string
  /** 'done': something was saved. */
  readonly tone: 'done' | 'warning'
}

const flash = createStore<Flash | null>(null)
let shownAt: string | null = null

function setCurrent(next: Flash | null): void {
  shownAt = null
  flash.set(next)
}

/** Going back in history may reload the page, so the message is stored until it has been shown. */
function store(next: Flash | null): void {
  if (next) sessionStore.setItem(KEY, JSON.stringify(next))
  else sessionStore.removeItem(KEY)
}

export function setFlash(message: string, from: string, tone: Flash['tone'] = 'warning'): void {
  const next = { message, from, tone }
  store(next)
  setCurrent(next)
}

function restore(): void {
  try {
    const stored: unknown = JSON.parse(sessionStore.getItem(KEY) ?? 'null')
    if (typeof stored !== 'object' || stored === null || !('message' in stored) || !('from' in stored)) return
    const tone = 'tone' in stored && stored.tone === 'done' ? 'done' : 'warning'
    setCurrent({ message: String(stored.message), from: String(stored.from), tone })
  } catch {
    // No valid message.
  }
}

restore()
// A page from the back-forward cache does not run its scripts again.
addEventListener('pageshow', ({ persisted }) => persisted && restore())

/** The notice to show until it is closed or another screen opens, and a function that closes it. */
export function useFlash(): readonly [Flash | null, () => void] {
  const now = flash.use()
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  useEffect(() => {
    if (!now || path === undefined || path === now.from) return
    if (shownAt === null) {
      shownAt = path
      store(null)
    } else if (shownAt !== path) setCurrent(null)
  }, [path, now])
  const close = useCallback(() => {
    store(null)
    setCurrent(null)
  }, [])
  return [now, close]
}
