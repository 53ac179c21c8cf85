// Cards with the figures of a month, their changes and links to the rows behind them.
import type { ComponentType, ReactNode } from 'react'
import type { Filter } from '#contract/questions/filter.ts'
import type { MeasureKey } from '#contract/questions/measures.ts'
import { useMonths, useRunningMonth } from '#web/api/compare.ts'
import type { Growth } from '#web/ui/change-badge.tsx'
import { KpiCard, KpiCardSkeleton } from '#web/ui/kpi-card.tsx'
import type { Loadable } from '#web/ui/loadable.ts'
import { Panel } from '#web/ui/page.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { GoalLine } from '../goals/goal-line.tsx'
import type { GoalProgress } from '../goals/goal-progress.ts'
import { type RowsBehind, useRowsBehind } from '../links/rows-behind.ts'
import { Why, WhyBadge } from '../why/why.tsx'
import { withPreparing } from '../why/why-address.ts'

export interface FigureCard<Key extends string> {
  readonly key: Key
  readonly write: (value: number) => string
  readonly rows: RowsBehind
  /** Measure whose change can be explained. */
  readonly measure: MeasureKey
  /** Set if growth is meaningful from the first day of a month. */
  readonly growth?: Growth
}

/** The amounts in preparation of both months. */
export interface Preparing {
  readonly amount: number
  readonly before: number
}

export interface Compared {
  readonly now: number
  readonly before: number
}

interface FigureCardsProps<Key extends string> {
  cards: readonly FigureCard<Key>[]
  labels: Readonly<Record<Key, string>>
  /** Undefined while loading. */
  figures: FiguresOf<Key> | undefined
  /** Values of a figure over the last year; empty while loading. */
  historyOf?: (key: Key) => readonly number[]
  /** For figures of completed orders, while the month is running. */
  preparing?: Partial<Readonly<Record<Key, Preparing>>> | undefined
  /** The figures that load will say what is in preparation. */
  awaitsPreparing?: boolean
  /** The same for figures that do not add up: both values with the orders in preparation. */
  placed?: Partial<Readonly<Record<Key, Compared | 'loading'>>> | undefined
  goals?: readonly GoalProgress[]
  /** Filters for the rows behind every figure. */
  limits?: Readonly<Record<string, string>>
  /** The same filters for the question that explains a change. */
  where?: readonly Filter[]
}

interface FiguresOf<Key extends string> {
  readonly main_month: Readonly<Record<Key, number>>
  readonly prev_month: Readonly<Record<Key, number>>
}

const NO_FILTERS: readonly Filter[] = []

export function FigureCards<Key extends string>(props: FigureCardsProps<Key>) {
  const {
    cards,
    labels,
    figures,
    historyOf,
    goals,
    limits,
    awaitsPreparing = false,
    where = NO_FILTERS,
  } = props
  const { month, against } = useMonths()
  const isRunning = useRunningMonth(month) !== undefined
  const preparing = isRunning ? props.preparing : undefined
  const rowsBehind = useRowsBehind(month, limits)
  return cards.map(({ key, write, rows, growth, measure }) => {
    const label = labels[key]
    if (!figures)
      return (
        <KpiCardSkeleton
          key={key}
          label={label}
          isPreparing={isRunning && awaitsPreparing && growth === undefined}
        />
      )
    const progress = goals?.find((each) => each.measure === measure)
    const [now, before] = [figures.main_month[key], figures.prev_month[key]]
    const waiting = preparing?.[key]
    // Recent orders are completed later: alike are both months with what is in preparation.
    const alike = waiting
      ? { now: now + waiting.amount, before: before + waiting.before }
      : isRunning
        ? props.placed?.[key]
        : undefined
    const of = { measure, where }
    return (
      <KpiCard
        key={key}
        label={label}
        value={write(now)}
        change={alike === 'loading' ? null : alike ? { ...alike, growth: 'good' } : { now, before, growth }}
        versus={against}
        versusInFull={`${against}: ${write(alike && alike !== 'loading' ? alike.before : before)}`}
        preparing={
          alike && {
            amount: waiting && write(waiting.amount),
            completed: <WhyBadge of={of} now={now} before={before} growth="neither" bare />,
          }
        }
        history={historyOf?.(key)}
        isRunning={isRunning}
        explain={(badge) => <Why of={alike ? withPreparing(of) : of}>{badge}</Why>}
        goal={progress && <GoalLine month={month} progress={progress} write={write} />}
        link={rowsBehind(label, rows)}
      />
    )
  })
}

interface CardsOfCallProps<Key extends string, Data extends FiguresOf<Key>>
  extends Omit<FigureCardsProps<Key>, 'figures' | 'preparing' | 'awaitsPreparing'> {
  /** Title of the error panel. */
  title: string
  state: Loadable<{ readonly data: Data }>
  preparing?: (data: Data) => FigureCardsProps<Key>['preparing']
  grid: ComponentType<{ children: ReactNode }>
  /** Height of the error, px. */
  height?: number
}

/** The cards of one call in a grid, with its error state. */
export function CardsOfCall<Key extends string, Data extends FiguresOf<Key>>(
  props: CardsOfCallProps<Key, Data>,
) {
  const { title, state, grid: Grid, height = 120, preparing, ...cards } = props
  const data = state.data?.data
  if (state.status === 'error')
    return (
      <Panel title={title}>
        <ErrorState height={height} error={state.error} onRetry={state.refetch} />
      </Panel>
    )
  return (
    <Grid>
      <FigureCards
        {...cards}
        figures={data}
        preparing={data && preparing?.(data)}
        awaitsPreparing={preparing !== undefined}
      />
    </Grid>
  )
}
