// Prerenders the neighbouring months of a screen in transparent layers, so that a month step changes only two opacities.
// Reason: a step has a budget of 60 ms (processor 4 times slower). Rendering the screen again takes about twice as much CPU time
// as showing a layer and misses the budget; <Activity> is no faster, because it hides with `display: none` and the step has to
// lay out and paint the whole screen.
import { useRouterState } from '@tanstack/react-router'
import { memo, type ReactNode, startTransition, useCallback, useEffect, useState } from 'react'
import type { Month } from '#contract/month.ts'
import { MonthContext, useMonth, useMonthInAddress } from '#web/api/month.ts'
import type { Screen } from '#web/api/screen.ts'
import { idle } from '../after.ts'
import classes from './prerendered-months.module.css'
import { usePrefetchedNeighbours } from './use-prefetched-neighbours.ts'

interface Layer {
  readonly id: number
  readonly month: Month
}

interface Layers {
  /** Path and search parameters without the month. */
  readonly view: string
  readonly all: readonly Layer[]
  readonly shown: number
  /** The user changed something on the screen that its neighbours do not show: steps render the screen again. */
  readonly touched: boolean
}

const viewOf = ({ pathname, search }: { pathname: string; search: object }): string =>
  JSON.stringify([pathname, { ...search, month: undefined }])

const shownAlone = (layers: Layers, month: Month): Layers => ({
  ...layers,
  all: [{ id: layers.shown, month }],
})

/** Shows the layer of the month, or renders the shown layer again where there is none. */
function layersFor(layers: Layers, view: string, month: Month): Layers {
  if (layers.view !== view) return { ...shownAlone(layers, month), view, touched: false }
  const layer = layers.all.find((other) => other.month === month)
  if (!layer) return shownAlone(layers, month)
  return layer.id === layers.shown ? layers : { ...layers, shown: layer.id }
}

/** Adds one missing neighbour, reusing the layer of a month that is no neighbour any more. */
function withNeighbour(layers: Layers, neighbours: readonly Month[]): Layers {
  const missing = neighbours.find((month) => layers.all.every((layer) => layer.month !== month))
  if (layers.touched || !missing) return layers
  const spare = layers.all.find(({ id, month }) => id !== layers.shown && !neighbours.includes(month))
  const id = spare?.id ?? 1 + Math.max(...layers.all.map((layer) => layer.id))
  return { ...layers, all: [...layers.all.filter((layer) => layer !== spare), { id, month: missing }] }
}

export function PrerenderedMonths({ screen, children }: { screen: Screen | undefined; children: ReactNode }) {
  const month = useMonth()
  const monthInAddress = useMonthInAddress()
  const view = useRouterState({ select: ({ location }) => viewOf(location) })
  const neighbours = usePrefetchedNeighbours(screen, month)
  const [state, setLayers] = useState<Layers>({ view, all: [{ id: 0, month }], shown: 0, touched: false })
  const layers = layersFor(state, view, month)
  if (layers !== state) setLayers(layers)

  useEffect(() => {
    let current = true
    const add = (now: Layers) => (current && now === layers ? withNeighbour(now, neighbours) : now)
    void idle().then(() => startTransition(() => setLayers(add)))
    return () => {
      current = false
    }
  }, [layers, neighbours])

  const touch = useCallback(
    () =>
      setLayers((now) => {
        const shown = now.all.find(({ id }) => id === now.shown)
        return now.touched || !shown ? now : { ...shownAlone(now, shown.month), touched: true }
      }),
    [],
  )
  return (
    <div className={classes.stack}>
      {layers.all.map(({ id, month: own }) => (
        <MonthLayer
          key={id}
          month={own}
          shown={id === layers.shown}
          // Every element inherits it, so it changes with the address, after the paint.
          inert={own !== monthInAddress}
          onTouch={touch}
        >
          {children}
        </MonthLayer>
      ))}
    </div>
  )
}

interface MonthLayerProps {
  readonly month: Month
  readonly shown: boolean
  readonly inert: boolean
  readonly onTouch: () => void
  readonly children: ReactNode
}

const MonthLayer = memo(function MonthLayer({ month, shown, inert, onTouch, children }: MonthLayerProps) {
  return (
    <div
      className={classes.month}
      data-layer={shown ? 'shown' : 'prerendered'}
      inert={inert}
      aria-hidden={inert}
      onFocusCapture={onTouch}
      onKeyDownCapture={onTouch}
      onPointerDownCapture={onTouch}
      onScrollCapture={shown ? onTouch : undefined}
    >
      <MonthContext value={month}>{children}</MonthContext>
    </div>
  )
})
