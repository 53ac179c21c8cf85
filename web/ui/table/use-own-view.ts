// The view of a table with client-side rows. Typing filters the rows at once; the router follows when typing pauses, because a
// navigation between two key presses is noticeable on slow machines.
import { startTransition, useEffect, useRef, useState } from 'react'
import { useStable } from '../use-stable.ts'
import type { TableView, WriteView } from './view.ts'

const PAUSE_MS = 600

const textOf = (view: TableView): string => JSON.stringify(view)

/** `view` is the view in the address and `onView` writes it. Returns the view that the table shows and its setter. */
export function useOwnView(view: TableView, onView: WriteView): [TableView, (view: TableView) => void] {
  const [shown, setShown] = useState(view)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const address = textOf(view)
  /** The last view on which table and address agreed. */
  const synced = useRef(address)

  const write = useStable(onView)
  const change = useStable((next: TableView) => {
    clearTimeout(timer.current)
    const typed = JSON.stringify(next.filters) !== JSON.stringify(shown.filters)
    startTransition(() => setShown(next))
    const navigate = () => {
      synced.current = textOf(next)
      write(next)
    }
    if (!typed) return navigate()
    const path = location.pathname
    write(next, true)
    // The user may have opened another screen, to which these filters must not be applied.
    timer.current = setTimeout(() => location.pathname === path && navigate(), PAUSE_MS)
  })

  // Adopts a view from the address: back, forward, a link.
  const adopt = useStable(() => {
    clearTimeout(timer.current)
    synced.current = address
    setShown(view)
  })
  useEffect(() => {
    if (address !== synced.current) adopt()
  }, [address, adopt])
  useEffect(() => () => clearTimeout(timer.current), [])
  return [shown, change]
}
