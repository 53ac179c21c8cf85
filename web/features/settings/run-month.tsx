// Runs a job for one month: the present one or any before it. Touches api, text, Mantine and this feature.
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { CronEntry } from '#contract/crons.ts'
import { EARLIEST_MONTH, monthAt, monthRange } from '#contract/month.ts'
import { optionOf, useConfig } from '#web/api/config.ts'
import { monthTitle } from '#web/text/months.ts'
import { DialogForm } from './dialog.tsx'
import { useRunCron } from './run.ts'
import { failureText } from './said.ts'
import css from './settings.module.css'
import { cronText } from './text.ts'

const SHOP_TIME_ZONE = 'America/Argentina/Buenos_Aires'

export function RunMonth({ cron, onClose }: { cron: CronEntry; onClose: () => void }) {
  const present = monthAt(new Date(), optionOf(useConfig(), 'time_zone') ?? SHOP_TIME_ZONE)
  const months = monthRange(EARLIEST_MONTH, present).reverse()
  const [back, setBack] = useState('0')
  const run = useRunCron(onClose)
  return (
    <DialogForm
      title={cronText.monthOf(cron.label)}
      submit={cronText.run}
      busy={run.isPending}
      failure={run.isError ? failureText(run.error) : null}
      onClose={onClose}
      onSubmit={() => run.mutate({ key: cron.key, monthsBack: Number(back) })}
    >
      <NativeSelect
        label={cronText.monthLabel}
        data-autofocus
        value={back}
        onChange={(event) => setBack(event.currentTarget.value)}
        data={months.map((month, index) => ({
          value: String(index),
          label:
            index === 0
              ? cronText.thisMonth(monthTitle(month))
              : cronText.monthsBack(monthTitle(month), index),
        }))}
      />
      <p className={css.quiet}>{cronText.monthNote}</p>
    </DialogForm>
  )
}
