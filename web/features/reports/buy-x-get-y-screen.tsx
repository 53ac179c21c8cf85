// Reporte compro X llevo Y: lines of orders with a promotion. Touches api, lists, ui, text and this feature.
import { useMonth } from '#web/api/month.ts'
import { ListTable } from '#web/lists/list-table.tsx'
import { monthName } from '#web/text/format.ts'
import { Page } from '#web/ui/page.tsx'
import { pageSizes } from '#web/ui/table/view.ts'
import { BUY_X_GET_Y } from './lists.ts'
import { text } from './text.ts'

const SIZES = pageSizes(50)

export default function BuyXGetYScreen() {
  const month = useMonth()
  return (
    <Page>
      <ListTable
        {...BUY_X_GET_Y}
        id="buy-x-get-y"
        title={text.buyXGetY}
        subtitle={text.buyXGetYNote(monthName(month))}
        month={month}
        sizes={SIZES}
        rowKey={(row) => `${row.order_id} ${row.line_id}`}
      />
    </Page>
  )
}
