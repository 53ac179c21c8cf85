// Ultimo mes: shows and sets the latest month that can be chosen.

import { Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { column } from '#contract/columns.ts'
import { EARLIEST_MONTH, isMonth, type Month } from '#contract/month.ts'
import { call, refresh, useCall } from '#web/api/call.ts'
import { configQuery, latestMonthOf, presentMonth } from '#web/api/config.ts'
import { monthName } from '#web/text/format.ts'
import { monthTitle } from '#web/text/months.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/message.tsx'
import { MonthSelect } from '#web/ui/month-select.tsx'
import { AsyncPanel, Page } from '#web/ui/page.tsx'
import shared from '#web/ui/shared.module.css'
import { ViewAsTable } from '#web/ui/view-as-table.tsx'
import { readChanges } from '../audit/changes.ts'
import { SettingsFailure } from '../failure.tsx'
import { MONTH_CHANGES } from '../queries.ts'
import css from './month.module.css'
import { lastMonthWithOrders, monthWarning } from './rules.ts'
import { monthText } from './text.ts'

export default function LastMonthScreen() {
  const state = useQuery(configQuery)
  const [notice, setNotice] = useState<string | null>(null)
  return (
    <Page>
      <Notice onClose={() => setNotice(null)}>{notice}</Notice>
      <AsyncPanel
        title={monthText.title}
        subtitle={monthText.note}
        state={state}
        height={220}
        updatedAt={null}
        grows
      >
        {({ data }) => (
          <MonthForm
            key={latestMonthOf(data)}
            current={latestMonthOf(data)}
            withOrders={data.find((one) => one.option === 'months')?.values ?? []}
            present={presentMonth(data)}
            onSaved={() => setNotice(monthText.saved)}
            onChange={() => setNotice(null)}
          />
        )}
      </AsyncPanel>
      <MonthHistory />
    </Page>
  )
}

interface MonthFormProps {
  current: Month
  /** The months with orders, in order. */
  withOrders: readonly Month[]
  /** The calendar month in the shop's time zone. */
  present: Month
  onSaved: () => void
  onChange: () => void
}

function MonthForm({ current, withOrders, present, onSaved, onChange }: MonthFormProps) {
  const [month, setMonth] = useState(current)
  const choose = (next: Month) => {
    onChange()
    setMonth(next)
  }
  const save = useMutation({
    mutationFn: (values: Month) => call('POST /api/config', { body: { option: 'show_max_month', values } }),
    onSuccess: async () => {
      await refresh('GET /api/config', 'GET /api/config/audit')
      onSaved()
    },
  })
  const suggested = lastMonthWithOrders(withOrders, present)
  const latest = [current, present, withOrders.at(-1) ?? current].sort().at(-1) ?? current
  const warning = monthWarning(month, withOrders, present)
  return (
    <div className={css.month}>
      <dl className={css.current}>
        <dt>{monthText.now}</dt>
        <dd>{monthTitle(current)}</dd>
      </dl>
      <Stack align="flex-start" gap={8}>
        <span className={shared.quiet}>{monthText.change}</span>
        <div className={shared.line}>
          <MonthSelect value={month} latest={latest} onChange={choose} />
          <Button
            frame="filled"
            tall
            working={save.isPending}
            disabled={month === current}
            onClick={() => save.mutate(month)}
          >
            {monthText.save}
          </Button>
        </div>
        <p className={shared.quiet} aria-live="polite">
          {monthText.offers(monthName(EARLIEST_MONTH), monthName(month))}
        </p>
        {suggested && suggested !== month ? (
          <button
            type="button"
            className={`${shared.link} ${shared.small}`}
            onClick={() => choose(suggested)}
          >
            {monthText.lastWithOrders(monthName(suggested))}
          </button>
        ) : null}
        {warning ? (
          <p className={`${shared.caution} ${css.warning}`}>
            <IconAlertTriangle size={16} aria-hidden /> {warning}
          </p>
        ) : null}
        {save.isError ? <SettingsFailure error={save.error} /> : null}
      </Stack>
      <p className={shared.quiet}>{monthText.byItself}</p>
    </div>
  )
}

const COLUMNS = [
  column('at', 'Fecha', 'datetime'),
  column('who', 'Quién'),
  column('from', 'Antes'),
  column('to', 'Después'),
]

const nameOf = (value: unknown): string =>
  typeof value === 'string' && isMonth(value) ? monthName(value) : monthText.none

function MonthHistory() {
  const state = useCall('GET /api/config/audit', MONTH_CHANGES)
  return (
    <AsyncPanel
      title={monthText.history}
      subtitle={monthText.historyNote}
      state={state}
      height={120}
      updatedAt={null}
      isEmpty={({ data }) => data.length === 0}
      empty={monthText.noHistory}
      actions={
        <Link
          className={`${shared.link} ${shared.small}`}
          to="/settings/crones/audit"
          search={(search: object) => ({ ...search, f_subject: 'show_max_month' })}
        >
          {monthText.seeAll}
        </Link>
      }
    >
      {({ data }) => (
        <ViewAsTable
          caption={monthText.history}
          columns={COLUMNS}
          rows={data.map(({ at, who, changes }) => {
            const [from, to] = readChanges(changes).values ?? [null, null]
            return { at, who, from: nameOf(from), to: nameOf(to) }
          })}
        />
      )}
    </AsyncPanel>
  )
}
