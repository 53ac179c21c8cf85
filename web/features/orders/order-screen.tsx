// One order: its parts, and the figures that it counts in.
import { useParams } from '@tanstack/react-router'
import { ApiError } from '#web/api/errors.ts'
import { useCall } from '#web/api/use-call.ts'
import { MonthLink } from '#web/lists/month-link.tsx'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { Halves, Page } from '#web/ui/page.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { AmountsPanel } from './amounts-panel.tsx'
import { CountsPanel } from './counts-panel.tsx'
import { HeadPanel } from './head-panel.tsx'
import { orderCall } from './queries.ts'
import { DiscountsPanel, LinesPanel, RefundsPanel } from './rows-panels.tsx'
import { text } from './text.ts'

const ORDERS = '/customers-orders'

export default function OrderScreen() {
  const { order_id = '' } = useParams({ strict: false })
  const state = useCall(...orderCall(order_id))
  const unknown =
    state.error instanceof ApiError && (state.error.status === 404 || state.error.status === 400)
  const month = state.data?.data.month
  return (
    <Page>
      <Breadcrumb
        above={
          <MonthLink to={ORDERS} {...(month && { search: { month } })}>
            {text.orders}
          </MonthLink>
        }
        here={text.order(order_id)}
      />
      {unknown ? <Unknown id={order_id} /> : <HeadPanel id={order_id} state={state} />}
      {state.status === 'error' ? null : (
        <>
          <Halves>
            <AmountsPanel state={state} />
            <CountsPanel state={state} />
          </Halves>
          <LinesPanel state={state} />
          <Halves>
            <DiscountsPanel state={state} />
            <RefundsPanel state={state} />
          </Halves>
        </>
      )}
    </Page>
  )
}

const Unknown = ({ id }: { id: string }) => (
  <Panel title={text.order(id)}>
    <EmptyState height={240} action={<MonthLink to={ORDERS}>{text.backToOrders}</MonthLink>}>
      {text.unknown(id)}
    </EmptyState>
  </Panel>
)
