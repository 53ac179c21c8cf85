// The view of a table with client-side rows. Typing filters the rows at once; the router follows when typing pauses, because a
// navigation between two key presses is noticeable on slow machines.
import { startTransition, useEffect, useRef, useState } from 'react'
import { useStable } from '../use-stable.ts'
import type { ChangeView, TableView, ViewChange } from './view.ts'

const PAUSE_MS = 600

const textOf = (view: TableView): string => JSON.stringify(view)

/** `view` is the view in the address and `onView` changes it. Returns the view that the table shows and a function to change it. */
export function useOwnView(view: TableView, onView: ChangeView): [TableView, ChangeView] {
  const [shown, setShown] = useState(view)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const address = textOf(view)
  /** The last view on which table and address agreed. */
  const synced = useRef(address)

  /** The last view asked for, which may not be rendered yet. */
  const wanted = useRef(view)

  const write = useStable(onView)
  const change = useStable((apply: ViewChange) => {
    clearTimeout(timer.current)
    const before = wanted.current
    const next = apply(before)
    wanted.current = next
    const typed = JSON.stringify(next.filters) !== JSON.stringify(before.filters)
    startTransition(() => setShown(next))
    const navigate = () => {
      synced.current = textOf(next)
      write(() => next)
    }
    if (!typed) return navigate()
    const path = location.pathname
    write(() => next, true)
    // The user may have opened another screen, to which these filters must not be applied.
    timer.current = setTimeout(() => location.pathname === path && navigate(), PAUSE_MS)
  })

  // Adopts a view from the address: back, forward, a link.
  const adopt = useStable(() => {
    clearTimeout(timer.current)
    synced.current = address
    wanted.current = view
    setShown(view)
  })
  useEffect(() => {
    if (address !== synced.current) adopt()
  }, [address, adopt])
  useEffect(() => () => clearTimeout(timer.current), [])
  return [shown, change]
}
