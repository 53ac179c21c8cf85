// Which of the two overlays is wanted; the frame knows only this switch, their code comes when first opened.
import { createStore } from '#web/api/create-store.ts'

type Overlay = 'palette' | 'shortcuts' | null

const wanted = createStore<Overlay>(null)

export const showOverlay = wanted.set

export const openPalette = (): void => showOverlay('palette')

export const overlayShown = wanted.get

export const useOverlay = wanted.use
