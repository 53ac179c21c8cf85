// The open orders that wait longest, below the times of distributors.
import { useCall } from '#web/api/call.ts'
import { MonthLink } from '#web/shared/links/month-link.tsx'
import { useOrderLinks } from '#web/shared/links/order-link.tsx'
import { AsyncPanel } from '#web/ui/page.tsx'
import shared from '#web/ui/shared.module.css'
import { ViewAsTable } from '#web/ui/view-as-table.tsx'
import { DISTRIBUTOR } from './behind.tsx'
import { OPEN_ORDERS } from './queries.ts'
import { text } from './text.ts'

const SHOWN = new Set(['dist_name', 'days_open', 'status', 'order_id', 'date', 'order_total'])
const COLUMNS = OPEN_ORDERS.columns.filter(({ key }) => SHOWN.has(key))

export function OldestOpen() {
  const cells = useOrderLinks(DISTRIBUTOR)
  const state = useCall(OPEN_ORDERS.call, { query: { per_page: 10 } })
  return (
    <AsyncPanel
      title={text.oldest}
      subtitle={
        <>
          {text.oldestNote} ·{' '}
          <MonthLink className={shared.textLink} to="/distributors/service" search={{ vista: 'abiertas' }}>
            {text.seeAllOpen}
          </MonthLink>
        </>
      }
      state={state}
      height={120}
      isEmpty={({ data }) => data.length === 0}
      empty={text.noneOpen}
    >
      {({ data }) => (
        <ViewAsTable caption={text.oldest} columns={COLUMNS} rows={data} {...(cells && { cells })} />
      )}
    </AsyncPanel>
  )
}
