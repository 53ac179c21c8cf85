// Filters, sorts and pages a collection as WooCommerce's REST controllers do.
import type { Json, Recordings } from './recordings.ts'

/** Either a page with its totals, or the name of a recorded refusal. */
export type Listed = { rows: Json[]; total: number; pages: number } | { refused: string }

interface Rules {
  rows: Json[]
  orderBy: readonly string[]
  defaultOrderBy: string
}

const STATUSES = new Set(
  'any trash auto-draft pending processing on-hold completed cancelled refunded failed ready-to-delivery in-assembly in-progress cancel-request returned return-request checkout-draft'.split(
    ' ',
  ),
)
/** Statuses that `any` leaves out. */
const HIDDEN = new Set(['trash', 'auto-draft', 'checkout-draft'])
const ROLES = new Set(
  'all administrator editor author contributor subscriber customer shop_manager empleado_arcor empleado_bagley empleado_la_campagnola empleado_cartocor convenio_bco_nacion convenio_osde jubilado_arcor mayorista'.split(
    ' ',
  ),
)

interface StatusSettings {
  readonly notPublic?: readonly string[]
  readonly unregistered?: readonly string[]
  readonly ofOtherTypes?: readonly number[]
}

/** Those of WooCommerce and of the orders, without those whose plug-in is off. */
function registered({ orders }: Recordings, { unregistered = [] }: StatusSettings): Set<string> {
  const all = new Set([...STATUSES, ...orders.map(({ status }) => String(status).replace(/^wc-/, ''))])
  for (const status of unregistered) all.delete(status)
  return all
}

/** What WordPress answers to OPTIONS. */
export const described = (path: string, store: Recordings, settings: StatusSettings): Json | undefined =>
  path === 'orders'
    ? {
        endpoints: [
          { methods: ['GET'], args: { status: { items: { enum: [...registered(store, settings)] } } } },
        ],
      }
    : undefined

export function rulesOf(
  path: string,
  store: Recordings,
  query: URLSearchParams,
  settings: StatusSettings,
): Rules | { refused: string } | undefined {
  const posts = { orderBy: ['date', 'id', 'include', 'title', 'slug', 'modified'], defaultOrderBy: 'date' }
  if (path === 'orders') {
    const asked = (query.get('status') ?? 'any').split(',')
    const known = registered(store, settings)
    if (asked.some((status) => !known.has(status))) return { refused: 'errors/400_bad_status' }
    const { notPublic = [], unregistered = [], ofOtherTypes = [] } = settings
    const hidden = new Set([...HIDDEN, ...notPublic, ...unregistered])
    const shown = (order: Json) => {
      if (ofOtherTypes.includes(Number(order.id))) return false
      const status = String(order.status).replace(/^wc-/, '')
      return asked.includes(status) || (asked.includes('any') && !hidden.has(status))
    }
    return { ...posts, rows: store.orders.filter(shown) }
  }
  if (path === 'refunds') return { ...posts, rows: store.refunds }
  const ofOrder = /^orders\/(\d+)\/refunds$/.exec(path)?.[1]
  if (ofOrder)
    return { ...posts, rows: store.refunds.filter((refund) => refund.parent_id === Number(ofOrder)) }
  if (path === 'products') {
    const status = query.get('status') ?? 'any'
    const shown = (product: Json) =>
      status === 'any' ? product.status !== 'trash' : product.status === status
    return { ...posts, rows: store.products.filter(shown) }
  }
  const variationsOf = /^products\/(\d+)\/variations$/.exec(path)?.[1]
  if (variationsOf) return { ...posts, rows: store.variations.get(Number(variationsOf)) ?? [] }
  if (path === 'coupons') return { ...posts, rows: store.coupons }
  if (path === 'products/categories')
    return {
      orderBy: ['id', 'include', 'name', 'slug', 'count'],
      defaultOrderBy: 'name',
      rows: store.categories,
    }
  if (path === 'customers') {
    const role = query.get('role') ?? 'customer'
    if (!ROLES.has(role)) return { refused: 'errors/400_customers_bad_role' }
    const rows = store.customers.filter((customer) => role === 'all' || customer.role === role)
    return { orderBy: ['id', 'include', 'name', 'registered_date'], defaultOrderBy: 'name', rows }
  }
  return undefined
}

/**
 * A row that `cannot_load` is counted and leaves a gap in its page, as in the real store for a record that fails to load.
 * `ties`: rows of the same second come in any order, a different one for each number, as from a busy database.
 */
export function listed(
  { rows, orderBy, defaultOrderBy }: Rules,
  query: URLSearchParams,
  ties?: number,
): Listed {
  const page = Number(query.get('page') ?? 1)
  const perPage = Number(query.get('per_page') ?? 10)
  const by = query.get('orderby') ?? defaultOrderBy
  if (!(page >= 1)) return { refused: 'errors/400_page_0' }
  if (!(perPage >= 1 && perPage <= 100)) return { refused: 'errors/400_per_page_101' }
  if (!orderBy.includes(by)) return { refused: 'errors/400_bad_orderby' }
  const within = inTime(rows, query)
  if (!within) return { refused: 'errors/400_bad_date' }
  const include = query.get('include')?.split(',').map(Number)
  const found = include ? within.filter(({ id }) => include.includes(Number(id))) : within
  found.sort(comparison(by, query.get('order') ?? 'desc', ties))
  const offset = Number(query.get('offset') ?? (page - 1) * perPage)
  const some = found.slice(offset, offset + perPage)
  // A page after the last one has no totals.
  if (some.length === 0) return { rows: [], total: 0, pages: 0 }
  const loaded = some.filter(({ cannot_load }) => cannot_load !== true)
  const shown = loaded.map((row) => withFields(row, query.get('_fields')))
  return { rows: shown, total: found.length, pages: Math.ceil(found.length / perPage) }
}

/** `after` and similar parameters are exclusive, to the second; without `dates_are_gmt` they are in the shop's own time. */
function inTime(rows: Json[], query: URLSearchParams): Json[] | undefined {
  const gmt = query.get('dates_are_gmt') === 'true' ? '_gmt' : ''
  let found = [...rows]
  for (const [name, field, later] of [
    ['after', 'date_created', true],
    ['before', 'date_created', false],
    ['modified_after', 'date_modified', true],
    ['modified_before', 'date_modified', false],
  ] as const) {
    const bound = query.get(name)
    if (bound === null) continue
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(bound)) return undefined
    const limit = bound.slice(0, 19)
    found = found.filter((row) => {
      const time = String(row[field + gmt])
      return later ? time > limit : time < limit
    })
  }
  return found
}

const shuffled = (id: unknown, ties: number): number =>
  ((Number(id) * 2_654_435_761 + ties * 40_503) >>> 0) % 9973

function comparison(by: string, order: string, ties: number | undefined) {
  const direction = order === 'asc' ? 1 : -1
  const field = { date: 'date_created', modified: 'date_modified', registered_date: 'date_created' }[by] ?? by
  return (one: Json, other: Json): number => {
    const [left, right] = [one[field], other[field]]
    if (typeof left === 'number' && typeof right === 'number') return direction * (left - right)
    if (left === right && by !== 'id' && ties !== undefined)
      return shuffled(one.id, ties) - shuffled(other.id, ties)
    if (left === right) return direction * (Number(one.id) - Number(other.id))
    return direction * (String(left) < String(right) ? -1 : 1)
  }
}

function withFields(row: Json, fields: string | null): Json {
  if (fields === null) return row
  const wanted = new Set(fields.split(','))
  return Object.fromEntries(Object.entries(row).filter(([name]) => wanted.has(name)))
}
