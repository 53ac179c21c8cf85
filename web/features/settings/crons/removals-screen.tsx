// Quitados: records that left the store, those that wait for a decision first.
import { Group } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { REMOVAL_STATES, type RemovalState } from '#contract/removal-states.ts'
import type { RemovalRow } from '#contract/removals.ts'
import { statusLabel } from '#contract/statuses.ts'
import { useCall } from '#web/api/call.ts'
import { ListTable } from '#web/shared/lists/list-table.tsx'
import { RowButton } from '#web/shared/lists/row-button.tsx'
import { dateTime, monthName } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import { SettingsFailure } from '../failure.tsx'
import { CronsTabs, FilterBar, ParamSelect } from '../parts.tsx'
import { REMOVALS, withoutDecision } from '../queries.ts'
import { text as common } from '../text.ts'
import { removalsText as text } from './removals-text.ts'
import { type Decision, useDecision } from './use-decision.ts'

const AllDialog = lazy(() => import('./decide-all.tsx'))

const ACTIONS: Readonly<Record<RemovalState, readonly Decision[]>> = {
  waiting: ['accept', 'keep'],
  removed: ['restore'],
  kept: [],
}

const nameOf = ({ collection, label, number, record_id }: RemovalRow): string =>
  collection === 'orders' ? `${number} · ${statusLabel(label)}` : label || String(record_id)

const WAITING = withoutDecision(REMOVALS.columns)

export default function RemovalsScreen() {
  const [param] = useSearchParam('state')
  const state = REMOVAL_STATES.find((one) => one === param) ?? 'waiting'
  const [all, setAll] = useState<Decision | null>(null)
  const one = useDecision()
  const hasAny =
    (useCall('GET /api/config/removals', { query: { state, per_page: 1 } }).data?.meta.total ?? 0) > 0
  return (
    <Page>
      <CronsTabs />
      <FilterBar>
        <ParamSelect
          label={text.state}
          param="state"
          value={param === null || param === undefined ? undefined : state}
          all={text.states.waiting}
          choices={REMOVAL_STATES.filter((other) => other !== 'waiting').map((other) => [
            other,
            text.states[other],
          ])}
        />
        {hasAny ? (
          <Group gap={8} align="flex-end">
            {ACTIONS[state].map((action) => (
              <Button key={action} frame="bordered" onClick={() => setAll(action)}>
                {text[`${action}All`]}
              </Button>
            ))}
          </Group>
        ) : null}
      </FilterBar>
      <SettingsFailure error={one.error} />
      <ListTable
        {...REMOVALS}
        columns={state === 'waiting' ? WAITING : REMOVALS.columns}
        id="removals"
        title={text.title}
        subtitle={text.note[state]}
        query={{ state }}
        empty={text.empty[state]}
        cells={{
          label: nameOf,
          month: (row) => (row.month === '' ? common.none : monthName(row.month)),
          decided_at: (row) => (row.decided_at ? dateTime(row.decided_at) : common.none),
          actions: (row) => (
            <Group gap={6} wrap="nowrap">
              {ACTIONS[state].map((action) => (
                <RowButton
                  key={action}
                  loading={one.isPending}
                  aria-label={text.of(text[action], nameOf(row))}
                  onClick={() => one.mutate({ action, row })}
                >
                  {text[action]}
                </RowButton>
              ))}
            </Group>
          ),
        }}
      />
      <Suspense>{all ? <AllDialog action={all} onClose={() => setAll(null)} /> : null}</Suspense>
    </Page>
  )
}
