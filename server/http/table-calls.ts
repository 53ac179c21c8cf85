// Calls with a table, read without a request: a mail holds the rows that the call itself would export.
import { CELL_FILTER, cellFiltersIn } from '#contract/cell-filter.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { entryOf } from '#contract/entry.ts'
import type { Month } from '#contract/month.ts'
import { mailedMonth } from '#contract/questions/periods.ts'
import { wallClock } from '#server/domain/wall-clock.ts'
import type { App, Versions } from './app.ts'
import { badRequest, HttpError } from './errors.ts'
import type { TableEntry, TableRows } from './mailed.ts'
import { may, type Principal } from './principal.ts'
import type { TypedFilters } from './typed-filters.ts'

/** More are not written to a mail; their number is still counted. */
export const MOST_ROWS = 20_000

/** Only what a permission to view guards: mails speak for accounts that may have lost all others. */
export function addTableCall(app: App, endpoint: Endpoint, read: TableEntry['read']): void {
  if (!endpoint.access.startsWith('view:')) return
  const pattern = new RegExp(`^${endpoint.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
  app.tables.set(endpoint.path, { endpoint, pattern, read })
}

export interface TableAsked {
  readonly principal: Principal
  readonly versions: Versions
  /** The moment whose month is shown, unless the call names one. */
  readonly at: Date
  /** Also names and e-mails of customers, where the principal may see them. */
  readonly withNames?: boolean
}

/** Parameters of a page or a file, which have no meaning here. */
const OF_A_PAGE = ['page', 'per_page', 'export', 'format', 'csv']

/**
 * Rows of a call such as '/api/products/distribution?by=segment', without personal data unless asked for. Throws a 400 for a call without a
 * table or with wrong parameters, and a 403 for a principal who may not make it.
 */
export async function readTable(app: App, call: string, asked: TableAsked): Promise<TableRows> {
  const [path = '', query = ''] = call.split('?')
  const entry = app.tables.get(path) ?? [...app.tables.values()].find(({ pattern }) => pattern.test(path))
  if (!entry) throw badRequest('table', 'is not a call with a table')
  const { endpoint, pattern } = entry
  const { withNames = false } = asked
  const permissions = new Set(
    [...asked.principal.permissions].filter((one) => withNames || one !== 'personal-data'),
  )
  const principal = { ...asked.principal, permissions }
  if (!may(principal, endpoint.access)) throw new HttpError('forbidden')
  const { typed, given } = withoutTyped(parametersIn(query), endpoint, principal)
  if (!endpoint.timeless) given.start_date ??= await monthOfMoment(app, asked.at)
  const read = await entry.read({
    params: valid(endpoint.params, decoded(pattern.exec(path)?.groups ?? {})),
    query: valid(endpoint.query, withKnownOrder(endpoint.query, given)),
    principal,
    versions: asked.versions,
    typed,
  })
  const columns = read.columns.filter(({ personal }) => !personal || may(principal, 'personal-data'))
  if (columns.length === 0) throw badRequest('table', 'has nothing but personal data')
  return { ...read, columns }
}

/** The month that screens open with, or that of a mail of the moment where it is earlier. */
async function monthOfMoment(app: App, at: Date): Promise<Month> {
  const now = wallClock(app.timeZone)(at.toISOString())
  const [latest, month] = [await app.latestMonth(), mailedMonth(now)]
  return latest < month ? latest : month
}

/** Without those of a page or a file; those that are given several times as lists. */
function parametersIn(query: string): Record<string, string | string[]> {
  const sent = new URLSearchParams(query)
  for (const name of OF_A_PAGE) sent.delete(name)
  const values = [...new Set(sent.keys())].map((name) => [name, sent.getAll(name)] as const)
  return Object.fromEntries(values.map(([name, all]) => [name, all.length > 1 ? all : (all[0] ?? '')]))
}

/** The filters typed on screen, and the other parameters. Throws a 400 for a filter of a column that the reader does not get. */
function withoutTyped(
  parameters: Record<string, string | string[]>,
  { list, table }: Endpoint,
  principal: Principal,
): { typed: TypedFilters; given: Record<string, string | string[]> } {
  const { columns = [] } = list ?? table ?? {}
  const open = columns.filter(({ personal }) => !personal || may(principal, 'personal-data'))
  const typed = cellFiltersIn(parameters, open)
  const given = Object.entries(parameters).filter(([name, value]) => {
    if (!name.startsWith(CELL_FILTER)) return true
    if (value !== '' && entryOf(typed, name.slice(CELL_FILTER.length)) === undefined)
      throw badRequest('table', `${name} filters no column`)
    return false
  })
  return { typed, given: Object.fromEntries(given) }
}

const decoded = (groups: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.keys(groups).map((name) => {
      const written = entryOf(groups, name) ?? ''
      try {
        return [name, decodeURIComponent(written)]
      } catch {
        throw badRequest('table', 'is not an address')
      }
    }),
  )

/** Without an order by a column that only the screen has. */
function withKnownOrder(schema: Endpoint['query'], given: Record<string, string | string[]>) {
  const { orderBy, order, ...rest } = given
  const issues = schema.safeParse(given).error?.issues ?? []
  return orderBy !== undefined && issues.some(({ path }) => path[0] === 'orderBy') ? rest : given
}

function valid(schema: Endpoint['query'], given: object): object {
  const parsed = schema.safeParse(given)
  if (parsed.success) return Object(parsed.data)
  const [first] = parsed.error.issues
  throw badRequest('table', `${first?.path.join('.')} ${first?.message}`)
}
