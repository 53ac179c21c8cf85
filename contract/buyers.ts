// Calls about buyers over time: cohorts by the month of the first completed order.
import { z } from 'zod'
import { monthEndpoint } from './endpoint.ts'
import { listEndpoints, rowShape } from './list-endpoint.ts'
import { buyerLists, cohortColumns } from './lists/buyers.ts'
import { text, wholeNumber } from './vocabulary.ts'

const access = 'view:customers'

/** Stands for orders without a benefit and buyers without an account. */
export const NONE = 'none'

const exactly = (what: string, example: string) =>
  text.optional().meta({ description: `Only buyers whose first order ${what}`, example })

/** Filters by the first completed order of a buyer. */
export const firstOrderFilters = {
  distributor: exactly('was at this distributor (dist_id)', '101'),
  province: exactly('was billed to this province, in capitals', 'CÓRDOBA'),
  company: exactly(`was of an account with this role; ${NONE}: without an account`, 'empleado_arcor'),
  benefit: exactly(`had its largest benefit in this group; ${NONE}: had no benefit`, 'BANCARIOS'),
}

export const MAX_COHORTS = 36
const months = wholeNumber(1, MAX_COHORTS, 'Months of first orders, up to the month of start_date')
  .default(12)
  .meta({ whenAbsent: 12, example: 12 })

export const cohorts = monthEndpoint({
  path: '/api/customers/cohorts',
  access,
  summary: 'Buyers by month of their first completed order, and what they bought in each month since',
  description:
    'A row per cohort and month up to start_date. First orders are those at the distributors of the role. Filters choose buyers by their first order; their later orders count wherever they were made.',
  query: { months, ...firstOrderFilters },
  table: { columns: cohortColumns, file: 'cohortes' },
  data: z.array(z.object(rowShape(cohortColumns))),
})

const monthsSince = wholeNumber(0, 600, 'Months after the first order')
  .optional()
  .meta({ description: 'Months after the first order; default: 0, the month of the first order' })

export const buyerCalls = listEndpoints(buyerLists, {
  cohortPeople: { query: { months_since: monthsSince, ...firstOrderFilters } },
  cohortOrders: { query: { months_since: monthsSince, ...firstOrderFilters } },
})

export type CohortRow = z.infer<typeof cohorts.response>['data'][number]
