// A distributor's amounts by status as a ring with its legend.
import { useState } from 'react'
import type { DistributorSells } from '#contract/distributors.ts'
import { useMonths } from '#web/api/compare.ts'
import { Why } from '#web/lists/why.tsx'
import { money, monthName, shortMoney } from '#web/text/format.ts'
import { Change } from '#web/ui/change.tsx'
import { ChangeBadge } from '#web/ui/change-badge.tsx'
import { Donut, DonutCentre, DonutLegend } from '#web/ui/donut.tsx'
import { statusColor } from '#web/ui/palette.ts'
import shared from '#web/ui/shared.module.css'
import css from './distributors.module.css'
import { growthOf } from './rules.ts'
import { text } from './text.ts'
import { whyOfStatus } from './why.ts'

export function ReportRing({ report }: { report: DistributorSells }) {
  const { month, against } = useMonths()
  const [picked, setPicked] = useState<string | null>(null)
  const slices = report.items
    .filter(({ amount }) => amount > 0)
    .map(({ order_status, label, amount, prev_amount, increment }) => ({
      key: order_status,
      label,
      value: amount,
      color: statusColor(order_status),
      note: (
        <Why of={whyOfStatus(order_status, report.dist_id)}>
          <Change now={amount} before={prev_amount} change={increment} growth={growthOf(order_status)} />
        </Why>
      ),
    }))
  const chosen = report.items.find(({ order_status }) => order_status === picked)
  const ring = { slices, format: money, selected: picked, onSelect: setPicked }
  return (
    <div className={`${shared.split} ${css.split}`}>
      <Donut {...ring} label={`${text.byLabel}. ${report.dist_name}, ${monthName(month)}`}>
        <DonutCentre
          title={chosen?.label ?? text.total}
          value={shortMoney(chosen?.amount ?? report.main_month.total_amount)}
          change={
            <Why of={whyOfStatus(chosen?.order_status, report.dist_id)}>
              <ChangeBadge change={chosen?.increment ?? report.increment} growth={growthOf(picked)} />
            </Why>
          }
          note={against}
        />
      </Donut>
      <DonutLegend {...ring} />
    </div>
  )
}
