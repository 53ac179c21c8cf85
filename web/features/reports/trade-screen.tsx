// Reporte Comercial: order lines with their discounts. Touches api, lists, ui, text and this feature.
import { useMonth } from '#web/api/month.ts'
import { ListTable } from '#web/lists/list-table.tsx'
import { monthName } from '#web/text/format.ts'
import { Page } from '#web/ui/page.tsx'
import { TRADE } from './lists.ts'
import { text } from './text.ts'

export default function TradeScreen() {
  const month = useMonth()
  return (
    <Page>
      <ListTable
        {...TRADE}
        id="trade"
        title={text.trade(monthName(month))}
        subtitle={text.tradeNote}
        month={month}
        rowKey={(row) => `${row.order_id} ${row.line_id}`}
      />
    </Page>
  )
}
