// Routes of products. Room features/products: may import contract, domain, store, rollups and http.
import { comparedMonth, monthBounds } from '#contract/month.ts'
import {
  distributorsWithoutStock as distributorsWithoutStockCall,
  productRanking,
  products,
  productsOfCategory,
  productsWithoutStock,
  quantityAndTotalSold,
} from '#contract/products.ts'
import { percentChange } from '#server/domain/percent-change.ts'
import type { App } from '#server/http/app.ts'
import { listRoute, monthRoute } from '#server/http/route.ts'
import {
  catalogue,
  distributorsWithoutStock,
  ofCategory,
  soldProducts,
  soldTotals,
  withoutStock,
} from './queries.ts'

export function productRoutes(app: App): void {
  const { store } = app

  listRoute(app, products, ({ month, scope, query }) => ({
    query: catalogue(month, scope, query.status),
    key: ['product_id'],
  }))

  listRoute(app, productsOfCategory, ({ month, scope, params }) => ({
    query: ofCategory(month, scope, params.category_id),
    key: ['product_id'],
  }))

  listRoute(app, productsWithoutStock, ({ month, scope }) => ({
    query: withoutStock(month, scope),
    key: ['product_id'],
  }))

  listRoute(app, distributorsWithoutStockCall, ({ month, scope, query }) => ({
    query: distributorsWithoutStock(month, scope, query.not_dist_ids ?? []),
    key: ['dist_id'],
  }))

  monthRoute(app, productRanking, async ({ month, scope, query }) => ({
    months: [month],
    data: await soldProducts(store, month, within(scope, query.only_dist_id)),
  }))

  monthRoute(app, quantityAndTotalSold, async ({ month, scope, query }) => {
    const previous = comparedMonth(month, query.compare)
    const part = within(scope, query.only_dist_id)
    const [main, prev] = await Promise.all([
      soldTotals(store, month, part),
      soldTotals(store, previous, part),
    ])
    return {
      months: [month, previous],
      data: {
        main_month: { ...main, 'dates-between': monthBounds(month) },
        prev_month: { ...prev, 'dates-between': monthBounds(previous) },
        increment: percentChange(main.total_amount, prev.total_amount, 0),
        increment_units: percentChange(main.total_units_sold, prev.total_units_sold, 0),
      },
    }
  })
}

/** The caller's distributors, of which only one may be asked for; nobody's where that one is not among them. */
const within = (scope: readonly string[] | null, only: string | undefined): readonly string[] | null =>
  only === undefined ? scope : scope === null || scope.includes(only) ? [only] : []
