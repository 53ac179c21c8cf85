// Productos por Distribuidor: what each distributor sold of each product.
import { productLists } from '#contract/lists/products.ts'
import type { Answer } from '#web/api/call.ts'
import { useMonths } from '#web/api/compare.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { changeCells, useShownColumns } from '#web/shared/figures/in-preparation.tsx'
import { MonthLink } from '#web/shared/links/month-link.tsx'
import { listSource, nameFirst } from '#web/shared/lists/list.ts'
import { ListTable } from '#web/shared/lists/list-table.tsx'
import { monthName } from '#web/text/format.ts'
import { Page } from '#web/ui/page.tsx'
import shared from '#web/ui/shared.module.css'
import { BusinessName } from './links.tsx'
import { whyOfProduct } from './rules.ts'
import { text } from './text.ts'

const SOURCE = listSource(productLists.productsByDistributor)
const COLUMNS = nameFirst(SOURCE.columns, 'dist_name')
type Row = Answer<typeof SOURCE.call>['data'][number]

export default function ByDistributorScreen() {
  const mayOpen = mayUser(useUser(), 'view:distributors')
  const { month, against, query } = useMonths()
  return (
    <Page>
      <ListTable
        {...SOURCE}
        columns={useShownColumns(COLUMNS)}
        id="products-by-distributor"
        title={text.byDistributor}
        subtitle={`${text.completedOf(monthName(month))}, ${against}`}
        query={query}
        cells={{
          dist_name: ({ dist_id, dist_name }) =>
            mayOpen ? (
              <MonthLink
                className={shared.link}
                to={`/distributors/distributors-details/${encodeURIComponent(dist_id)}`}
              >
                {dist_name}
              </MonthLink>
            ) : (
              dist_name
            ),
          business: (row) => <BusinessName name={row.business} />,
          ...changeCells((row: Row) => whyOfProduct(row, row.dist_id)),
        }}
      />
    </Page>
  )
}
