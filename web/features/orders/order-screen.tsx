// One order: its parts, and the figures that it counts in.
import { Text } from '@mantine/core'
import { IconCircleCheck, IconCircleMinus } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import type { OrderDetail } from '#contract/order.ts'
import { statusLabel } from '#contract/statuses.ts'
import { useCall } from '#web/api/call.ts'
import { ApiError } from '#web/api/errors.ts'
import { MonthLink } from '#web/shared/links/month-link.tsx'
import { money, monthName } from '#web/text/format.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { AsyncPanel, Halves, Page, Panel } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { HeadPanel, type OrderState } from './head-panel.tsx'
import css from './orders.module.css'
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
  const number = state.data?.data.number ?? order_id
  return (
    <Page>
      <Breadcrumb
        above={
          <MonthLink to={ORDERS} {...(month && { search: { month } })}>
            {text.orders}
          </MonthLink>
        }
        here={text.order(number)}
      />
      {unknown ? <Unknown id={order_id} /> : <HeadPanel number={number} state={state} />}
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

const AmountsPanel = ({ state }: { state: OrderState }) => (
  <AsyncPanel title={text.amounts} subtitle={text.amountsNote} state={state} updatedAt={null} height={250}>
    {({ data }) => (
      <>
        <dl className={css.amounts}>
          <Amount name={text.gross} value={data.order_subtotal} />
          <Amount name={text.discount} value={-data.discount} />
          <Amount name={text.refunded} value={-data.refunded} />
          <Amount name={text.net} value={data.order_total} total />
          <Amount name={text.shipping} value={data.shipping} />
          <Amount name={text.fees} value={data.fees} />
          <Amount name={text.shopTotal} value={data.shop_total} />
        </dl>
        <Text c="dimmed" fz="xs" mt={10}>
          {text.outside}
        </Text>
      </>
    )}
  </AsyncPanel>
)

const Amount = ({ name, value, total }: { name: string; value: number; total?: boolean }) => (
  <div data-total={total}>
    <dt>{name}</dt>
    <dd>{money(value)}</dd>
  </div>
)

const CountsPanel = ({ state }: { state: OrderState }) => (
  <AsyncPanel
    title={text.counts}
    subtitle={state.data && text.countsNote(monthName(state.data.data.month))}
    state={state}
    updatedAt={null}
    height={250}
  >
    {({ data }) => (
      <ul className={css.counts}>
        {sentences(data).map(({ counts, words }) => (
          <li key={words} data-counts={counts}>
            {counts ? (
              <IconCircleCheck size={17} stroke={1.8} role="img" aria-label={text.yes} />
            ) : (
              <IconCircleMinus size={17} stroke={1.8} role="img" aria-label={text.no} />
            )}
            {words}
          </li>
        ))}
      </ul>
    )}
  </AsyncPanel>
)

function sentences(order: OrderDetail): { counts: boolean; words: string }[] {
  if (!order.counted) return [{ counts: false, words: inNoFigure(order) }]
  const told = order.counts.flatMap(({ figure, counts, reason }) => {
    const words = wordsOf(order, figure, reason)
    return words === null ? [] : [{ counts, words }]
  })
  const refund = { counts: true, words: text.refundMonth(monthName(order.month)) }
  return order.refunded > 0 ? [...told, refund] : told
}

function inNoFigure({ counts, currency }: OrderDetail): string {
  const reason = counts[0]?.reason
  return reason === 'implausible' || reason === 'contained' || reason === 'copied'
    ? text.inNoFigure[reason]
    : text.inNoFigure.currency(currency)
}

type Count = OrderDetail['counts'][number]

/** Null for a figure that does not apply to this order. */
function wordsOf(order: OrderDetail, figure: Count['figure'], reason: Count['reason']): string | null {
  const { company, kind } = order.buyer
  const [month, status] = [monthName(order.month), statusLabel(order.status)]
  const counted = reason === 'counted'
  switch (figure) {
    case 'sales':
      return counted ? text.sales.counted(month) : text.sales.status(status)
    case 'cancelled':
      return counted ? text.cancelled(month) : null
    case 'statuses':
      return text.statuses(status, month)
    case 'buyers':
      return counted ? text.buyers[kind](month) : text.buyers.not
    case 'benefits':
      if (counted) return text.benefits.counted(month)
      return reason === 'discounts' ? text.benefits.discounts : text.benefits.status
    case 'company':
      if (company === '') return null
      return counted ? text.company.counted(company, month) : text.company.status(company)
  }
}
