// People and orders behind a figure of Recompra.
import { type AgainAfter, buyerLists } from '#contract/lists/buyers.ts'
import { listSource } from '#web/lists/list.ts'
import { ListTable } from '#web/lists/list-table.tsx'
import { Detail } from './detail.tsx'
import { OrderCell } from './order-cell.tsx'
import { text } from './text.ts'

const PEOPLE = listSource(buyerLists.repurchasePeople)
const ORDERS = listSource(buyerLists.repurchaseOrders)

interface RepurchaseDetailProps {
  title: string
  query: { readonly start_date: string; readonly months: number; readonly days?: AgainAfter }
  onClose: () => void
}

export const RepurchaseDetail = ({ title, query, onClose }: RepurchaseDetailProps) => (
  <Detail
    title={title}
    onClose={onClose}
    people={
      <ListTable
        {...PEOPLE}
        id="repurchase-people"
        title={text.people}
        query={query}
        rowKey={(row) => String(row.first_order_id)}
        cells={{
          first_order_id: (row) => <OrderCell id={row.first_order_id} />,
          second_order_id: (row) => <OrderCell id={row.second_order_id} />,
        }}
      />
    }
    orders={
      <ListTable
        {...ORDERS}
        id="repurchase-orders"
        title={text.orders}
        query={query}
        rowKey={(row) => String(row.order_id)}
      />
    }
  />
)
