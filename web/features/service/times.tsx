// How long the month's orders took, per distributor or per province, and the orders that a number counts.
import { lazy, Suspense, useState } from 'react'
import type { RowOf } from '#contract/endpoint.ts'
import { entryOf } from '#contract/entry.ts'
import type { serviceCalls } from '#contract/service.ts'
import { useCall } from '#web/api/call.ts'
import { useMonth } from '#web/api/month.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { ReportLink } from '#web/shared/links/report-link.tsx'
import { ListTable } from '#web/shared/lists/list-table.tsx'
import { RowButton } from '#web/shared/lists/row-button.tsx'
import { cellText, monthName } from '#web/text/format.ts'
import shared from '#web/ui/shared.module.css'
import { StandIn } from '#web/ui/stand-in.tsx'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import {
  Above,
  Behind,
  BY_PROVINCE,
  DISTRIBUTOR,
  type OfRow,
  ofDistributor,
  ofProvince,
  RowChoice,
  useByProvince,
  useRowOf,
} from './behind.tsx'
import { OldestOpen } from './oldest-open.tsx'
import { ENDED_ORDERS, PROVINCES, SERVICE } from './queries.ts'
import { text } from './text.ts'

const PromiseDialog = lazy(() => import('./promise-dialog.tsx'))

export const ENDED = 'terminadas'
const ended = (status: string) => ({ vista: ENDED, estado: status })
const [COMPLETED, CANCELLED] = [ended('wc-completed'), ended('wc-cancelled')]
const OPEN = { vista: 'abiertas' }

/** The list behind each number. */
const LISTS = {
  ...{ median_days: COMPLETED, p90_days: COMPLETED, on_time_rate: COMPLETED, completed: COMPLETED },
  ...{ open_orders: OPEN, oldest_days: OPEN, cancel_rate: CANCELLED },
} as const
type Figure = keyof typeof LISTS
type Figures = Readonly<Record<Figure, number | null>>

const cellsOf = <Row extends Figures>(of: (row: Row) => OfRow) =>
  Object.fromEntries(
    PROVINCES.columns.flatMap((column) => {
      const list = entryOf(LISTS, column.key)
      if (!list) return []
      const cell = (row: Row) => {
        const value = row[column.key as Figure]
        const shown = cellText(value, column)
        const opens = list === COMPLETED ? row.completed && value !== null : value
        return opens ? (
          <Behind of={of(row)} list={list} open={list === OPEN} what={column.title}>
            {shown}
          </Behind>
        ) : (
          shown
        )
      }
      return [[column.key, cell]]
    }),
  )

const OF_DISTRIBUTORS = {
  ...cellsOf<RowOf<typeof serviceCalls.service>>(ofDistributor),
  dist_name: ({ dist_id, dist_name }: RowOf<typeof serviceCalls.service>) => (
    <ReportLink distId={dist_id}>{dist_name}</ReportLink>
  ),
}
const OF_PROVINCES = cellsOf<RowOf<typeof serviceCalls.serviceProvinces>>(ofProvince)

export function Times() {
  const month = useMonth()
  const user = useUser()
  const byProvince = useByProvince()
  const maySet = mayUser(user, 'settings')
  const [isOpen, setOpen] = useState(false)
  const promises = useCall('GET /api/distributors/service/promises')
  const { general, own } = promises.data?.data ?? {}
  const words = (general: number | undefined, own: number) => text.timesOf(monthName(month), general, own)
  const subtitle = promises.isPending ? <StandIn>{words(5, 1)}</StandIn> : words(general, own?.length ?? 0)
  return (
    <>
      <div className={shared.line} data-no-print>
        <RowChoice />
        {maySet ? <RowButton onClick={() => setOpen(true)}>{text.promise}</RowButton> : null}
      </div>
      {byProvince ? (
        <ListTable
          key="provinces"
          {...PROVINCES}
          id="service-provinces"
          title={text.timesByProvince}
          subtitle={subtitle}
          month={month}
          cells={OF_PROVINCES}
        />
      ) : (
        <ListTable
          key="distributors"
          {...SERVICE}
          id="service"
          title={text.times}
          subtitle={subtitle}
          month={month}
          cells={OF_DISTRIBUTORS}
        />
      )}
      {mayUser(user, 'view:orders') ? <OldestOpen /> : null}
      {isOpen ? (
        <Suspense>
          <PromiseDialog onClose={() => setOpen(false)} onSaved={() => void promises.refetch()} />
        </Suspense>
      ) : null}
    </>
  )
}

/** The month's completed or cancelled orders of a row. */
export function EndedOrders() {
  const month = useMonth()
  const [asked] = useSearchParam('estado')
  const { limits, name } = useRowOf()
  const status = asked === CANCELLED.estado ? 'wc-cancelled' : 'wc-completed'
  return (
    <ListTable
      {...ENDED_ORDERS}
      id="ended-orders"
      cells={DISTRIBUTOR}
      title={text.ended[status]}
      subtitle={
        <Above
          words={text.createdIn(monthName(month), name)}
          view={limits.province === undefined ? {} : BY_PROVINCE}
          back={text.backToTimes}
        />
      }
      month={month}
      query={{ status, ...limits }}
    />
  )
}
