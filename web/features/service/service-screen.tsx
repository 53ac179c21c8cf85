// Servicio: how long the month's orders took per distributor, and the orders that are still open.
import { lazy, Suspense, useState } from 'react'
import { useCall } from '#web/api/call.ts'
import { useMonth } from '#web/api/month.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { MonthLink } from '#web/shared/links/month-link.tsx'
import { ReportLink } from '#web/shared/links/report-link.tsx'
import { COMPLETED_ORDERS, useRowsBehind } from '#web/shared/links/rows-behind.ts'
import { ViewChoice } from '#web/shared/links/view-choice.tsx'
import { ListTable } from '#web/shared/lists/list-table.tsx'
import { RowButton } from '#web/shared/lists/row-button.tsx'
import { integer, monthName } from '#web/text/format.ts'
import { PageLink } from '#web/ui/links.tsx'
import { Page } from '#web/ui/page.tsx'
import shared from '#web/ui/shared.module.css'
import { StandIn } from '#web/ui/stand-in.tsx'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import { OldestOpen } from './oldest-open.tsx'
import { OpenOrders } from './open-orders.tsx'
import { SERVICE } from './queries.ts'
import { Stages } from './stages.tsx'
import { text } from './text.ts'

const OPEN = 'abiertas'
const STAGES = 'etapas'
const VIEWS = [
  { value: '', label: text.byDistributor },
  { value: STAGES, label: text.stages },
  { value: OPEN, label: text.open },
]

export default function ServiceScreen() {
  const [view] = useSearchParam('vista')
  return (
    <Page>
      <ViewChoice param="vista" label={text.views} views={VIEWS} />
      {view === OPEN ? <OpenOrders /> : view === STAGES ? <Stages /> : <Times />}
    </Page>
  )
}

interface Served {
  readonly dist_id: string
  readonly dist_name: string
  readonly open_orders: number
  readonly completed: number
}

const CELLS = {
  completed: (row: Served) => <Completed row={row} />,
  dist_name: ({ dist_id, dist_name }: Served) => <ReportLink distId={dist_id}>{dist_name}</ReportLink>,
  open_orders: ({ dist_id, dist_name, open_orders }: Served) =>
    open_orders === 0 ? (
      integer(0)
    ) : (
      <MonthLink
        className={shared.link}
        to="/distributors/service"
        search={{ vista: OPEN, distribuidor: dist_id }}
        aria-label={text.seeOpen(integer(open_orders), dist_name)}
      >
        {integer(open_orders)}
      </MonthLink>
    ),
}

function Completed({ row: { dist_id, dist_name, completed } }: { row: Served }) {
  const rowsBehind = useRowsBehind(useMonth(), { dist: dist_id })
  const link = rowsBehind(text.completedOf(integer(completed), dist_name), COMPLETED_ORDERS)
  return completed > 0 && link ? <PageLink {...link}>{integer(completed)}</PageLink> : integer(completed)
}

const PromiseDialog = lazy(() => import('./promise-dialog.tsx'))

function Times() {
  const month = useMonth()
  const user = useUser()
  const maySet = mayUser(user, 'settings')
  const [isOpen, setOpen] = useState(false)
  const promises = useCall('GET /api/distributors/service/promises')
  const { general, own } = promises.data?.data ?? {}
  return (
    <>
      {maySet ? (
        <div data-no-print>
          <RowButton onClick={() => setOpen(true)}>{text.promise}</RowButton>
        </div>
      ) : null}
      <ListTable
        {...SERVICE}
        id="service"
        title={text.times}
        subtitle={
          promises.isPending ? (
            <StandIn>{text.timesOf(monthName(month), 5, 1)}</StandIn>
          ) : (
            text.timesOf(monthName(month), general, own?.length ?? 0)
          )
        }
        month={month}
        cells={CELLS}
      />
      {mayUser(user, 'view:orders') ? <OldestOpen /> : null}
      {isOpen ? (
        <Suspense>
          <PromiseDialog onClose={() => setOpen(false)} onSaved={() => void promises.refetch()} />
        </Suspense>
      ) : null}
    </>
  )
}
