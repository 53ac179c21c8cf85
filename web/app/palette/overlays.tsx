// Ctrl K and ? anywhere; loads the palette and the list of shortcuts when they are first wanted.
import { useHotkeys } from '@mantine/hooks'
import { lazy, Suspense, useRef } from 'react'
import { showOverlay, useOverlay } from './palette-state.ts'

const Palette = lazy(() => import('./palette.tsx'))
const Shortcuts = lazy(() => import('./shortcuts.tsx'))

export function Overlays() {
  const overlay = useOverlay()
  const seen = useRef(new Set<string>())
  if (overlay) seen.current.add(overlay)
  // Also while typing in a field: the palette is a way out of anywhere.
  useHotkeys([['mod+K', () => showOverlay(overlay === 'palette' ? null : 'palette')]], [])
  useHotkeys([['shift+?', () => showOverlay('shortcuts')]])
  const close = () => showOverlay(null)
  return (
    <Suspense>
      {seen.current.has('palette') ? <Palette open={overlay === 'palette'} onClose={close} /> : null}
      {seen.current.has('shortcuts') ? <Shortcuts open={overlay === 'shortcuts'} onClose={close} /> : null}
    </Suspense>
  )
}
