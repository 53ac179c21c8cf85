// Lista de emails de usuarios: accounts and what they accept to receive. Touches lists, ui and this feature.
import { ListTable } from '#web/lists/list-table.tsx'
import { Page } from '#web/ui/page.tsx'
import { pageSizes } from '#web/ui/table/view.ts'
import { MAILS } from './lists.ts'
import { text } from './text.ts'

const SIZES = pageSizes(50)

export default function MailsScreen() {
  return (
    <Page>
      <ListTable
        {...MAILS}
        id="mails"
        title={text.mails}
        subtitle={text.mailsNote}
        sizes={SIZES}
        rowKey={(row) => String(row.customer_id)}
      />
    </Page>
  )
}
