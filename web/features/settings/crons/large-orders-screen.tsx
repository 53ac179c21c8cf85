// Por aceptar: orders of an implausible size, those that wait for a decision first.
import { useMutation } from '@tanstack/react-query'
import { LARGE_ORDER_STATES, type LargeOrderState } from '#contract/large-order-limits.ts'
import type { LargeOrderRow } from '#contract/large-orders.ts'
import { call, refresh } from '#web/api/call.ts'
import { ListTable } from '#web/shared/lists/list-table.tsx'
import { RowButton } from '#web/shared/lists/row-button.tsx'
import { dateTime } from '#web/text/format.ts'
import { Page } from '#web/ui/page.tsx'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import { SettingsFailure } from '../failure.tsx'
import { CronsTabs, FilterBar, ParamSelect } from '../parts.tsx'
import { LARGE_ORDERS, withoutDecision } from '../queries.ts'
import { text as common } from '../text.ts'
import { largeOrdersText as text } from './large-orders-text.ts'

const ACTIONS: Readonly<Record<LargeOrderState, 'accept' | 'withdraw'>> = {
  waiting: 'accept',
  accepted: 'withdraw',
}

const WAITING = withoutDecision(LARGE_ORDERS.columns)

export default function LargeOrdersScreen() {
  const [param] = useSearchParam('state')
  const state = LARGE_ORDER_STATES.find((one) => one === param) ?? 'waiting'
  const action = ACTIONS[state]
  const decision = useMutation({
    mutationFn: ({ order_id }: LargeOrderRow) =>
      call('POST /api/config/large-orders', { body: { action, ids: [order_id] } }),
    onSettled: () => refresh('GET /api/config/large-orders', 'GET /api/config/audit'),
  })
  return (
    <Page>
      <CronsTabs />
      <FilterBar>
        <ParamSelect
          label={text.state}
          param="state"
          value={state === 'waiting' ? undefined : state}
          all={text.states.waiting}
          choices={[['accepted', text.states.accepted]]}
        />
      </FilterBar>
      <SettingsFailure error={decision.error} />
      <ListTable
        {...LARGE_ORDERS}
        columns={state === 'waiting' ? WAITING : LARGE_ORDERS.columns}
        id="large-orders"
        title={text.title}
        subtitle={text.note[state]}
        query={{ state }}
        empty={text.empty[state]}
        cells={{
          decided_at: (row) => (row.decided_at ? dateTime(row.decided_at) : common.none),
          actions: (row) => (
            <RowButton
              loading={decision.isPending}
              aria-label={text.of(text[action], row.order_id)}
              onClick={() => decision.mutate(row)}
            >
              {text[action]}
            </RowButton>
          ),
        }}
      />
    </Page>
  )
}
