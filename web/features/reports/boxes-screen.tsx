// Reporte Cajas Surtidas: discounts of mixed boxes. Touches api, lists, ui, text and this feature.
import { useMonth } from '#web/api/month.ts'
import { ListTable } from '#web/lists/list-table.tsx'
import { monthName } from '#web/text/format.ts'
import { Page } from '#web/ui/page.tsx'
import { BOXES } from './lists.ts'
import { text } from './text.ts'

export default function BoxesScreen() {
  const month = useMonth()
  return (
    <Page>
      <ListTable
        {...BOXES}
        id="mixed-boxes"
        title={text.boxes}
        subtitle={text.boxesNote(monthName(month))}
        month={month}
        rowKey={(row) => `${row.order_id} ${row.discount_id}`}
      />
    </Page>
  )
}
