// A card with one figure of the month: label, value, change and sparkline.
import type { CSSProperties, ReactNode } from 'react'
import { ChangeBadge, type ChangeBadgeProps } from './change-badge.tsx'
import { accent } from './colors.ts'
import css from './kpi-card.module.css'
import { PageLink } from './links.tsx'
import { Skeleton } from './states.tsx'
import { text } from './text.ts'
import { Tooltip } from './tooltip.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

interface KpiCardProps {
  label: string
  value: string
  /** Against the compared month; null while it loads. */
  change: ChangeBadgeProps | null
  /** Compared month: 'vs septiembre 2026'. */
  versus: string
  /** The previous figure, shown on hover and focus: 'vs septiembre 2026: $ 10.195.708,00'. */
  versusInFull: string
  /** The amount in preparation, if it adds up, which the change includes, and the change without it. */
  preparing?: { amount: string | undefined; completed: ReactNode } | undefined
  /** Values of the last year; empty while loading. */
  history?: readonly number[] | undefined
  /** The last value is of a running month. */
  isRunning?: boolean
  /** Wraps the change in the button that explains it. */
  explain?: ((badge: ReactNode) => ReactNode) | undefined
  /** Progress towards the goal of the figure. */
  goal?: ReactNode
  /** Link to the rows behind the figure, with its accessible name. */
  link?: { href: string; label: string } | undefined
}

export function KpiCard({
  label,
  value,
  change,
  preparing,
  history,
  isRunning = false,
  explain,
  goal,
  link,
  ...props
}: KpiCardProps) {
  const { versus, versusInFull } = props
  const badge = change ? <ChangeBadge {...change} /> : <Skeleton height={22} width={84} />
  const button = change ? explain : undefined
  return (
    <article className={css.card} aria-busy={!change || undefined}>
      <h2 className={css.label}>{label}</h2>
      <p className={css.value} style={{ '--characters': value.length } as CSSProperties}>
        {link ? <PageLink {...link}>{value}</PageLink> : value}
      </p>
      <div className={css.foot}>
        <Tooltip label={versusInFull} openDelay={0} below>
          <span className={css.change} tabIndex={button ? undefined : 0} role="note">
            {button ? button(badge) : badge}
            <span className={css.versus} aria-hidden>
              {versus}
            </span>
            <VisuallyHidden className={css.inFull}>{versusInFull}</VisuallyHidden>
          </span>
        </Tooltip>
        {history ? (
          <span className={css.spark}>
            {history.length > 0 ? <Sparkline values={history} isRunning={isRunning} /> : null}
          </span>
        ) : null}
      </div>
      {preparing ? (
        <p className={css.preparing} data-sums={preparing.amount !== undefined || undefined}>
          <span>{text.inPreparation(preparing.amount)}</span>{' '}
          <span className={css.completed}>
            {text.completedAlone} {preparing.completed}
          </span>
        </p>
      ) : null}
      {goal}
    </article>
  )
}

interface KpiCardSkeletonProps {
  readonly label: string
  /** Has room for what is in preparation. */
  readonly isPreparing?: boolean
}

export const KpiCardSkeleton = ({ label, isPreparing = false }: KpiCardSkeletonProps) => (
  <article className={css.card} aria-busy>
    <h2 className={css.label}>{label}</h2>
    <div className={css.value}>
      <Skeleton height="0.8em" width="62%" style={{ marginBlock: '0.28em 0.27em' }} />
    </div>
    <div className={css.foot}>
      <Skeleton height={22} width={84} />
      <span className={css.spark} />
    </div>
    {isPreparing ? <p className={css.preparing} /> : null}
  </article>
)

const WIDTH = 84
const HEIGHT = 32
const PAD = 3

/** Zero-based like all charts. Hidden from screen readers, because the figure beside it is text. */
function Sparkline({ values, isRunning }: { values: readonly number[]; isRunning: boolean }) {
  const most = Math.max(...values, 0) || 1
  const step = (WIDTH - 2 * PAD) / Math.max(1, values.length - 1)
  const points = values.map(
    (value, index) =>
      [PAD + index * step, HEIGHT - PAD - (Math.max(0, value) / most) * (HEIGHT - 2 * PAD)] as const,
  )
  const drawn = points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`)
  const path = drawn.join('L')
  const isDashed = isRunning && drawn.length > 1
  const line = { fill: 'none', stroke: accent, strokeWidth: 1.5 } as const
  const last = points.at(-1)
  if (!last) return null
  return (
    <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden>
      <path
        d={`M${PAD},${HEIGHT - PAD}L${path}L${last[0]},${HEIGHT - PAD}Z`}
        fill={accent}
        opacity={0.1}
        stroke="none"
      />
      <path d={`M${(isDashed ? drawn.slice(0, -1) : drawn).join('L')}`} {...line} strokeLinejoin="round" />
      {isDashed ? <path d={`M${drawn.slice(-2).join('L')}`} {...line} strokeDasharray="2 3" /> : null}
      <circle cx={last[0]} cy={last[1]} r={2.5} fill={accent} />
    </svg>
  )
}
