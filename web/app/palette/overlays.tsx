// Ctrl K and ? on every screen. Loads the palette and the list of shortcuts on first use.
import { useHotkeys } from '@mantine/hooks'
import { memo } from 'react'
import { loadChunk } from '../load-chunk.ts'
import { useCode } from '../use-code.ts'
import { showOverlay, useOverlay } from './palette-state.ts'
import { useTypedAhead } from './use-typed-ahead.ts'

const palette = loadChunk(() => import('./palette.tsx'))
const shortcuts = loadChunk(() => import('./shortcuts.tsx'))

const close = () => showOverlay(null)

export const Overlays = memo(function Overlays() {
  const overlay = useOverlay()
  const isSearch = overlay === 'palette'
  const Palette = useCode(palette, isSearch, close)
  const typed = useTypedAhead(isSearch)
  const Shortcuts = useCode(shortcuts, overlay === 'shortcuts', close)
  // The empty list of ignored tags keeps the shortcut active in text fields.
  useHotkeys([['mod+K', () => showOverlay(isSearch ? null : 'palette')]], [])
  useHotkeys([['shift+?', () => showOverlay('shortcuts')]])
  return (
    <>
      {Palette ? <Palette open={isSearch} onClose={close} typed={typed} /> : null}
      {Shortcuts ? <Shortcuts open={overlay === 'shortcuts'} onClose={close} /> : null}
    </>
  )
})
