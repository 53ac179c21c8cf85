// Which overlay is open. The frame imports only this state; the overlays load on first use.
import { createStore } from '#web/api/create-store.ts'

type Overlay = 'palette' | 'shortcuts' | null

const overlay = createStore<Overlay>(null)

export const showOverlay = overlay.set

export const openPalette = (): void => showOverlay('palette')

export const overlayShown = overlay.get

export const useOverlay = overlay.use
