// Ctrl K and ? anywhere; loads the palette and the list of shortcuts when they are first wanted.
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

/** The code once it was wanted; where it does not come, the screen stays and says so. */
function useCode(load: () => Promise<{ default: Code }>, wanted: boolean): Code | null {
  const [code, setCode] = useState<Code | null>(null)
  useEffect(() => {
    if (!wanted || code) return
    load().then(
      (loaded) => setCode(() => loaded.default),
      (error) => {
        close()
        setFlash(error instanceof NetworkError ? text.noOverlay : text.newVersion, '')
      },
    )
  }, [load, wanted, code])
  return code
}

export const Overlays = memo(function Overlays() {
  const overlay = useOverlay()
  const Palette = useCode(palette, overlay === 'palette')
  const Shortcuts = useCode(shortcuts, overlay === 'shortcuts')
  // Also while typing in a field: the palette is a way out of anywhere.
  useHotkeys([['mod+K', () => showOverlay(overlay === 'palette' ? null : 'palette')]], [])
  useHotkeys([['shift+?', () => showOverlay('shortcuts')]])
  return (
    <>
      {Palette ? <Palette open={overlay === 'palette'} onClose={close} /> : null}
      {Shortcuts ? <Shortcuts open={overlay === 'shortcuts'} onClose={close} /> : null}
    </>
  )
})
