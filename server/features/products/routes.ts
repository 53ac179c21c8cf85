import { productCalls, productRanking, quantityAndTotalSold } from '#contract/products.ts'
import { differenceOf } from '#server/domain/money.ts'
import { percentChange, placedBeside, placedChange } from '#server/domain/percent-change.ts'
import type { App } from '#server/http/app.ts'
import { compareMonths } from '#server/http/compare-months.ts'
import { listRoute } from '#server/http/list-route.ts'
import { monthRoute } from '#server/http/month-route.ts'
import {
  catalogue,
  distributorsWithoutStock,
  ofCategory,
  productsByDistributor,
  soldProducts,
  soldTotals,
  withoutStock,
} from './queries.ts'

export function productRoutes(app: App): void {
  const { store } = app

  listRoute(app, productCalls.products, ({ month, scope, query }) => catalogue(month, scope, query.status))
  listRoute(app, productCalls.productsOfCategory, ({ month, scope, params }) =>
    ofCategory(store, month, scope, params.category_id),
  )
  listRoute(app, productCalls.productsWithoutStock, ({ month, scope }) => withoutStock(month, scope))
  listRoute(app, productCalls.distributorsWithoutStock, ({ month, scope, query }) =>
    distributorsWithoutStock(month, scope, query.not_dist_ids ?? []),
  )

  listRoute(app, productCalls.productsByDistributor, ({ month, compared, scope }) => ({
    ...productsByDistributor(month, compared, scope),
    months: [month, compared.month],
    shape: (row) => {
      const fields = listedFields.parse(row)
      return {
        ...fields,
        // Rounded like every change.
        increment: percentChange(fields.total_amount, fields.prev_amount, 0),
        placed_increment: placedChange(fields.total_amount, fields.prev_amount, fields),
      }
    },
  }))

  monthRoute(app, productRanking, async ({ month, compared, scope, query }) => {
    const rows = await soldProducts(store, month, compared, narrowed(scope, query.only_dist_id))
    return {
      months: [month, compared.month],
      data: rows.map((row) => ({
        ...row,
        difference: differenceOf(row.total_amount, row.prev_amount),
        increment: percentChange(row.total_amount, row.prev_amount, 0),
        placed_increment: placedChange(row.total_amount, row.prev_amount, row),
      })),
    }
  })

  monthRoute(app, quantityAndTotalSold, (call) =>
    compareMonths(
      call,
      (span) => soldTotals(store, span, narrowed(call.scope, call.query.only_dist_id)),
      (main, previous) => ({
        increment: percentChange(main.total_amount, previous.total_amount, 0),
        increment_units: percentChange(main.total_units_sold, previous.total_units_sold, 0),
        ...placedBeside('total_amount', main, previous),
      }),
    ),
  )
}

const listedFields = productCalls.productsByDistributor.response.shape.data.element

/** The scope limited to one distributor; empty if that one is outside the scope. */
const narrowed = (scope: readonly string[] | null, only: string | undefined): readonly string[] | null =>
  only === undefined ? scope : scope === null || scope.includes(only) ? [only] : []
