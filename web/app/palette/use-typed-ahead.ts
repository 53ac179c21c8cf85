import { useEffect, useState } from 'react'

/** What was typed while the palette is open and its field not there yet: it loads on first use, and pages have keys of their own. */
export function useTypedAhead(isOpen: boolean): string {
  const [typed, setTyped] = useState('')
  useEffect(() => {
    if (!isOpen) return
    let ahead = ''
    let isTaken = false
    const keep = (event: KeyboardEvent) => {
      const field = event.target
      const isField = field instanceof HTMLInputElement && field.closest('[role=dialog]') !== null
      if (isField && (ahead === '' || field.value === ahead)) isTaken = true
      if (isTaken || event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1) return
      event.preventDefault()
      event.stopImmediatePropagation()
      ahead += event.key
      setTyped(ahead)
    }
    window.addEventListener('keydown', keep, { capture: true })
    return () => {
      window.removeEventListener('keydown', keep, { capture: true })
      setTyped('')
    }
  }, [isOpen])
  return typed
}
