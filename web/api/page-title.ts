// The title of the page when it depends on data ("Distribuidora Norte"); without it the screen's own stands.
import { useEffect, useSyncExternalStore } from 'react'

let own: string | null = null
const listeners = new Set<() => void>()

function become(title: string | null): void {
  own = title
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Names the page after what it shows, for as long as the screen is open. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    become(title)
    return () => become(null)
  }, [title])
}

export const useOwnPageTitle = (): string | null => useSyncExternalStore(subscribe, () => own)
