// Ranking de ventas: the month's figures and every product sold.
import { IconExternalLink } from '@tabler/icons-react'
import { useMemo } from 'react'
import { rankingTable } from '#contract/lists/products.ts'
import type { ProductRankingRow } from '#contract/products.ts'
import { keptValue } from '#contract/questions/filter.ts'
import { useCall } from '#web/api/call.ts'
import { useMonths } from '#web/api/compare.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { OnlyDistributor } from '#web/shared/distributors/only-distributor.tsx'
import { CardsOfCall } from '#web/shared/figures/figure-cards.tsx'
import { changeCells, useShownColumns } from '#web/shared/figures/in-preparation.tsx'
import { useGoalProgress } from '#web/shared/goals/goal-progress.ts'
import { COMPLETED_ORDERS } from '#web/shared/links/rows-behind.ts'
import { nameFirst } from '#web/shared/lists/list.ts'
import { ClientList } from '#web/shared/lists/list-table.tsx'
import { integer, money, monthName, units } from '#web/text/format.ts'
import { Cards, Page } from '#web/ui/page.tsx'
import shared from '#web/ui/shared.module.css'
import type { TableDefaults } from '#web/ui/table/view.ts'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import { BusinessName, EXACT } from './links.tsx'
import css from './products.module.css'
import { productsNamed, whyOfProduct } from './rules.ts'
import { text } from './text.ts'

const RANKING = 'GET /api/products/get-ranking-products-selled'
const COLUMNS = nameFirst(rankingTable.columns, 'name')
const DEFAULTS: TableDefaults = {
  perPage: 25,
  orderBy: 'total_amount',
  order: 'DESC',
  limits: { dist: undefined, [EXACT]: undefined },
}

export default function RankingScreen() {
  const user = useUser()
  const { month, against, query } = useMonths()
  const [distributor, setDistributor] = useSearchParam('dist', { step: true })
  const only = distributor === null ? {} : { only_dist_id: distributor }
  const asked = { ...query, ...only }
  const state = useCall(RANKING, { query: asked })
  const columns = useShownColumns(COLUMNS)
  const named = useNamedProducts(state.data?.data)
  return (
    <Page>
      {distributor === null ? null : (
        <div>
          <OnlyDistributor id={distributor} onRemove={() => setDistributor(null)} />
        </div>
      )}
      <Figures only={only} />
      <ClientList
        id="product-ranking"
        file={`ranking_de_ventas_${month}`}
        title={text.ranking}
        subtitle={`${text.completedOf(monthName(month))}, ${against}`}
        columns={columns}
        rowKey={(row) => `${row.sku} ${row.name} ${row.business} ${row.segment}`}
        own={named.length > 0 && mayUser(user, 'export')}
        call={RANKING}
        query={asked}
        defaults={DEFAULTS}
        state={state}
        rows={named.length > 0 ? named : state.data?.data}
        cells={{
          name: (row) => <ProductName product={row} />,
          business: (row) => <BusinessName name={row.business} />,
          ...changeCells((row: ProductRankingRow) => whyOfProduct(row, distributor)),
        }}
      />
    </Page>
  )
}

/** The products behind the figure that was opened, by full names; empty unless the address asks for an exact match. */
function useNamedProducts(products: readonly ProductRankingRow[] = NONE): readonly ProductRankingRow[] {
  const [exact] = useSearchParam(EXACT)
  const [business] = useSearchParam('f_business')
  const [segment] = useSearchParam('f_segment')
  return useMemo(
    () =>
      exact === null || (!business && !segment)
        ? NONE
        : productsNamed(products, business ?? '', segment ?? ''),
    [exact, products, business, segment],
  )
}

const NONE: readonly ProductRankingRow[] = []

/** Opens the list below the cards, ordered by the figure of a card. */
const listBy = (orderBy: string, order: 'ASC' | 'DESC') =>
  ({ path: '/products-sales-ranking', access: 'view:products', view: { orderBy, order } }) as const

const CARDS = [
  { key: 'total_amount', measure: 'net_sale', write: money, rows: COMPLETED_ORDERS },
  { key: 'total_units_sold', measure: 'units', write: units, rows: listBy('units_sold', 'DESC') },
  { key: 'total_products', measure: 'products_sold', write: integer, rows: listBy('name', 'ASC') },
] as const

function Figures({ only }: { only: { only_dist_id?: string } }) {
  const { month, query } = useMonths()
  const distributor = only.only_dist_id
  const goals = useGoalProgress(month, distributor === undefined ? 'all' : 'distributor', {
    key: distributor ?? '',
  })
  const state = useCall('GET /api/products/qty-and-total-selled', { query: { ...query, ...only } })
  return (
    <CardsOfCall
      title={text.cardsLabel}
      grid={Cards}
      state={state}
      cards={CARDS}
      labels={text.cards}
      preparing={({ preparing_amount, prev_preparing_amount }) => ({
        total_amount: { amount: preparing_amount, before: prev_preparing_amount },
      })}
      goals={goals}
      limits={distributor === undefined ? {} : { dist: distributor }}
      where={distributor === undefined ? [] : [keptValue('distributor', distributor)]}
    />
  )
}

/** Links to the product's page in the shop, if it has one. */
function ProductName({ product: { name, url } }: { product: ProductRankingRow }) {
  if (!/^https?:\/\//i.test(url)) return name
  return (
    <a className={shared.link} href={url} target="_blank" rel="noreferrer" title={text.opensShop(name)}>
      {name}
      <IconExternalLink className={css.outside} size={13} aria-hidden />
    </a>
  )
}
