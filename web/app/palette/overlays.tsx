// Ctrl K and ? on every screen. Loads the palette and the list of shortcuts on first use.
import { useHotkeys } from '@mantine/hooks'
import { memo } from 'react'
import { loadChunk } from '../load-chunk.ts'
import { useCode } from '../use-code.ts'
import { showOverlay, useOverlay } from './palette-state.ts'

const palette = loadChunk(() => import('./palette.tsx'))
const shortcuts = loadChunk(() => import('./shortcuts.tsx'))

const close = () => showOverlay(null)

export const Overlays = memo(function Overlays() {
  const overlay = useOverlay()
  const Palette = useCode(palette, overlay === 'palette', close)
  const Shortcuts = useCode(shortcuts, overlay === 'shortcuts', close)
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
