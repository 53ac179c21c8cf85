// Ranking de stock: what is out of stock now and whom it hurts, by the sales of a month. Touches api, lists, ui, text and this feature.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMonth } from '#web/api/month.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { ListTable } from '#web/lists/list-table.tsx'
import { monthName } from '#web/text/format.ts'
import { Page } from '#web/ui/page.tsx'
import { Segments } from '#web/ui/segments.tsx'
import css from './distributors.module.css'
import { ReportLink } from './report-link.tsx'
import { DISTRIBUTORS, PRODUCTS, PRODUCTS_WORD } from './stock-lists.ts'
import { text } from './text.ts'

const CHOICES = [
  { value: '', label: text.stockByDistributor },
  { value: PRODUCTS_WORD, label: text.stockByProduct },
]

export default function StockScreen() {
  const month = useMonth()
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const word = search.lista === PRODUCTS_WORD ? PRODUCTS_WORD : ''
  // Page, order and filters of one list mean nothing to the other.
  const choose = (next: string) =>
    void navigate({ to: '.', search: { month, lista: next || undefined }, resetScroll: false })
  return (
    <Page>
      <div data-no-print>
        <Segments aria-label={text.stockLists} data={CHOICES} value={word} onChange={choose} />
      </div>
      {word === PRODUCTS_WORD ? <Products /> : <Distributors />}
    </Page>
  )
}

function Distributors() {
  const user = useUser()
  const month = useMonth()
  return (
    <ListTable<typeof DISTRIBUTORS.call>
      {...DISTRIBUTORS}
      id="stock-distributors"
      title={text.stockDistributors}
      subtitle={text.stockDistributorsNote(monthName(month))}
      month={month}
      rowKey={(row) => row.dist_id}
      cells={
        mayUser(user, 'view:distributors')
          ? {
              dist_name: (row) => (
                <ReportLink distId={row.dist_id} month={month}>
                  {row.dist_name}
                </ReportLink>
              ),
            }
          : {}
      }
    />
  )
}

const STOCK_WORDS: Readonly<Record<string, string>> = text.stockWords

function Products() {
  const month = useMonth()
  return (
    <ListTable<typeof PRODUCTS.call>
      {...PRODUCTS}
      id="stock-products"
      title={text.stockProducts}
      subtitle={text.stockProductsNote(monthName(month))}
      month={month}
      rowKey={(row) => String(row.product_id)}
      cells={{
        product: ({ product, url }) =>
          /^https?:\/\//i.test(url) ? (
            <a className={css.link} href={url} target="_blank" rel="noreferrer" title={text.opensShop}>
              {product}
            </a>
          ) : (
            product
          ),
        stock_status: (row) => STOCK_WORDS[row.stock_status] ?? row.stock_status,
      }}
    />
  )
}
