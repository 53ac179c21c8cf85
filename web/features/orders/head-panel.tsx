// The head of an order: status, dates, distributor, buyer and place.
import { IconExternalLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { entryOf } from '#contract/entry.ts'
import type { OrderDetail } from '#contract/order.ts'
import { isLost, statusLabel } from '#contract/statuses.ts'
import { PAYMENT_METHOD_LABELS, PROVINCE_LABELS } from '#contract/value-labels.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { MonthLink } from '#web/shared/links/month-link.tsx'
import { date, dateTime } from '#web/text/format.ts'
import { linkLook } from '#web/ui/button.tsx'
import type { Loadable } from '#web/ui/loadable.ts'
import { AsyncPanel } from '#web/ui/page.tsx'
import { Tag } from '#web/ui/tag.tsx'
import css from './orders.module.css'
import { text } from './text.ts'

type Person = NonNullable<OrderDetail['buyer']['person']>
export type OrderState = Loadable<{ readonly data: OrderDetail }>

export const HeadPanel = ({ number, state }: { number: string; state: OrderState }) => (
  <AsyncPanel
    title={text.order(number)}
    state={state}
    height={148}
    grows
    actions={<ShopLink order={state.data?.data} />}
  >
    {({ data }) => <Facts order={data} />}
  </AsyncPanel>
)

function ShopLink({ order }: { order: OrderDetail | undefined }) {
  if (order?.admin_url === null) return null
  return (
    <a
      {...linkLook({ frame: 'bordered' })}
      href={order?.admin_url}
      target="_blank"
      rel="noreferrer"
      title={order && text.opensShop(order.number)}
    >
      {text.seeInShop}
      <IconExternalLink size={14} aria-hidden />
    </a>
  )
}

/** '2026-05-04 09:00:00' on the clock of the shop → '04/05/2026, 09:00'. */
const onShopClock = (time: string): string => `${date(time)}, ${time.slice(11, 16)}`

/** A city with the same name as its province is shown once. */
const placeOf = ({ state, city }: OrderDetail): string =>
  [...new Set([entryOf(PROVINCE_LABELS, state) ?? state, city])].filter(Boolean).join(', ')

const toneOf = (status: string) => {
  if (status === 'wc-completed') return 'good'
  return isLost(status) ? 'bad' : 'calm'
}

function Facts({ order }: { order: OrderDetail }) {
  const { fields } = text
  const { buyer } = order
  return (
    <dl className={css.facts}>
      <Fact name={fields.status}>
        <Tag tone={toneOf(order.status)}>{statusLabel(order.status)}</Tag>
      </Fact>
      <Fact name={fields.created}>{onShopClock(order.created_at)}</Fact>
      <Fact name={fields.modified}>{order.modified_at && dateTime(order.modified_at)}</Fact>
      <Fact name={fields.distributor}>
        <Distributor order={order} />
      </Fact>
      <Fact name={fields.customer}>
        {buyer.person ? <Buyer order={order} person={buyer.person} /> : text.noPersonalData}
      </Fact>
      {buyer.person ? <Fact name={fields.email}>{buyer.person.email}</Fact> : null}
      <Fact name={fields.account}>
        {buyer.company === '' ? text.account[buyer.kind] : text.employee(buyer.company)}
      </Fact>
      <Fact name={fields.place}>{placeOf(order)}</Fact>
      <Fact name={fields.invoice}>{order.invoice_number}</Fact>
      <Fact name={fields.payment}>
        {entryOf(PAYMENT_METHOD_LABELS, order.payment_method) ?? order.payment_method}
      </Fact>
      {order.counted ? null : <Fact name={fields.currency}>{order.currency}</Fact>}
    </dl>
  )
}

const Buyer = ({ order, person }: { order: OrderDetail; person: Person }) => (
  <>
    {`${person.name} ${person.surname}`.trim()}{' '}
    {order.buyer.kind === 'anonymous' ? null : (
      <MonthLink to="/orders/$order_id/of-buyer" params={{ order_id: String(order.order_id) }}>
        {text.allOrders}
      </MonthLink>
    )}
  </>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children || text.none}</dd>
  </div>
)

function Distributor({ order: { dist_id, dist_name, month } }: { order: OrderDetail }) {
  if (!mayUser(useUser(), 'view:distributors')) return dist_name
  return (
    <MonthLink to="/distributors/distributors-details/$dist_id" params={{ dist_id }} search={{ month }}>
      {dist_name}
    </MonthLink>
  )
}
