// What was sold of each product. Room rollups: may import store and domain.
import { type Sql, sql } from '#server/store/sql.ts'

/** Sales per product: of all distributors in one row (`scope` null), else a row per distributor, to be limited by dist_id. */
export const soldIn = (scope: readonly string[] | null): Sql =>
  scope === null ? sql`rollup_sold` : sql`rollup_products`
