// Which of the two overlays is wanted; the frame knows only this switch, their code comes when first opened.
import { useSyncExternalStore } from 'react'

type Overlay = 'palette' | 'shortcuts' | null

let wanted: Overlay = null
const listeners = new Set<() => void>()

export function showOverlay(overlay: Overlay): void {
  wanted = overlay
  for (const listener of listeners) listener()
}

export const openPalette = (): void => showOverlay('palette')

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useOverlay = (): Overlay => useSyncExternalStore(subscribe, () => wanted)
