// Which of the two overlays is wanted; the frame knows only this switch, their code comes when first opened.
import { held } from '#web/api/held.ts'

type Overlay = 'palette' | 'shortcuts' | null

const wanted = held<Overlay>(null)

export const showOverlay = wanted.set

export const openPalette = (): void => showOverlay('palette')

export const overlayShown = wanted.get

export const useOverlay = wanted.use
