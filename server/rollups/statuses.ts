// Which statuses of orders a question is about. Room rollups: may import contract, domain and store.
import { BENEFIT_STATUSES } from '#contract/statuses.ts'
import { type Sql, sql } from '#server/store/sql.ts'

/** These statuses, with their wc- prefix; an empty list is every status. */
export const inStatuses = (column: Sql, asked: readonly string[]): Sql =>
  asked.length === 0 ? sql`true` : sql`${column} in (${asked})`

/** The same where nothing asked means those that count in benefits. */
export const inBenefits = (column: Sql, asked: readonly string[] = BENEFIT_STATUSES): Sql =>
  inStatuses(column, asked)
