// Three facts of the business in focus, or of all: its name, what it billed, what it sold. Touches ui, text and this feature.
import {
  IconCandy,
  IconCoins,
  IconCookie,
  IconHelp,
  IconLayoutGrid,
  IconPackage,
  IconPackages,
  IconSoup,
  IconTag,
  IconTractor,
  IconWheat,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Month } from '#contract/month.ts'
import { integer, money, percent } from '#web/text/format.ts'
import { versus } from '#web/text/months.ts'
import { Change } from '#web/ui/change.tsx'
import { businessColor } from '#web/ui/palette.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { BusinessState } from './business-panel.tsx'
import type { Business } from './mode.ts'
import css from './products.module.css'
import { text } from './text.ts'

/** By the names that the contract gives. */
const ICONS: Readonly<Record<string, typeof IconTag>> = {
  candy: IconCandy,
  cookie: IconCookie,
  wheat: IconWheat,
  soup: IconSoup,
  package: IconPackage,
  tractor: IconTractor,
  help: IconHelp,
  tag: IconTag,
}

interface BusinessCardsProps {
  state: BusinessState
  compared: Month
  chosen: Business | undefined
}

/** Without an answer there is nothing to tell here: the panel beside it says why. */
export function BusinessCards({ state, compared, chosen }: BusinessCardsProps) {
  const all = state.data?.data
  const waiting = state.status === 'pending'
  if (!waiting && (!all || all.rows.length === 0)) return null
  const sold = chosen ?? all
  const color = chosen ? businessColor(chosen.business) : 'var(--gd-accent)'
  const previous = versus(compared)
  const orders = chosen ? text.ordersOf(integer(chosen.total_orders)) : undefined
  return (
    <div className={css.cards} aria-busy={waiting || undefined}>
      <Card
        label={text.cardBusiness}
        color={color}
        Icon={chosen ? (ICONS[chosen.icon] ?? IconTag) : IconLayoutGrid}
        value={all && (chosen?.business ?? text.allBusinesses)}
        foot={orders ?? text.businessesOf(all?.rows.length ?? 0)}
      />
      <Card
        label={text.cardAmount}
        color={color}
        Icon={IconCoins}
        value={sold && money(sold.total_amount)}
        foot={
          sold && (
            <>
              <span>{text.ofTotal(percent(chosen?.percent_amount ?? 100))}</span>
              <Change now={sold.total_amount} before={sold.prev_amount} change={sold.increment} />
              <span>{previous}</span>
            </>
          )
        }
      />
      <Card
        label={text.cardUnits}
        color={color}
        Icon={IconPackages}
        value={sold && integer(sold.total_units_sold)}
        foot={
          sold && (
            <>
              <span>{text.ofTotal(percent(chosen?.percent_units_sold ?? 100))}</span>
              <Change
                now={sold.total_units_sold}
                before={sold.prev_units_sold}
                change={sold.increment_units}
              />
              <span>{previous}</span>
            </>
          )
        }
      />
    </div>
  )
}

interface CardProps {
  label: string
  color: string
  Icon: typeof IconTag
  value: string | undefined
  foot: ReactNode
}

function Card({ label, color, Icon, value, foot }: CardProps) {
  return (
    <article className={css.card}>
      <span className={css.badge} style={{ color }}>
        <Icon size={24} stroke={1.6} aria-hidden />
      </span>
      <div className={css.facts}>
        <h2 className={css.label}>{label}</h2>
        <p className={css.value}>
          {value ?? <Skeleton height="0.8em" width={140} style={{ marginBlock: '0.3em' }} />}
        </p>
        <div className={css.foot}>{value === undefined ? null : foot}</div>
      </div>
    </article>
  )
}
