// Restores the focus when an overlay closes.
import { useEffect, useState } from 'react'
import { focusOn } from './states.tsx'

function focusedNow() {
  const element = document.activeElement
  return { element, panel: element?.closest('section') }
}

/** Where the focus was before an overlay that is being replaced by another, such as a form by its result. */
let replaced: ReturnType<typeof focusedNow> | undefined

/** For overlays that are mounted open: Mantine restores the focus only when `opened` changes. */
export function useFocusBack(): void {
  const [atOpening] = useState(focusedNow)
  useEffect(() => {
    const before = replaced ?? atOpening
    replaced = undefined
    return () => {
      replaced = before
      // After the overlay is gone, and only if nothing else has taken the focus.
      setTimeout(() => {
        if (replaced !== before) return
        replaced = undefined
        const { element, panel } = before
        const lost = document.activeElement === null || document.activeElement === document.body
        if (!lost || !(element instanceof HTMLElement)) return
        // A dialog that removed its row returns to the panel that had it.
        const rest = panel?.isConnected ? panel : document.querySelector('main')
        if (element.isConnected) element.focus({ preventScroll: true })
        else if (rest) focusOn(rest)
      })
    }
  }, [atOpening])
}
