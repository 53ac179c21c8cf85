// Ranking de stock: what is out of stock now, by the month's sales, per distributor or per product.
import { useMonth } from '#web/api/month.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { ReportLink } from '#web/shared/links/report-link.tsx'
import { ViewChoice } from '#web/shared/links/view-choice.tsx'
import { ListTable } from '#web/shared/lists/list-table.tsx'
import { monthName } from '#web/text/format.ts'
import { Page } from '#web/ui/page.tsx'
import shared from '#web/ui/shared.module.css'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import { DISTRIBUTORS_STOCK, PRODUCTS_STOCK } from './queries.ts'
import { text } from './text.ts'

const PRODUCTS = 'productos'
const LISTS = [
  { value: '', label: text.stockByDistributor },
  { value: PRODUCTS, label: text.stockByProduct },
]

export default function StockScreen() {
  const [list] = useSearchParam('lista')
  return (
    <Page>
      <ViewChoice param="lista" label={text.stockLists} views={LISTS} />
      {list === PRODUCTS ? <Products /> : <Distributors />}
    </Page>
  )
}

const REPORT_CELLS = {
  dist_name: (row: { dist_id: string; dist_name: string }) => (
    <ReportLink distId={row.dist_id}>{row.dist_name}</ReportLink>
  ),
}

function Distributors() {
  const user = useUser()
  const month = useMonth()
  return (
    <ListTable
      {...DISTRIBUTORS_STOCK}
      id="stock-distributors"
      title={text.stockDistributors}
      subtitle={text.stockDistributorsNote(monthName(month))}
      month={month}
      cells={mayUser(user, 'view:distributors') ? REPORT_CELLS : {}}
    />
  )
}

function Products() {
  const month = useMonth()
  return (
    <ListTable
      {...PRODUCTS_STOCK}
      id="stock-products"
      title={text.stockProducts}
      subtitle={text.stockProductsNote(monthName(month))}
      month={month}
      cells={{
        product: ({ product, url }) =>
          /^https?:\/\//i.test(url) ? (
            <a className={shared.link} href={url} target="_blank" rel="noreferrer" title={text.opensShop}>
              {product}
            </a>
          ) : (
            product
          ),
      }}
    />
  )
}
