// All orders of the buyer of one order. The address names the order, so that it holds no name.
import { useParams } from '@tanstack/react-router'
import { orderLists } from '#contract/lists/orders.ts'
import { useCall } from '#web/api/call.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { MonthLink } from '#web/shared/links/month-link.tsx'
import { listSource } from '#web/shared/lists/list.ts'
import { ListTable } from '#web/shared/lists/list-table.tsx'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { Page } from '#web/ui/page.tsx'
import { StandIn } from '#web/ui/stand-in.tsx'
import { orderCall } from './queries.ts'
import { text } from './text.ts'

const ORDERS = listSource(orderLists.ordersOfBuyer)

export default function BuyerScreen() {
  const { order_id = '' } = useParams({ strict: false })
  const { data, isPending } = useCall(...orderCall(order_id))
  const mayName = mayUser(useUser(), 'personal-data')
  const person = data?.data.buyer.person
  const name = person ? `${person.name} ${person.surname}`.trim() || person.email : ''
  return (
    <Page>
      <Breadcrumb
        above={
          <MonthLink to="/orders/$order_id" params={{ order_id }}>
            {text.order(data?.data.number ?? order_id)}
          </MonthLink>
        }
        here={text.ofBuyer}
      />
      <ListTable
        {...ORDERS}
        id="buyer-orders"
        title={name || text.ofBuyer}
        subtitle={
          isPending && mayName ? <StandIn>{subtitleOf(text.someEmail)}</StandIn> : subtitleOf(person?.email)
        }
        params={{ bought_order_id: order_id }}
      />
    </Page>
  )
}

const subtitleOf = (email: string | undefined) => [email, text.everyMonth].filter(Boolean).join(' · ')
