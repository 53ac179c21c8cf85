// One figure of the month: label, number, change, way of a year. Touches React and this room.

import { ChangeBadge } from './change-badge.tsx'
import css from './kpi-card.module.css'
import { PageLink } from './page-link.tsx'
import { Skeleton } from './skeleton.tsx'
import { Sparkline } from './sparkline.tsx'
import { Tooltip } from './tooltip.tsx'

interface KpiCardProps {
  label: string
  value: string
  /** Against the month compared with, in percent. */
  change: number
  /** What it is compared with: 'vs septiembre 2026'. */
  versus: string
  /** The previous figure in full, told on hover and focus: 'vs septiembre 2026: $ 10.195.708,00'. */
  versusInFull: string
  /** Its way of a year; empty keeps the place while that is loading. */
  history?: readonly number[] | undefined
  /** Where the rows behind the figure are listed, and how that is spoken. */
  link?: { href: string; label: string } | undefined
}

export function KpiCard({ label, value, change, versus, versusInFull, history, link }: KpiCardProps) {
  return (
    <article className={css.card}>
      <h2 className={css.label}>{label}</h2>
      <p className={css.value}>{link ? <PageLink {...link}>{value}</PageLink> : value}</p>
      <div className={css.foot}>
        <Tooltip label={versusInFull} openDelay={0} below>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the previous figure must be reachable by keyboard */}
          <span className={css.change} tabIndex={0} role="note">
            <ChangeBadge change={change} />
            <span className={css.versus} aria-hidden>
              {versus}
            </span>
            <span className={css.inFull}>{versusInFull}</span>
          </span>
        </Tooltip>
        {history ? (
          <span className={css.spark}>{history.length > 0 ? <Sparkline values={history} /> : null}</span>
        ) : null}
      </div>
    </article>
  )
}

export function KpiCardSkeleton({ label }: { label: string }) {
  return (
    <article className={css.card} aria-busy>
      <h2 className={css.label}>{label}</h2>
      <div className={css.value}>
        <Skeleton height="0.8em" width="62%" style={{ marginBlock: '0.28em 0.27em' }} />
      </div>
      <div className={css.foot}>
        <Skeleton height={22} width={84} />
        <span className={css.spark} />
      </div>
    </article>
  )
}
