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
  /** The last view that table and address had in common. */
  const synced = useRef(address)

  /** What is typed and not in the address yet, and the screen that it belongs to. */
  const typing = useRef<{ readonly view: TableView; readonly path: string }>(undefined)

  const write = useStable(onView)
  const change = useStable((next: TableView) => {
    clearTimeout(timer.current)
    const typed = JSON.stringify(next.filters) !== JSON.stringify(shown.filters)
    startTransition(() => setShown(next))
    const navigate = (to: TableView) => {
      typing.current = undefined
      synced.current = textOf(to)
      write(to)
    }
    if (!typed) return navigate(next)
    const path = location.pathname
    typing.current = { view: next, path }
    write(next, true)
    // The user may have opened another screen, which must not get these filters.
    timer.current = setTimeout(
      () => location.pathname === path && navigate(typing.current?.view ?? next),
      PAUSE_MS,
    )
  })

  // Adopts an address from elsewhere: back, forward, a link. Text that is being typed on this screen outlives it.
  const adopt = useStable(() => {
    synced.current = address
    if (typing.current?.path === location.pathname) {
      const kept = { ...view, filters: typing.current.view.filters }
      typing.current = { ...typing.current, view: kept }
      return setShown(kept)
    }
    clearTimeout(timer.current)
    setShown(view)
  })
  useEffect(() => {
    if (address !== synced.current) adopt()
  }, [address, adopt])
  useEffect(() => () => clearTimeout(timer.current), [])
  return [shown, change]
}
