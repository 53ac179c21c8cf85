// Reporte SIMPLE: four figures of the month and its products.
import { reportLists } from '#contract/lists/reports.ts'
import { useCall } from '#web/api/call.ts'
import { useMonths } from '#web/api/compare.ts'
import { CardsOfCall } from '#web/shared/figures/figure-cards.tsx'
import { COMPLETED_ORDERS } from '#web/shared/links/rows-behind.ts'
import { DeclaredTable } from '#web/shared/lists/list-screen.tsx'
import { integer, money } from '#web/text/format.ts'
import { FourCards, Page } from '#web/ui/page.tsx'
import { text } from './text.ts'

const { simpleReport } = reportLists

/** The list under the cards. */
const PRODUCTS = {
  path: simpleReport.screen.path,
  access: simpleReport.access,
  view: { orderBy: 'product_quantity', order: 'DESC' },
} as const

const CARDS = [
  { key: 'total_revenue', measure: 'net_sale', write: money, rows: COMPLETED_ORDERS },
  { key: 'total_orders', measure: 'orders', write: integer, rows: COMPLETED_ORDERS },
  { key: 'total_products', measure: 'products_sold', write: integer, rows: PRODUCTS },
  { key: 'total_users', measure: 'buyers', write: integer, rows: COMPLETED_ORDERS },
] as const

export default function SimpleScreen() {
  const { query } = useMonths()
  const state = useCall('GET /api/reports/products/simple/detail', { query })
  return (
    <Page>
      <CardsOfCall
        title={text.cardsLabel}
        grid={FourCards}
        state={state}
        cards={CARDS}
        labels={text.cards}
        preparing={({ preparing_amount, prev_preparing_amount }) => ({
          total_revenue: {
            amount: preparing_amount,
            before: prev_preparing_amount,
          },
        })}
      />
      <DeclaredTable list={simpleReport} screen={simpleReport.screen} />
    </Page>
  )
}
