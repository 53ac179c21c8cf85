// Órdenes de Clientes: the month's orders by status and province, and the list of them.
import { Box, Flex } from '@mantine/core'
import { ORDER_STATUSES, statusLabel } from '#contract/statuses.ts'
import { useCall } from '#web/api/call.ts'
import { useMonth } from '#web/api/month.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { OnlyDistributor } from '#web/shared/distributors/only-distributor.tsx'
import { MonthLink } from '#web/shared/links/month-link.tsx'
import { ListTable } from '#web/shared/lists/list-table.tsx'
import { monthName } from '#web/text/format.ts'
import { noOrdersIn } from '#web/text/months.ts'
import { Select } from '#web/ui/field.tsx'
import { Limit } from '#web/ui/limit.tsx'
import { Halves, Page } from '#web/ui/page.tsx'
import shared from '#web/ui/shared.module.css'
import { FilterInput } from '#web/ui/table/filter-input.tsx'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import { ALL_STATUSES, COMPLETED, LIMITED_ORDERS, OF_BUYERS, ORDERS, ordersByStatusCall } from './queries.ts'
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
  const isCounted = useSearchParam('counted')[0] === '1'
  const status = statusFromParam(param)
  const setStatus = (next: string) => setParam(next === COMPLETED ? null : next)
  const subtitle = text.statusOf(labelOf(status), monthName(month))
  const totals = useCall(...ordersByStatusCall(month)).data?.data
  const noOrders = totals?.every((row) => row.total_orders === 0) ?? false
  const [buyer] = useSearchParam('buyer')
  const search = mayUser(user, 'personal-data') ? <BuyerSearch /> : null
  if (search && buyer !== null)
    return (
      <Page>
        {search}
        <ListTable
          {...OF_BUYERS}
          id="orders-of-buyers"
          title={text.orders}
          subtitle={text.ofBuyers(buyer)}
          query={{ buyer }}
        />
      </Page>
    )
  return (
    <Page>
      {search}
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
        query={{ status, state: province, only_dist_id: distributor, counted: isCounted ? '1' : undefined }}
        empty={noOrdersIn({ month })}
        cells={{
          ...(mayUser(user, 'view:distributors') && { dist_name: distributorCell }),
        }}
      />
    </Page>
  )
}

/** Finds the orders of a buyer in all months; while it is empty, the screen shows the month. */
function BuyerSearch() {
  const [buyer, setBuyer] = useSearchParam('buyer', { step: true })
  return (
    <Flex align="center" gap={10} wrap="wrap" data-no-print>
      <span className={shared.quiet}>{text.buyer}</span>
      <Box flex={1} maw={340} miw={200}>
        <FilterInput
          title={text.buyer}
          value={buyer ?? ''}
          onFilter={(typed) => setBuyer(typed || null)}
          pause={300}
          least={2}
        />
      </Box>
    </Flex>
  )
}

function Filters({ status, onStatus }: { status: string; onStatus: (status: string) => void }) {
  const [province, setProvince] = useSearchParam('state', { step: true })
  const [distributor, setDistributor] = useSearchParam('dist', { step: true })
  const [counted, setCounted] = useSearchParam('counted', { step: true })
  return (
    <Flex wrap="wrap" align="center" gap="8px 12px">
      <div data-no-print>
        <Select
          aria-label={text.status}
          data={statusOptions(status)}
          value={status}
          onChange={(event) => onStatus(event.currentTarget.value)}
        />
      </div>
      {province === null ? null : (
        <Limit
          words={text.onlyProvince(provinceName(province))}
          remove={text.everyProvince}
          onRemove={() => setProvince(null)}
        />
      )}
      {distributor === null ? null : (
        <OnlyDistributor id={distributor} onRemove={() => setDistributor(null)} />
      )}
      {counted === '1' ? (
        <Limit words={text.onlyCounted} remove={text.alsoUncounted} onRemove={() => setCounted(null)} />
      ) : null}
    </Flex>
  )
}

const distributorCell = ({ dist_id, dist_name }: { dist_id: string; dist_name: string }) => (
  <MonthLink to="/distributors/distributors-details/$dist_id" params={{ dist_id }}>
    {dist_name}
  </MonthLink>
)
