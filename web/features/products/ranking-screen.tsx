// Ranking de ventas: the month's figures beside the previous month, and every product sold. Touches api, lists, ui, text and this feature.
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ProductRankingRow } from '#contract/products.ts'
import { productRankingColumns } from '#contract/products-columns.ts'
import { fetchQuery } from '#web/api/ask.ts'
import { useMonths } from '#web/api/compare.ts'
import { downloadExport } from '#web/api/download.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { CardsOfCall } from '#web/lists/figure-cards.tsx'
import { COMPLETED_ORDERS } from '#web/lists/rows-behind.ts'
import { integer, money, monthName } from '#web/text/format.ts'
import { Limit } from '#web/ui/limit.tsx'
import { Cards, Page } from '#web/ui/page.tsx'
import { ClientTable } from '#web/ui/table/data-table.tsx'
import { useTableView } from '#web/ui/table/use-table-view.ts'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import { BusinessName } from './business-name.tsx'
import css from './products.module.css'
import { EXACT } from './ranking-link.tsx'
import { text } from './text.ts'

const RANKING = 'GET /api/products/get-ranking-products-selled'
const DEFAULTS = { perPage: 25, orderBy: 'total_amount', order: 'DESC' } as const

const NONE: readonly ProductRankingRow[] = []

/** Whether a product stands under both names in full; one that is not given fits all. */
const isOf =
  (business = '', segment = '') =>
  (row: ProductRankingRow) =>
    ['', row.business].includes(business) && ['', row.segment].includes(segment)

export default function RankingScreen() {
  const user = useUser()
  const { month } = useMonths()
  const [distributor, setDistributor] = useSearchParam('dist', { step: true })
  const [view, onView] = useTableView(productRankingColumns, DEFAULTS)
  const only = distributor === null ? {} : { only_dist_id: distributor }
  const query = { start_date: month, ...only }
  const state = useQuery(fetchQuery(RANKING, { query }))
  const [exact] = useSearchParam(EXACT)
  const { business, segment } = view.filters
  const named = useMemo(
    () =>
      exact === null || (!business && !segment)
        ? NONE
        : (state.data?.data ?? NONE).filter(isOf(business, segment)),
    [exact, state.data, business, segment],
  )
  return (
    <Page>
      {distributor === null ? null : (
        <div data-no-print>
          <OnlyDistributor id={distributor} onRemove={() => setDistributor(null)} />
        </div>
      )}
      <Figures only={only} />
      <ClientTable
        id="product-ranking"
        file={`ranking_de_ventas_${month}`}
        title={text.ranking}
        subtitle={text.completedOf(monthName(month))}
        updatedAt={state.data?.meta.updated_at}
        columns={productRankingColumns}
        rowKey={(row) => `${row.sku} ${row.name} ${row.business} ${row.segment}`}
        own={named.length > 0 && mayUser(user, 'export')}
        state={{ ...state, data: named.length > 0 ? named : state.data?.data }}
        view={view}
        onView={onView}
        onExport={
          mayUser(user, 'export')
            ? (format) =>
                downloadExport(RANKING, {
                  query: { ...query, orderBy: view.orderBy, order: view.order, format },
                })
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

/** Its name, where the user may see distributors; it stands in the report that leads here. */
function OnlyDistributor({ id, onRemove }: { id: string; onRemove: () => void }) {
  const { asked } = useMonths()
  const report = useQuery({
    ...fetchQuery('GET /api/distributors/{dist_id}/get-distributors-sells', {
      params: { dist_id: id },
      query: asked,
    }),
    enabled: mayUser(useUser(), 'view:distributors'),
  })
  const name = report.data?.data.dist_name ?? id
  return <Limit words={text.onlyDistributor(name)} remove={text.everyDistributor} onRemove={onRemove} />
}

/** The list under the cards, in the order of a card. */
const listBy = (orderBy: string, order: 'ASC' | 'DESC') =>
  ({ path: '/products-sales-ranking', access: 'view:products', view: { orderBy, order } }) as const

const CARDS = [
  { key: 'total_amount', write: money, rows: COMPLETED_ORDERS },
  { key: 'total_units_sold', write: integer, rows: listBy('units_sold', 'DESC') },
  { key: 'total_products', write: integer, rows: listBy('name', 'ASC') },
] as const

function Figures({ only }: { only: { only_dist_id?: string } }) {
  const { month, compared, asked } = useMonths()
  const state = useQuery(
    fetchQuery('GET /api/products/qty-and-total-selled', { query: { ...asked, ...only } }),
  )
  return (
    <CardsOfCall
      title={text.cardsLabel}
      grid={Cards}
      state={state}
      cards={CARDS}
      labels={text.cards}
      month={month}
      compared={compared}
      limits={only.only_dist_id === undefined ? {} : { dist: only.only_dist_id }}
    />
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
