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
  useState,
} from 'react'
import type { Month } from '#contract/month.ts'
import { MonthOf, useAskedMonth } from '#web/api/month.ts'
import type { Screen } from '#web/api/screen.ts'
import { afterPaint } from '#web/ui/after-paint.ts'
import { DrawnAhead } from '#web/ui/use-painted.ts'
import { idle, savesData } from '../after.ts'
import { bare, deckAt, newDeck, touch, withNeighbour } from './deck.ts'
import { leaving } from './leaving.ts'
import classes from './month-deck.module.css'
import { type Come, Neighbours } from './neighbours.tsx'

/** Without it a sheet that is not seen would be read aloud and found by the keyboard. */
const canHide = () => 'inert' in HTMLElement.prototype

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
  // Each of its elements inherits it, so a step is seen first and settled then.
  const [inert, setInert] = useState(!shown)
  const [ahead] = useState(!shown)
  useEffect(() => {
    if (inert !== shown) return
    return afterPaint(() => setInert(!shown))
  }, [inert, shown])
  return (
    <div
      className={classes.sheet}
      data-sheet={shown ? 'shown' : 'ahead'}
      inert={inert}
      aria-hidden={inert}
      onFocusCapture={onTouch}
      onPointerDownCapture={onTouch}
      onScrollCapture={shown ? onTouch : undefined}
    >
      <div className={classes.inside}>
        <DrawnAhead value={ahead}>
          <MonthOf value={month}>{children}</MonthOf>
        </DrawnAhead>
      </div>
    </div>
  )
})
