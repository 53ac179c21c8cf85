// Restores the focus when an overlay closes.
import { useEffect, useState } from 'react'

/** For overlays that are mounted open: Mantine restores the focus only when `opened` changes. */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // After the overlay is gone, and only if nothing else has taken the focus.
      setTimeout(() => {
        const lost = document.activeElement === null || document.activeElement === document.body
        if (lost && before instanceof HTMLElement) before.focus({ preventScroll: true })
      })
    },
    [before],
  )
}
