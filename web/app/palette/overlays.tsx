// Ctrl K and ? on every screen. Loads the palette and the list of shortcuts on first use.
import { useHotkeys } from '@mantine/hooks'
import { type ComponentType, memo, useEffect, useState } from 'react'
import { NetworkError } from '#web/api/errors.ts'
import { setFlash } from '../flash-message.ts'
import { loadChunk } from '../load-chunk.ts'
import { text } from '../text.ts'
import { showOverlay, useOverlay } from './palette-state.ts'

type Code = ComponentType<{ open: boolean; onClose: () => void }>

const palette = loadChunk(() => import('./palette.tsx'))
const shortcuts = loadChunk(() => import('./shortcuts.tsx'))

const close = () => showOverlay(null)

/** The overlay's component once loaded; a failure closes the overlay and shows a message. */
function useCode(load: () => Promise<{ default: Code }>, needed: boolean): Code | null {
  const [code, setCode] = useState<Code | null>(null)
  useEffect(() => {
    if (!needed || code) return
    load().then(
      (loaded) => setCode(() => loaded.default),
      (error) => {
        close()
        setFlash(error instanceof NetworkError ? text.noOverlay : text.newVersion, '')
      },
    )
  }, [load, needed, code])
  return code
}

export const Overlays = memo(function Overlays() {
  const overlay = useOverlay()
  const Palette = useCode(palette, overlay === 'palette')
  const Shortcuts = useCode(shortcuts, overlay === 'shortcuts')
  // The empty list of ignored tags keeps the shortcut active in text fields.
  useHotkeys([['mod+K', () => showOverlay(overlay === 'palette' ? null : 'palette')]], [])
  useHotkeys([['shift+?', () => showOverlay('shortcuts')]])
  return (
    <>
      {Palette ? <Palette open={overlay === 'palette'} onClose={close} /> : null}
      {Shortcuts ? <Shortcuts open={overlay === 'shortcuts'} onClose={close} /> : null}
    </>
  )
})
