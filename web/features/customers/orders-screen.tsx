// Órdenes de Clientes: the month's orders by status and province, and the list of them.
import { Flex } from '@mantine/core'
import { ORDER_STATUSES, statusLabel } from '#contract/statuses.ts'
import { useCall } from '#web/api/call.ts'
import { useMonth } from '#web/api/month.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { ListTable } from '#web/lists/list-table.tsx'
import { MonthLink } from '#web/lists/month-link.tsx'
import { monthName } from '#web/text/format.ts'
import { noOrdersIn } from '#web/text/months.ts'
import { Select } from '#web/ui/field.tsx'
import { Limit } from '#web/ui/limit.tsx'
import { Halves, Page } from '#web/ui/page.tsx'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import { ALL_STATUSES, COMPLETED, LIMITED_ORDERS, ORDERS, ordersByStatusCall } from './queries.ts'
import { provinceName, statusFromParam } from './rules.ts'
import { ProvincesPanel, StatusesPanel } from './statuses-panel.tsx'
import { text } from './text.ts'

const labelOf = (status: string) => (status === ALL_STATUSES ? text.allStatuses : statusLabel(status))

/** The known statuses, and the selected one, which may be the shop's own. */
const statusOptions = (selected: string) =>
  [...new Set([ALL_STATUSES, ...ORDER_STATUSES, selected])].map((value) => ({ value, label: labelOf(value) }))

export default function OrdersScreen() {
  const user = useUser()
  const month = useMonth()
  const [param, setParam] = useSearchParam('status', { step: true })
  const [province, setProvince] = useSearchParam('state', { step: true })
  const [distributor] = useSearchParam('dist')
  const status = statusFromParam(param)
  const setStatus = (next: string) => setParam(next === COMPLETED ? null : next)
  const subtitle = text.statusOf(labelOf(status), monthName(month))
  const totals = useCall(...ordersByStatusCall(month)).data?.data
  const noOrders = totals?.every((row) => row.total_orders === 0) ?? false
  return (
    <Page>
      <Halves>
        <StatusesPanel
          status={status}
          onStatus={(next) => setStatus(next === status ? ALL_STATUSES : next)}
        />
        <ProvincesPanel
          status={status}
          subtitle={subtitle}
          empty={noOrders ? noOrdersIn({ month }) : text.noneOfStatus(labelOf(status), monthName(month))}
          province={province}
          onProvince={(next) => setProvince(next === province ? null : next)}
        />
      </Halves>
      <Filters status={status} onStatus={setStatus} />
      <ListTable
        {...(noOrders ? ORDERS : LIMITED_ORDERS)}
        id="orders"
        title={text.orders}
        subtitle={province === null ? subtitle : `${subtitle}, ${provinceName(province)}`}
        month={month}
        query={{ status, state: province, only_dist_id: distributor }}
        empty={noOrdersIn({ month })}
        cells={{
          ...(mayUser(user, 'view:distributors') && { dist_name: distributorCell }),
        }}
      />
    </Page>
  )
}

function Filters({ status, onStatus }: { status: string; onStatus: (status: string) => void }) {
  const [province, setProvince] = useSearchParam('state', { step: true })
  const [distributor, setDistributor] = useSearchParam('dist', { step: true })
  return (
    <Flex wrap="wrap" align="center" gap="8px 12px" data-no-print>
      <Select
        aria-label={text.status}
        data={statusOptions(status)}
        value={status}
        onChange={(event) => onStatus(event.currentTarget.value)}
      />
      {province === null ? null : (
        <Limit
          words={text.onlyProvince(provinceName(province))}
          remove={text.everyProvince}
          onRemove={() => setProvince(null)}
        />
      )}
      {distributor === null ? null : (
        <Limit
          words={text.onlyDistributor(distributor)}
          remove={text.everyDistributor}
          onRemove={() => setDistributor(null)}
        />
      )}
    </Flex>
  )
}

const distributorCell = ({ dist_id, dist_name }: { dist_id: string; dist_name: string }) => (
  <MonthLink to="/distributors/distributors-details/$dist_id" params={{ dist_id }}>
    {dist_name}
  </MonthLink>
)
