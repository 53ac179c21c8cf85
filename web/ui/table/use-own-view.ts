// The view of a table whose rows are all here: what is typed is shown first, the page is drawn from its address when the
// typing pauses, since that is felt between two keys on a slow notebook.
import { startTransition, useEffect, useRef, useState } from 'react'
import { useStable } from '../use-stable.ts'
import type { TableView, WriteView } from './view.ts'

const PAUSE_MS = 600

const textOf = (view: TableView): string => JSON.stringify(view)

/** `view` is the address's and `onView` writes it; the pair given back is what the table shows and how it is changed. */
export function useOwnView(view: TableView, onView: WriteView): [TableView, (view: TableView) => void] {
  const [shown, setShown] = useState(view)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const address = textOf(view)
  /** The last one that both agreed on. */
  const agreed = useRef(address)

  const write = useStable(onView)
  const change = useStable((next: TableView) => {
    clearTimeout(timer.current)
    const typed = JSON.stringify(next.filters) !== JSON.stringify(shown.filters)
    startTransition(() => setShown(next))
    const follow = () => {
      agreed.current = textOf(next)
      write(next)
    }
    if (!typed) return follow()
    const path = location.pathname
    write(next, true)
    // Whoever has left meanwhile stands at an address that these filters are none of.
    timer.current = setTimeout(() => location.pathname === path && follow(), PAUSE_MS)
  })

  // Another address than the one written: back, forward, a link.
  const adopt = useStable(() => {
    clearTimeout(timer.current)
    agreed.current = address
    setShown(view)
  })
  useEffect(() => {
    if (address !== agreed.current) adopt()
  }, [address, adopt])
  useEffect(() => () => clearTimeout(timer.current), [])
  return [shown, change]
}
