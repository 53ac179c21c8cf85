// The month on screen and, hidden behind it, its neighbours drawn ahead: a step to one of them only shows it.
import { useRouterState } from '@tanstack/react-router'
import {
  memo,
  type ReactNode,
  startTransition,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Month } from '#contract/month.ts'
import { MonthOf, useAskedMonth } from '#web/api/month.ts'
import type { Screen } from '#web/api/screen.ts'
import { idle, savesData } from '../after.ts'
import { bare, deckAt, newDeck, touch, withNeighbour } from './deck.ts'
import { leaving } from './leaving.ts'
import classes from './month-deck.module.css'
import { type Come, Neighbours } from './neighbours.tsx'

/** Without it a hidden sheet would be read aloud and found by the keyboard. */
const canHide = () => CSS.supports('content-visibility', 'hidden')

/** By then what follows the first paint of a screen has followed. */
const FILLED_MS = 500

interface Address {
  readonly pathname: string
  readonly search: object
}

const restOf = ({ search }: Address): string => JSON.stringify({ ...search, month: undefined })

export function MonthDeck({ screen, children }: { screen: Screen | undefined; children: ReactNode }) {
  const month = useAskedMonth()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const rest = useRouterState({ select: ({ location }) => restOf(location) })
  const [kept, setDeck] = useState(() => newDeck(path, rest, month))
  const deck = useMemo(() => deckAt(kept, path, rest, month), [kept, path, rest, month])
  const view = JSON.stringify([path, rest, month])
  const [come, setCome] = useState<Come>({ view: '', months: [] })

  const leaves = leaving.use() === path
  useEffect(() => {
    setDeck(deck)
    if (leaves) startTransition(() => setDeck(bare))
    if (leaves || come.view !== view || !canHide() || savesData()) return
    let wanted = true
    void idle().then(() => {
      if (wanted)
        startTransition(() => setDeck((now) => (now === deck ? withNeighbour(now, come.months) : now)))
    })
    return () => {
      wanted = false
    }
  }, [deck, view, come, leaves])

  const touched = useCallback(() => setDeck(touch), [])
  // What is fetched next is none of the step.
  const settled = useDeferredValue(useMemo(() => ({ view, month }), [view, month]))
  return (
    <div className={classes.deck}>
      {deck.sheets.map(({ id, month: own }) => (
        <Sheet key={id} month={own} shown={id === deck.shown} onTouch={touched}>
          {children}
        </Sheet>
      ))}
      <Neighbours screen={screen} month={settled.month} view={settled.view} onCome={setCome} />
    </div>
  )
}

interface SheetProps {
  readonly month: Month
  readonly shown: boolean
  readonly onTouch: () => void
  readonly children: ReactNode
}

const Sheet = memo(function Sheet({ month, shown, onTouch, children }: SheetProps) {
  const inside = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (shown) return
    // What is hidden is laid out only when somebody asks where it is.
    const timer = setTimeout(() => inside.current?.getBoundingClientRect(), FILLED_MS)
    return () => clearTimeout(timer)
  })
  return (
    <div
      className={classes.sheet}
      data-sheet={shown ? 'shown' : 'ahead'}
      onFocusCapture={onTouch}
      onPointerDownCapture={onTouch}
      onScrollCapture={onTouch}
    >
      <div className={classes.inside} ref={inside}>
        <MonthOf value={month}>{children}</MonthOf>
      </div>
    </div>
  )
})
