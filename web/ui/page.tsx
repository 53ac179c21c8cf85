// Layouts of a page, and its panels with title, age of the data and actions.
import { type ReactNode, useContext, useEffect, useId, useState } from 'react'
import { ago, dateTime } from '#web/text/format.ts'
import { LastLook } from './data-age.ts'
import type { Loadable } from './loadable.ts'
import css from './page.module.css'
import panelCss from './panel.module.css'
import shared from './shared.module.css'
import { ChartSkeleton, EmptyState, ErrorState, LoadingProgress } from './states.tsx'
import { text } from './text.ts'

export const Page = ({ children }: { children: ReactNode }) => <div className={css.page}>{children}</div>

/** Where something may stand once an answer says so: until then nothing below it is shown, so that nothing moves. */
export const Awaited = () => <div hidden data-awaited />

interface CardsProps {
  /** On a phone what follows appears with the figures. */
  waits?: boolean
  children: ReactNode
}

export const Cards = ({ waits, children }: CardsProps) => (
  <div className={css.cards} data-grows={waits || undefined}>
    {children}
  </div>
)

export const FourCards = ({ children }: { children: ReactNode }) => <div className={css.four}>{children}</div>

export const Halves = ({ children }: { children: ReactNode }) => <div className={css.halves}>{children}</div>

/** Side by side only on large screens. */
export const Pair = ({ children }: { children: ReactNode }) => <div className={css.pair}>{children}</div>

export interface PanelProps {
  title: string
  /** Line under the title, such as the month. */
  subtitle?: ReactNode
  actions?: ReactNode
  /** The actions come with the data; until then they take their space. */
  actionsWait?: boolean
  /** ISO timestamp of the last change of the data; a later look at their source counts instead. Null: they have none. */
  updatedAt?: string | null | undefined
  /** Removes the padding around the content (tables). */
  flush?: boolean
  busy?: boolean
  /** On a phone its content may be higher or lower than the space reserved for it: what follows appears with the data instead of moving. */
  grows?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}

export function Panel(props: PanelProps) {
  const {
    title,
    subtitle,
    actions,
    actionsWait = false,
    updatedAt,
    flush,
    busy,
    grows,
    className,
    children,
  } = props
  const id = useId()
  return (
    <section
      className={`${panelCss.panel} ${className ?? ''}`}
      aria-labelledby={id}
      aria-busy={busy || undefined}
      data-flush={flush || undefined}
      data-grows={grows || undefined}
    >
      <header className={panelCss.header}>
        <div className={panelCss.titles}>
          <h2 className={panelCss.title} id={id}>
            {title}
          </h2>
          {subtitle ? <p className={shared.quiet}>{subtitle}</p> : null}
        </div>
        <div className={panelCss.side} data-waiting={(busy && !updatedAt && !flush) || undefined}>
          {updatedAt ? (
            <Age of={updatedAt} />
          ) : busy && updatedAt !== null ? (
            <span className={panelCss.age} />
          ) : null}
          {actions ? (
            <div className={panelCss.actions} inert={actionsWait} data-no-print>
              {actions}
            </div>
          ) : null}
        </div>
      </header>
      <div className={flush ? panelCss.flush : panelCss.body} data-stale={busy || undefined}>
        {children}
      </div>
    </section>
  )
}

function Age({ of: changedAt }: { of: string }) {
  const lookedAt = useContext(LastLook)
  const of = lookedAt !== null && Date.parse(lookedAt) > Date.parse(changedAt) ? lookedAt : changedAt
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <time
      className={panelCss.age}
      dateTime={of}
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = dateTime(of)
      }}
    >
      <span className={panelCss.word}>{text.updated} </span>
      <span>{ago(of, Math.max(now, Date.parse(of)))}</span>
    </time>
  )
}

export interface AsyncPanelProps<T>
  extends Omit<PanelProps, 'children' | 'busy' | 'actions' | 'actionsWait'> {
  state: Loadable<T>
  /** Height of the content in px, also reserved in the loading, empty and error states. */
  height: number
  isEmpty?: (data: T) => boolean
  empty?: ReactNode
  /** Loading state: a skeleton by default, or the progress bar. */
  loading?: 'progress' | ReactNode
  /** Their space is reserved while loading, unless they depend on the data. */
  actions?: ReactNode | ((data: T) => ReactNode)
  children: (data: T) => ReactNode
}

/** Time of the last change of the data, if the response has one. */
function updatedAtOf(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null || !('meta' in answer)) return null
  const { meta } = answer
  if (typeof meta !== 'object' || meta === null || !('updated_at' in meta)) return null
  return typeof meta.updated_at === 'string' ? meta.updated_at : null
}

/** A panel that handles the loading, error and empty states. */
export function AsyncPanel<T>({
  state,
  height,
  isEmpty,
  empty,
  loading,
  actions,
  grows,
  children,
  ...panel
}: AsyncPanelProps<T>) {
  const { data, status } = state
  const shown = status === 'success' && data !== undefined && !isEmpty?.(data)
  const actionsShown = () => {
    if (typeof actions === 'function') return shown ? actions(data) : undefined
    return shown || status === 'pending' ? actions : undefined
  }
  const content = () => {
    if (status === 'pending') {
      if (loading === 'progress') return <LoadingProgress height={height} />
      return loading ?? <ChartSkeleton height={height} />
    }
    if (status === 'error' || data === undefined)
      return <ErrorState height={height} error={state.error} onRetry={state.refetch} />
    return isEmpty?.(data) ? <EmptyState height={height}>{empty}</EmptyState> : children(data)
  }
  return (
    <Panel
      updatedAt={data === undefined ? undefined : updatedAtOf(data)}
      {...panel}
      busy={status === 'pending' || state.isPlaceholderData}
      grows={grows && status === 'pending'}
      actions={actionsShown()}
      actionsWait={!shown}
    >
      {content()}
    </Panel>
  )
}
