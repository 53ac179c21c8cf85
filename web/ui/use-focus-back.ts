// Restores the focus when an overlay closes.
import { useEffect, useState } from 'react'
import { focusOn } from './states.tsx'

/** For overlays that are mounted open: Mantine restores the focus only when `opened` changes. */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement)
  const [panel] = useState(() => before?.closest('section'))
  useEffect(
    () => () => {
      // After the overlay is gone, and only if nothing else has taken the focus.
      setTimeout(() => {
        const lost = document.activeElement === null || document.activeElement === document.body
        if (!lost || !(before instanceof HTMLElement)) return
        // A dialog that removed its row returns to the panel that had it.
        const rest = panel?.isConnected ? panel : document.querySelector('main')
        if (before.isConnected) before.focus({ preventScroll: true })
        else if (rest) focusOn(rest)
      })
    },
    [before, panel],
  )
}
