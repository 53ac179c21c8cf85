// First responses of views and lists of a month, with their budgets.
import type { Endpoint } from '#contract/endpoint.ts'
import { measured, pathOf } from './calls.ts'
import { ms, percentile } from './figures.ts'
import { isFoundAhead } from './found-ahead.ts'
import type { Place } from './processes.ts'
import { atMost, type Figure, figure } from './scale-table.ts'

/** Views that read rows; all others read rollups. */
const FROM_ROWS = new Set(['/api/reports/coupons/group', '/api/reconciliation/woocommerce'])

/** Lists that cover all months. */
const OF_ALL_TIME = new Set([
  '/api/customers/without-distributors',
  '/api/customers/employees',
  '/api/customers/registered/{role}',
  '/api/reports/users/mail-list',
])

/** Views and lists that tell what buyers bought before or after a month. */
const OF_BUYERS = /^\/api\/(customers\/(cohorts|repurchase|rfm)|benefits\/performance)/

/** Lists of the product itself, which grow with its use and not with the shop. */
const OURS = ['/api/config/', '/api/users', '/api/roles-permissions']

/** Views of a month that read rollups, without parameters in their paths. */
export const isRolledView = ({ path, monthly, list }: Endpoint): boolean =>
  monthly && !list && !path.includes('{') && !FROM_ROWS.has(path) && !OF_BUYERS.test(path)

export interface Samples {
  readonly path: string
  /** First responses in milliseconds. */
  readonly first: readonly number[]
}

export const isOfMonth = ({ path }: Samples): boolean => !OF_ALL_TIME.has(path) && !OF_BUYERS.test(path)

/** Views and lists that ask for a month, with their paths. */
export const monthlyCalls = (place: Pick<Place, 'parameters'>) =>
  measured.flatMap((endpoint) => {
    const path = pathOf(endpoint, place)
    const isMeasured = endpoint.monthly && path && !OURS.some((ours) => path.startsWith(ours))
    return isMeasured ? { endpoint, path } : []
  })

/**
 * For a view, the month. For a list, the first page in default order; then pages ordered by a text descending: the 40th, the
 * middle and the last one; then one filtered by a letter.
 */
export async function addresses(
  text: (path: string) => Promise<string>,
  { list }: Endpoint,
  path: string,
  month: string,
): Promise<string[]> {
  const view = `${path}?start_date=${month}`
  if (!list) return [view]
  const key = list.columns.find(({ format, sortable }) => format === 'text' && sortable !== false)?.key
  const filter = Object.entries(list.filters).find(([, column]) => column === key)?.[0]
  const sorted = key === undefined ? view : `${view}&orderBy=${key}&order=DESC`
  // A different page size misses the cache, so that no measured response comes from it.
  const { meta } = JSON.parse(await text(`${view}&per_page=24`))
  const pages = Math.max(1, Math.ceil(meta.total / 25))
  return [
    view,
    ...[...new Set([40, Math.ceil(pages / 2), pages])].map((page) => `${sorted}&page=${page}`),
    ...(filter === undefined ? [] : [`${sorted}&${filter}=a&page=20`]),
  ]
}

export const short = (path: string): string => path.replace('/api/', '')
const p95 = ({ first }: Samples): number => percentile(first, 0.95)
const all = (samples: readonly Samples[]): number[] => samples.flatMap(({ first }) => first)

/** All responses of these calls, and the slowest call. */
function slowness(name: string, samples: readonly Samples[], limit?: number): Figure[] {
  const [slowest] = samples.toSorted((one, other) => p95(other) - p95(one))
  if (!slowest) return []
  const budget = limit === undefined ? {} : { budget: atMost(limit, 'ms') }
  return [
    figure(`${name}, p95`, percentile(all(samples), 0.95), budget),
    figure('… the slowest call', p95(slowest), {
      ...budget,
      shown: `${ms(p95(slowest))} ms ${short(slowest.path)}`,
    }),
  ]
}

export function ofViews(views: readonly Samples[]): Figure[] {
  const fromRows = views.filter(({ path }) => FROM_ROWS.has(path))
  const ofBuyers = views.filter(({ path }) => OF_BUYERS.test(path))
  const rolled = views.filter(
    ({ path }) => !FROM_ROWS.has(path) && !OF_BUYERS.test(path) && !isFoundAhead(path),
  )
  return [
    figure('views of a month, first answer, middle', percentile(all(views), 0.5), { flat: true }),
    ...slowness('views from rollups, first answer', rolled, 30),
    ...slowness('views from a month’s rows, first answer', fromRows, 250),
    ...slowness('views of buyers, first answer', ofBuyers),
  ]
}

/** Without a budget: a server at rest finds the months ahead that people look at. */
export const notFoundAhead = (samples: readonly Samples[]): Figure[] =>
  samples
    .filter(({ path }) => isFoundAhead(path))
    .map((one) => figure(`not found ahead: ${short(one.path)}, p95`, p95(one)))

export function ofLists(lists: readonly Samples[]): Figure[] {
  const ofMonths = lists.filter((one) => isOfMonth(one) && !isFoundAhead(one.path))
  return [
    figure('lists of a month, middle', percentile(all(ofMonths), 0.5), { flat: true }),
    ...slowness('lists of a month, any page, filtered, sorted', ofMonths, 150),
    ...slowness(
      'lists of buyers',
      lists.filter(({ path }) => OF_BUYERS.test(path)),
      150,
    ),
    ...slowness(
      'lists of all accounts',
      lists.filter(({ path }) => OF_ALL_TIME.has(path)),
      150,
    ),
  ]
}
