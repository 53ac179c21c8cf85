// Prerenders the neighbours of what is on screen in transparent layers, so that a step changes only two opacities.
// Reason: a step has a budget of 60 ms (processor 4 times slower). Rendering the screen again takes about twice as much CPU time
// as showing a layer and misses the budget; <Activity> is no faster, because it hides with `display: none` and the step has to
// lay out and paint the whole screen.
import { memo, type ReactNode, startTransition, useCallback, useEffect, useState } from 'react'
import { idle } from './paint.ts'
import classes from './prerendered.module.css'

interface Layer {
  readonly id: number
  readonly step: string
}

interface Layers {
  readonly view: string
  readonly all: readonly Layer[]
  readonly shown: number
  /** The user changed something that the neighbours do not show, so a step renders the screen again instead of showing one. */
  readonly touched: boolean
}

const shownAlone = (layers: Layers, step: string): Layers => ({
  ...layers,
  all: [{ id: layers.shown, step }],
})

/** Shows the layer of the step; if there is none, renders the shown layer again. */
function layersFor(layers: Layers, view: string, step: string): Layers {
  if (layers.view !== view) return { ...shownAlone(layers, step), view, touched: false }
  const layer = layers.all.find((other) => other.step === step)
  if (!layer) return shownAlone(layers, step)
  return layer.id === layers.shown ? layers : { ...layers, shown: layer.id }
}

/** Adds one missing neighbour, reusing the layer of a step that is no longer a neighbour. */
function withNeighbour(layers: Layers, neighbours: readonly string[]): Layers {
  const missing = neighbours.find((step) => layers.all.every((layer) => layer.step !== step))
  if (layers.touched || missing === undefined) return layers
  const spare = layers.all.find(({ id, step }) => id !== layers.shown && !neighbours.includes(step))
  const id = spare?.id ?? 1 + Math.max(...layers.all.map((layer) => layer.id))
  return { ...layers, all: [...layers.all.filter((layer) => layer !== spare), { id, step: missing }] }
}

interface PrerenderedProps<Step extends string> {
  /** Everything on screen except the step; a different view has different neighbours. */
  view: string
  step: Step
  /** The step in the address, which changes after the paint. */
  stepInAddress: Step
  neighbours: readonly Step[]
  /** Must be stable: a new function renders every layer again. */
  children: (step: Step) => ReactNode
}

export function Prerendered<Step extends string>(props: PrerenderedProps<Step>) {
  const { view, step, stepInAddress, neighbours, children } = props
  const [state, setLayers] = useState<Layers>({ view, all: [{ id: 0, step }], shown: 0, touched: false })
  const layers = layersFor(state, view, step)
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
        return now.touched || !shown ? now : { ...shownAlone(now, shown.step), touched: true }
      }),
    [],
  )
  return (
    <div className={classes.stack}>
      {layers.all.map(({ id, step: own }) => (
        <StepLayer
          key={id}
          step={own}
          shown={id === layers.shown}
          // Every element inherits it, so it changes with the address, after the paint.
          inert={own !== stepInAddress}
          onTouch={touch}
        >
          {children as (step: string) => ReactNode}
        </StepLayer>
      ))}
    </div>
  )
}

interface StepLayerProps {
  readonly step: string
  readonly shown: boolean
  readonly inert: boolean
  readonly onTouch: () => void
  readonly children: (step: string) => ReactNode
}

const StepLayer = memo(function StepLayer({ step, shown, inert, onTouch, children }: StepLayerProps) {
  return (
    <div
      className={classes.layer}
      data-layer={shown ? 'shown' : 'prerendered'}
      inert={inert}
      aria-hidden={inert}
      onFocusCapture={onTouch}
      onKeyDownCapture={onTouch}
      onPointerDownCapture={onTouch}
      onScrollCapture={shown ? onTouch : undefined}
    >
      {children(step)}
    </div>
  )
})
