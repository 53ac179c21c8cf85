// Órdenes de Clientes: the month's orders by status and province, and the orders themselves. Touches api, lists, ui, text and this feature.
import { useQuery } from '@tanstack/react-query'
import { ORDER_STATUSES, statusLabel } from '#contract/statuses.ts'
import { fetchQuery } from '#web/api/ask.ts'
import { useMonth } from '#web/api/month.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { ListTable } from '#web/lists/list-table.tsx'
import { monthName } from '#web/text/format.ts'
import { Limit } from '#web/ui/limit.tsx'
import { Halves, Page } from '#web/ui/page.tsx'
import { RouteLink } from '#web/ui/route-link.tsx'
import { Select } from '#web/ui/select.tsx'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import css from './customers.module.css'
import {
  ALL_STATUSES,
  BY_PROVINCE,
  BY_STATUS,
  DEFAULT_STATUS,
  ORDERS,
  ordersByProvinceOf,
  statusOf,
} from './orders-lists.ts'
import { provinceName } from './provinces.ts'
import { ProvincesPanel } from './provinces-panel.tsx'
import { StatusesPanel } from './statuses-panel.tsx'
import { text } from './text.ts'

const nameOf = (status: string) => (status === ALL_STATUSES ? text.allStatuses : statusLabel(status))

/** The one that is shown may be the shop's own. */
const optionsWith = (shown: string) =>
  [...new Set([ALL_STATUSES, ...ORDER_STATUSES, shown])].map((value) => ({ value, label: nameOf(value) }))

export default function OrdersScreen() {
  const user = useUser()
  const month = useMonth()
  const [word, setWord] = useSearchParam('status', { step: true })
  const [province, setProvince] = useSearchParam('state', { step: true })
  const [distributor, setDistributor] = useSearchParam('dist', { step: true })
  const status = statusOf(word)
  const setStatus = (next: string) => setWord(next === DEFAULT_STATUS ? null : next)
  const byStatus = useQuery(fetchQuery(BY_STATUS, { query: { start_date: month } }))
  const byProvince = useQuery(fetchQuery(BY_PROVINCE, ordersByProvinceOf(month, status)))
  const of = text.statusOf(nameOf(status), monthName(month))
  return (
    <Page>
      <Halves>
        <StatusesPanel
          state={byStatus}
          month={month}
          status={status}
          onStatus={(next) => setStatus(next === status ? ALL_STATUSES : next)}
        />
        <ProvincesPanel
          state={byProvince}
          month={month}
          subtitle={of}
          province={province}
          onProvince={(next) => setProvince(next === province ? null : next)}
        />
      </Halves>
      <div className={css.bar} data-no-print>
        <Select
          aria-label={text.status}
          data={optionsWith(status)}
          value={status}
          onChange={(event) => setStatus(event.currentTarget.value)}
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
      </div>
      <ListTable<'GET /api/orders'>
        {...ORDERS}
        id="orders"
        below
        title={text.orders}
        subtitle={province === null ? of : `${of}, ${provinceName(province)}`}
        month={month}
        query={{ status, state: province, only_dist_id: distributor }}
        rowKey={(row) => String(row.order_id)}
        empty={text.noOrders(monthName(month))}
        cells={{
          state: (row) => provinceName(row.state),
          ...(mayUser(user, 'view:distributors') && {
            dist_name: (row) => (
              <RouteLink
                className={css.link}
                to="/distributors/distributors-details/$dist_id"
                params={{ dist_id: row.dist_id }}
                search={{ month }}
              >
                {row.dist_name}
              </RouteLink>
            ),
          }),
        }}
      />
    </Page>
  )
}
