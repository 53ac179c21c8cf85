// Runs a job for one month, the present one or any before it.
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { CronEntry } from '#contract/crons.ts'
import { EARLIEST_MONTH, monthRange } from '#contract/month.ts'
import { presentMonth, useConfig } from '#web/api/config.ts'
import { monthTitle } from '#web/text/months.ts'
import shared from '#web/ui/shared.module.css'
import { DialogForm } from '../dialog.tsx'
import { cronText } from './text.ts'
import { useRunCron } from './use-run-cron.ts'

export function RunMonthDialog({ cron, onClose }: { cron: CronEntry; onClose: () => void }) {
  const months = monthRange(EARLIEST_MONTH, presentMonth(useConfig())).reverse()
  const [monthsBack, setMonthsBack] = useState('0')
  const run = useRunCron(onClose)
  return (
    <DialogForm
      title={cronText.monthOf(cron.label)}
      submit={cronText.run}
      mutation={run}
      onClose={onClose}
      onSubmit={() => run.mutate({ key: cron.key, monthsBack: Number(monthsBack) })}
    >
      <NativeSelect
        label={cronText.monthLabel}
        data-autofocus
        value={monthsBack}
        onChange={(event) => setMonthsBack(event.currentTarget.value)}
        data={months.map((month, index) => ({
          value: String(index),
          label:
            index === 0
              ? cronText.thisMonth(monthTitle(month))
              : cronText.monthsBack(monthTitle(month), index),
        }))}
      />
      <p className={shared.quiet}>{cronText.monthNote}</p>
    </DialogForm>
  )
}
