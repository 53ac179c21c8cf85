// Cards of benefits in one panel, with the places they take while loading. Touches ui and this feature.
import type { ReactNode } from 'react'
import type { Month } from '#contract/month.ts'
import { signedShortMoney } from '#web/text/format.ts'
import { versus } from '#web/text/months.ts'
import { Change } from '#web/ui/change.tsx'
import type { Growth } from '#web/ui/change-badge.tsx'
import { AsyncPanel, type AsyncPanelProps } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import css from './benefits.module.css'

const CARD = 222
const SKELETONS = ['1', '2', '3', '4', '5', '6']

type CardsPanelProps<T> = Omit<AsyncPanelProps<T>, 'height' | 'loading'>

export function CardsPanel<T>({ children, ...panel }: CardsPanelProps<T>) {
  return (
    <AsyncPanel
      {...panel}
      height={CARD}
      loading={
        <div className={css.cards}>
          {SKELETONS.map((key) => (
            <Skeleton key={key} height={CARD} />
          ))}
        </div>
      }
    >
      {(data) => <div className={css.cards}>{children(data)}</div>}
    </AsyncPanel>
  )
}

interface CardProps {
  title: string
  /** What stands at the top right. */
  corner?: ReactNode
  links: ReactNode
  children: ReactNode
}

export const Card = ({ title, corner, links, children }: CardProps) => (
  <article className={css.card} aria-label={title}>
    <header className={css.head}>
      <h3 className={css.title}>{title}</h3>
      {corner}
    </header>
    {children}
    <footer className={css.links} data-no-print>
      {links}
    </footer>
  </article>
)

/** A figure of a card with its name. */
export const Line = ({
  name,
  children,
  strong,
}: {
  name: ReactNode
  children: ReactNode
  strong?: boolean
}) => (
  <div className={css.line} data-strong={strong || undefined}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

interface ChangeLineProps {
  compared: Month
  now: number
  before: number
  change: number
  difference: number
  growth?: Growth
}

/** How a card's amount stands beside the month compared with, in percent and in pesos. */
export const ChangeLine = ({ compared, difference, ...change }: ChangeLineProps) => (
  <Line name={versus(compared)}>
    <span className={css.change}>
      <Change {...change} />
      {signedShortMoney(difference)}
    </span>
  </Line>
)
