// A panel of cards, and the parts of a card.
import { Flex } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMonths } from '#web/api/compare.ts'
import { Why } from '#web/shared/why/why.tsx'
import type { WhyQuestion } from '#web/shared/why/why-address.ts'
import { signedShortMoney } from '#web/text/format.ts'
import { Change, type Growth } from '#web/ui/change-badge.tsx'
import { AsyncPanel, type AsyncPanelProps } from '#web/ui/page.tsx'
import shared from '#web/ui/shared.module.css'
import { Skeleton } from '#web/ui/states.tsx'
import css from './benefits.module.css'

const CARD = 222
const SKELETONS = ['1', '2', '3', '4', '5', '6']

export const CardsPanel = <T,>({ children, ...panel }: Omit<AsyncPanelProps<T>, 'height' | 'loading'>) => (
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

interface CardProps {
  title: string
  corner?: ReactNode
  links: ReactNode
  children: ReactNode
}

export const Card = ({ title, corner, links, children }: CardProps) => (
  <article className={`${shared.box} ${css.card}`} aria-label={title}>
    <Flex component="header" align="baseline" justify="space-between" gap={12}>
      <h3 className={css.title}>{title}</h3>
      {corner}
    </Flex>
    {children}
    <footer className={css.links} data-no-print>
      {links}
    </footer>
  </article>
)

interface LineProps {
  name: ReactNode
  children: ReactNode
  strong?: boolean
}

export const Line = ({ name, children, strong }: LineProps) => (
  <div className={css.line} data-strong={strong || undefined}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

interface ChangeLineProps {
  now: number
  before: number
  difference: number
  growth?: Growth
  /** Undefined: the change has no explanation. */
  why: WhyQuestion | undefined
}

/** Change of a card's amount from the compared month, in percent and in pesos. */
export const ChangeLine = ({ difference, why, ...change }: ChangeLineProps) => (
  <Line name={useMonths().against}>
    <span className={css.change}>
      <Why of={why}>
        <Change {...change} />
      </Why>
      <span>{signedShortMoney(difference)}</span>
    </span>
  </Line>
)
