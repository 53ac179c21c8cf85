// Ultimo mes: shows and sets the latest month that can be chosen. Touches api, ui, text and this feature.
import { Alert, Button, UnstyledButton } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EARLIEST_MONTH, type Month, monthAt } from '#contract/month.ts'
import { call } from '#web/api/call.ts'
import { configQuery, latestMonthOf, optionOf } from '#web/api/config.ts'
import { monthName } from '#web/text/format.ts'
import { monthTitle } from '#web/text/months.ts'
import { MonthSelect } from '#web/ui/month-select.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { AsyncPanel } from '#web/ui/panel.tsx'
import { MonthHistory } from './month-history.tsx'
import { refresh } from './refresh.ts'
import { failureText } from './said.ts'
import css from './settings.module.css'
import { monthText } from './text.ts'

const SHOP_TIME_ZONE = 'America/Argentina/Buenos_Aires'

export default function LastMonthScreen() {
  const state = useQuery(configQuery)
  const [notice, setNotice] = useState<string | null>(null)
  return (
    <Page>
      <Notice onClose={() => setNotice(null)}>{notice}</Notice>
      <AsyncPanel title={monthText.title} subtitle={monthText.note} state={state} height={220}>
        {({ data }) => {
          const months = data.find((one) => one.option === 'months')?.values ?? []
          return (
            <MonthForm
              key={latestMonthOf(data)}
              now={latestMonthOf(data)}
              withOrders={months}
              present={monthAt(new Date(), optionOf(data, 'time_zone') ?? SHOP_TIME_ZONE)}
              onSaved={() => setNotice(monthText.saved)}
              onChange={() => setNotice(null)}
            />
          )
        }}
      </AsyncPanel>
      <MonthHistory />
    </Page>
  )
}

interface MonthFormProps {
  now: Month
  withOrders: readonly Month[]
  /** The calendar month in the shop's time zone. */
  present: Month
  onSaved: () => void
  onChange: () => void
}

function MonthForm({ now, withOrders, present, onSaved, onChange }: MonthFormProps) {
  const [wanted, setWanted] = useState(now)
  const choose = (month: Month) => {
    onChange()
    setWanted(month)
  }
  const save = useMutation({
    mutationFn: (month: Month) =>
      call('POST /api/config', { body: { option: 'show_max_month', values: month } }),
    onSuccess: async () => {
      await refresh('GET /api/config', 'GET /api/config/audit')
      onSaved()
    },
  })
  const lastWithOrders = withOrders.filter((month) => month <= present).at(-1)
  const latest = [now, present, withOrders.at(-1) ?? now].sort().at(-1) ?? now
  const warning =
    withOrders.length > 0 && !withOrders.includes(wanted)
      ? monthText.noOrders(monthTitle(wanted))
      : wanted >= present
        ? monthText.unfinished(monthTitle(wanted))
        : null
  return (
    <div className={css.month}>
      <dl className={css.monthNow}>
        <dt>{monthText.now}</dt>
        <dd>{monthTitle(now)}</dd>
      </dl>
      <div className={css.monthForm}>
        <span className={css.label}>{monthText.change}</span>
        <div className={css.line}>
          <MonthSelect value={wanted} latest={latest} onChange={choose} />
          <Button loading={save.isPending} disabled={wanted === now} onClick={() => save.mutate(wanted)}>
            {monthText.save}
          </Button>
        </div>
        <p className={css.quiet} aria-live="polite">
          {monthText.offers(monthName(EARLIEST_MONTH), monthName(wanted))}
        </p>
        {lastWithOrders && lastWithOrders !== wanted ? (
          <UnstyledButton className={css.link ?? ''} onClick={() => choose(lastWithOrders)}>
            {monthText.lastWithOrders(monthName(lastWithOrders))}
          </UnstyledButton>
        ) : null}
        {warning ? (
          <p className={css.caution}>
            <IconAlertTriangle size={16} aria-hidden /> {warning}
          </p>
        ) : null}
        {save.isError ? (
          <Alert color="red" variant="light" icon={<IconAlertCircle size={18} />} className={css.failure}>
            {failureText(save.error)}
          </Alert>
        ) : null}
      </div>
      <p className={css.quiet}>{monthText.byItself}</p>
    </div>
  )
}
