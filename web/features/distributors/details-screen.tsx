// Reporte por Distribuidor: one distributor's month by status, beside the month compared with. Touches api, ui, text and this feature.
import { ActionIcon, Button } from '@mantine/core'
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useRouter } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { DistributorSells } from '#contract/distributors.ts'
import { distributorSellsColumns } from '#contract/distributors-columns.ts'
import type { Month } from '#contract/month.ts'
import { isLost } from '#contract/statuses.ts'
import { fetchQuery } from '#web/api/ask.ts'
import { useMonths } from '#web/api/compare.ts'
import { downloadExport } from '#web/api/download.ts'
import { ApiError } from '#web/api/errors.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { money, monthName, shortMoney } from '#web/text/format.ts'
import { versus } from '#web/text/months.ts'
import { Change } from '#web/ui/change.tsx'
import { ChangeBadge } from '#web/ui/change-badge.tsx'
import { ChartPanel } from '#web/ui/chart-panel.tsx'
import { Donut, DonutCentre, DonutLegend } from '#web/ui/donut.tsx'
import { Page } from '#web/ui/page.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { statusColor } from '#web/ui/palette.ts'
import { Panel } from '#web/ui/panel.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { ClientTable } from '#web/ui/table/data-table.tsx'
import { useTableView } from '#web/ui/table/use-table-view.ts'
import css from './distributors.module.css'
import { text } from './text.ts'

const REPORT = 'GET /api/distributors/{dist_id}/get-distributors-sells'
const HEIGHT = 280
const growthOf = (status: string | null) => (status !== null && isLost(status) ? 'bad' : 'good')
const DEFAULTS = { perPage: 25, orderBy: 'amount', order: 'DESC' } as const

export default function DetailsScreen() {
  const user = useUser()
  const { month, compared, asked } = useMonths()
  const { dist_id = '' } = useParams({ strict: false })
  const [view, onView] = useTableView(distributorSellsColumns, DEFAULTS)
  const state = useQuery(fetchQuery(REPORT, { params: { dist_id }, query: asked }))
  const report = state.data?.data
  const empty = text.noOrdersOf(report?.dist_name ?? dist_id, monthName(month))
  const noOrders = report?.main_month.total_orders === 0
  const rows = useMemo(() => (noOrders ? [] : report?.items), [report, noOrders])
  if (state.error instanceof ApiError && state.error.status === 404)
    return <Unknown id={dist_id} month={month} />
  return (
    <Page>
      <Heading month={month} name={report?.dist_name} id={dist_id} failed={state.isError} />
      <ChartPanel
        title={text.byLabel}
        subtitle={text.statusesOf(monthName(month))}
        state={state}
        updatedAt={state.data?.meta.updated_at}
        height={HEIGHT}
        isEmpty={({ data }) => data.main_month.total_orders === 0}
        empty={empty}
        file={`montos_${dist_id}_${month}`}
        table={({ data }) => ({ columns: distributorSellsColumns, rows: data.items })}
      >
        {({ data }) => <Ring report={data} month={month} compared={compared} />}
      </ChartPanel>
      <ClientTable
        id="distributor"
        file={`reporte_por_distribuidor_${month}`}
        title={text.comparison(monthName(compared))}
        subtitle={`${text.statusesOf(monthName(month))}, ${versus(compared)}`}
        columns={distributorSellsColumns}
        rowKey={(row) => row.order_status}
        state={{ ...state, data: rows }}
        view={view}
        onView={onView}
        empty={empty}
        onExport={
          mayUser(user, 'export')
            ? (format) =>
                downloadExport(REPORT, {
                  params: { dist_id },
                  query: { ...asked, orderBy: view.orderBy, order: view.order, format },
                })
            : undefined
        }
        cells={{
          label: (row) =>
            mayUser(user, 'view:orders') ? (
              <PageLink
                href={`/customers-orders?month=${month}&status=${row.order_status}&dist=${encodeURIComponent(dist_id)}`}
              >
                {row.label}
              </PageLink>
            ) : (
              row.label
            ),
          increment: (row) => (
            <Change
              now={row.amount}
              before={row.prev_amount}
              change={row.increment}
              growth={growthOf(row.order_status)}
            />
          ),
        }}
      />
    </Page>
  )
}

/** An address may name one that is none: asking again would not help. */
const Unknown = ({ id, month }: { id: string; month: Month }) => (
  <Page>
    <Heading month={month} name={undefined} id={id} failed />
    <Panel title={text.unknown}>
      <EmptyState height={HEIGHT}>
        {text.unknownNote(id)}{' '}
        <Link className={css.textLink ?? ''} to="/distributors/distributors-details" search={{ month }}>
          {text.seeEvery}
        </Link>
      </EmptyState>
    </Panel>
  </Page>
)

interface HeadingProps {
  month: Month
  name: string | undefined
  id: string
  /** Without a name to come. */
  failed: boolean
}

/** The arrow goes where the person came from; opened by its address, it goes up to the list. */
function Heading({ month, name, id, failed }: HeadingProps) {
  const router = useRouter()
  const user = useUser()
  return (
    <div className={css.heading}>
      <ActionIcon
        variant="default"
        size={34}
        aria-label={text.back}
        title={text.back}
        data-no-print
        renderRoot={(props) => (
          <Link
            {...props}
            to="/distributors/distributors-details"
            search={{ month }}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey || !router.history.canGoBack()) return
              event.preventDefault()
              router.history.back()
            }}
          />
        )}
      >
        <IconArrowLeft size={18} aria-hidden />
      </ActionIcon>
      <div>
        {failed ? null : <p className={css.name}>{name ?? '\u00a0'}</p>}
        <p className={css.id}>{text.distId(id)}</p>
      </div>
      {!failed && mayUser(user, 'view:products') ? (
        <Button
          className={css.aside}
          variant="default"
          size="xs"
          data-no-print
          rightSection={<IconArrowRight size={14} aria-hidden />}
          renderRoot={(props) => (
            <Link
              {...props}
              to="/products-sales-ranking"
              search={{ month, dist: id }}
              aria-label={text.seeProductsOf(name ?? id)}
            />
          )}
        >
          {text.seeProducts}
        </Button>
      ) : null}
    </div>
  )
}

function Ring({ report, month, compared }: { report: DistributorSells; month: Month; compared: Month }) {
  const [picked, setPicked] = useState<string | null>(null)
  const slices = report.items
    .filter(({ amount }) => amount > 0)
    .map((item) => ({
      key: item.order_status,
      label: item.label,
      value: item.amount,
      color: statusColor(item.order_status),
      note: (
        <Change
          now={item.amount}
          before={item.prev_amount}
          change={item.increment}
          growth={growthOf(item.order_status)}
        />
      ),
    }))
  const chosen = report.items.find(({ order_status }) => order_status === picked)
  return (
    <div className={css.split}>
      <Donut
        label={`${text.byLabel}. ${report.dist_name}, ${monthName(month)}`}
        slices={slices}
        format={money}
        selected={picked}
        onSelect={setPicked}
      >
        <DonutCentre
          title={chosen?.label ?? text.total}
          value={shortMoney(chosen?.amount ?? report.main_month.total_amount)}
          change={<ChangeBadge change={chosen?.increment ?? report.increment} growth={growthOf(picked)} />}
          note={versus(compared)}
        />
      </Donut>
      <DonutLegend slices={slices} format={money} selected={picked} onSelect={setPicked} />
    </div>
  )
}
