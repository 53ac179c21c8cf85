// Gives the keyboard back to where it was before something opened over the page. Touches React.
import { useEffect, useState } from 'react'

/** For what is drawn only while it is open: the library gives nothing back for what appears open and goes at once. */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // Not before it is gone, and not away from what has taken the focus meanwhile.
      setTimeout(() => {
        const lost = document.activeElement === null || document.activeElement === document.body
        if (lost && before instanceof HTMLElement) before.focus({ preventScroll: true })
      })
    },
    [before],
  )
}
