// Name, billing and units of the chosen business, or of all of them.
import { Text } from '@mantine/core'
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
import type { CSSProperties, ReactNode } from 'react'
import { entryOf } from '#contract/entry.ts'
import type { BusinessRanking } from '#contract/orders.ts'
import { useMonths } from '#web/api/compare.ts'
import { useMonth } from '#web/api/month.ts'
import { GoalLine } from '#web/shared/goals/goal-line.tsx'
import { useGoalProgress } from '#web/shared/goals/goal-progress.ts'
import { Why } from '#web/shared/why/why.tsx'
import { percent } from '#web/text/format.ts'
import { Change } from '#web/ui/change-badge.tsx'
import { businessColor } from '#web/ui/colors.ts'
import shared from '#web/ui/shared.module.css'
import { Skeleton } from '#web/ui/states.tsx'
import type { BusinessState } from './business-panel.tsx'
import css from './products.module.css'
import { AMOUNT, type Business, type Mode, UNITS, whyOfBusiness } from './rules.ts'
import { text } from './text.ts'

/** By the contract's icon names. */
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

/** Empty without data: the panel next to it shows the reason. */
export function BusinessCards({ state, chosen }: { state: BusinessState; chosen: Business | undefined }) {
  const month = useMonth()
  const goals = useGoalProgress(month, chosen ? 'business' : 'all', { key: chosen?.business ?? '' })
  const all = state.data?.data
  const pending = state.status === 'pending'
  if (!pending && (!all || all.rows.length === 0)) return null
  const goalOf = ({ measure, write }: Mode) => {
    // Until the data is loaded, the business of the goal is unknown.
    if (pending) return null
    const progress = goals.find((each) => each.measure === measure)
    return progress && <GoalLine month={month} progress={progress} write={write} />
  }
  const color = chosen ? businessColor(chosen.business) : 'var(--gd-accent)'
  const measured = { all, chosen, color }
  return (
    <div className={css.cards} aria-busy={pending || undefined}>
      <Card
        label={text.cardBusiness}
        color={color}
        Icon={chosen ? (entryOf(ICONS, chosen.icon) ?? IconTag) : IconLayoutGrid}
        value={all && (chosen?.business ?? text.allBusinesses)}
        foot={chosen ? text.ordersOf(chosen.total_orders) : text.businessesOf(all?.rows.length ?? 0)}
      />
      <MeasureCard
        {...measured}
        label={text.cardAmount}
        Icon={IconCoins}
        mode={AMOUNT}
        share={chosen?.percent_amount}
        goal={goalOf(AMOUNT)}
      />
      <MeasureCard
        {...measured}
        label={text.cardUnits}
        Icon={IconPackages}
        mode={UNITS}
        share={chosen?.percent_units_sold}
        goal={goalOf(UNITS)}
      />
    </div>
  )
}

interface MeasureCardProps extends Pick<CardProps, 'label' | 'color' | 'Icon' | 'goal'> {
  mode: Mode
  all: BusinessRanking | undefined
  chosen: Business | undefined
  /** Share of the chosen business, in percent. */
  share: number | undefined
}

function MeasureCard({ mode, all, chosen, share = 100, ...card }: MeasureCardProps) {
  const { against } = useMonths()
  const shown = chosen ?? all
  return (
    <Card
      {...card}
      value={shown && mode.write(mode.value(shown))}
      foot={
        shown && (
          <>
            <span>{text.ofTotal(percent(share))}</span>
            <Why of={whyOfBusiness(mode, chosen?.business)}>
              <Change {...mode.changeOf(shown)} />
            </Why>
            <span>{against}</span>
          </>
        )
      }
    />
  )
}

interface CardProps {
  label: string
  color: string
  Icon: typeof IconTag
  value: string | undefined
  foot: ReactNode
  /** Progress towards the goal of the figure. */
  goal?: ReactNode
}

/** Length of the longest word, since names wrap between words; an amount is one word. */
const longestWord = (value = '') => Math.max(...value.split(' ').map(({ length }) => length))

const Card = ({ label, color, Icon, value, foot, goal }: CardProps) => (
  <article className={`${shared.card} ${css.card}`}>
    <span className={css.badge} style={{ color }}>
      <Icon size={24} stroke={1.6} aria-hidden />
    </span>
    <div className={css.figure}>
      <Text component="h2" fz="sm" fw={500} c="dimmed">
        {label}
      </Text>
      <p className={css.value} style={{ '--characters': longestWord(value) } as CSSProperties}>
        {value ?? <Skeleton height="0.8em" width={140} style={{ marginBlock: '0.3em' }} />}
      </p>
      <div className={css.foot}>{value === undefined ? null : foot}</div>
      {goal}
    </div>
  </article>
)
