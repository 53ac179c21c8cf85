// Ranking de ventas: the month's figures beside the previous month, and every product sold. Touches api, ui, text and this feature.
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { addMonths, type Month } from '#contract/month.ts'
import type { ProductRankingRow } from '#contract/products.ts'
import { productRankingColumns } from '#contract/products-columns.ts'
import { ask } from '#web/api/ask.ts'
import { downloadExport } from '#web/api/download.ts'
import { useMonth } from '#web/api/month.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { integer, money, monthName } from '#web/text/format.ts'
import { KpiCard, KpiCardSkeleton } from '#web/ui/kpi-card.tsx'
import { Cards, Page } from '#web/ui/page.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { FailedState } from '#web/ui/states.tsx'
import { ClientTable } from '#web/ui/table/data-table.tsx'
import { useTableView } from '#web/ui/table/use-table-view.ts'
import { BusinessName } from './business-name.tsx'
import css from './products.module.css'
import { text } from './text.ts'

const RANKING = 'GET /api/products/get-ranking-products-selled'
const DEFAULTS = { perPage: 25, orderBy: 'total_amount', order: 'DESC' } as const

export default function RankingScreen() {
  const user = useUser()
  const month = useMonth()
  const [view, onView] = useTableView(productRankingColumns, DEFAULTS)
  const state = useQuery(ask(RANKING, { query: { start_date: month } }))
  return (
    <Page>
      <Figures month={month} />
      <ClientTable
        id="product-ranking"
        file={`ranking_de_ventas_${month}`}
        title={text.ranking}
        subtitle={text.completedOf(monthName(month))}
        updatedAt={state.data?.meta.updated_at}
        columns={productRankingColumns}
        rowKey={(row) => `${row.sku} ${row.name} ${row.business} ${row.segment}`}
        state={{ ...state, data: state.data?.data }}
        view={view}
        onView={onView}
        onExport={
          mayUser(user, 'export')
            ? (format) => downloadExport(RANKING, { query: { start_date: month, format } })
            : undefined
        }
        cells={{
          name: (row) => <ProductName product={row} />,
          business: (row) => <BusinessName name={row.business} />,
        }}
      />
    </Page>
  )
}

const CARDS = [
  { key: 'total_amount', write: money },
  { key: 'total_units_sold', write: integer },
  { key: 'total_products', write: integer },
] as const

/** As the server tells it: a previous value of 0 gives 0. */
const changeOf = (now: number, before: number) => (before === 0 ? 0 : ((now - before) / before) * 100)

function Figures({ month }: { month: Month }) {
  const state = useQuery(ask('GET /api/products/qty-and-total-selled', { query: { start_date: month } }))
  const figures = state.data?.data
  const previous = monthName(addMonths(month, -1))
  if (state.status === 'error')
    return (
      <Panel title={text.cardsLabel}>
        <FailedState height={120} error={state.error} onRetry={state.refetch} />
      </Panel>
    )
  return (
    <Cards>
      {CARDS.map(({ key, write }) =>
        figures ? (
          <KpiCard
            key={key}
            label={text.cards[key]}
            value={write(figures.main_month[key])}
            change={changeOf(figures.main_month[key], figures.prev_month[key])}
            versus={text.versus(previous)}
            versusInFull={text.versusInFull(previous, write(figures.prev_month[key]))}
          />
        ) : (
          <KpiCardSkeleton key={key} label={text.cards[key]} />
        ),
      )}
    </Cards>
  )
}

/** Leads to the product's page in the shop, where it has one. */
function ProductName({ product: { name, url } }: { product: ProductRankingRow }) {
  if (!/^https?:\/\//i.test(url)) return name
  return (
    <a className={css.link} href={url} target="_blank" rel="noreferrer" title={text.opensShop(name)}>
      {name}
      <IconExternalLink className={css.outside} size={13} aria-hidden />
    </a>
  )
}
