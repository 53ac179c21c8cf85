// The routes of the application as its router has them, so that no test can omit one, and what each shows without data.
import type { CouponGroups, SubGroupRow } from '#contract/benefits.ts'
import type { Resume } from '#contract/distributors.ts'
import type { OrderRow } from '#contract/orders.ts'
import type { Permission } from '#contract/permissions.ts'

export interface AppRoute {
  /** In the router's notation: '/distributors/distributors-details/$dist_id'. */
  readonly path: string
  readonly title: string
  /** Account that may open it; undefined for pages that anyone may open. */
  readonly access: Permission | 'session' | 'given' | undefined
  readonly monthly: boolean
}

/** Routes of the real tree, except those that redirect. */
export async function appRoutes(): Promise<AppRoute[]> {
  // The router needs event listeners, which Node lacks.
  if (!('addEventListener' in globalThis)) Object.assign(globalThis, { addEventListener: () => {} })
  const { router } = await import('#web/app/router.tsx')
  const routes = Object.values(router.routesByPath).filter(({ options }) => !options.staticData?.section)
  return routes.map(({ fullPath, options }) => {
    const { screen, title, access } = options.staticData ?? {}
    const shown = screen?.title ?? title
    if (shown === undefined) throw new Error(`${fullPath} has no title`)
    return {
      path: fullPath,
      title: shown,
      access: screen?.access ?? access,
      monthly: screen?.monthly ?? false,
    }
  })
}

export const MONTH = '2026-10'
export const EMPTY_MONTH = '2020-06'

/** `data` of a GET call of the server under test. */
export type DataOf = <T>(path: string) => Promise<T>

/** Existing names for routes with a parameter. */
const NAMES: Readonly<Record<string, (dataOf: DataOf) => Promise<readonly string[]>>> = {
  '/distributors/distributors-details/$dist_id': someDistributor,
  '/distributors/distributors-details/$dist_id/profile': someDistributor,
  '/orders/$order_id': someOrder,
  '/orders/$order_id/of-buyer': someOrder,
  '/benefits/corporatives/employees-detail/$employee_name/$role': company,
  '/benefits/corporatives/customers-employees/$role/$employee_name': company,
  '/benefits/massives/details/$subGroup': (dataOf) => subGroup(dataOf, 'massive-coupons'),
  '/benefits/banking-benefits/details/$subGroup': (dataOf) => subGroup(dataOf, 'bank'),
}

async function someDistributor(dataOf: DataOf): Promise<readonly string[]> {
  const { billing } = await dataOf<Resume>(`/api/distributors/resume?start_date=${MONTH}`)
  return [billing.items[0]?.dist_id ?? '']
}

async function someOrder(dataOf: DataOf): Promise<readonly string[]> {
  const [order] = await dataOf<OrderRow[]>(`/api/orders?start_date=${MONTH}`)
  return [String(order?.order_id ?? '')]
}

/** Questions for routes that call the API only when asked. */
const QUESTIONS: Readonly<Record<string, string>> = {
  '/analysis/explore': `?measures=net_sale,orders&by=distributor&from=${MONTH}-01&to=${MONTH}-31`,
}

async function company(dataOf: DataOf) {
  const path = `/api/reports/coupons/group?group=employees&start_date=${MONTH}`
  const { corporates } = await dataOf<CouponGroups>(path)
  const found = corporates.find(({ role, total_amount }) => role !== 'Customer' && total_amount > 0)
  return [found?.original_role ?? '', found?.role ?? '']
}

async function subGroup(dataOf: DataOf, group: string) {
  const path = `/api/reports/coupons/subgroup?group=${group}&start_date=${MONTH}`
  return [(await dataOf<SubGroupRow[]>(path))[0]?.sub_group ?? '']
}

/** The address of a route, with a name from this data if it has a parameter. */
export async function addressOf({ path, monthly }: AppRoute, dataOf: DataOf, month = MONTH): Promise<string> {
  const names = [...((await NAMES[path]?.(dataOf)) ?? [])]
  const filled = path.replaceAll(/\$\w+/g, () => {
    const name = names.shift()
    if (!name) throw new Error(`${path} asks for a name that this test does not know`)
    return encodeURIComponent(name)
  })
  return monthly ? `${filled}?month=${month}` : filled + (QUESTIONS[path] ?? '')
}

export const FAILED = 'No se pudieron cargar los datos.'
export const SAYS_EMPTY =
  /No hay datos para mostrar|Sin distribuidores activos|No hubo ordenes|Aún no hay data/

const NO_DATA = 'No hay datos para mostrar'
const NO_ORDERS = 'No hubo ordenes en junio 2020'
/** The message of a month without data, if it differs from `NO_DATA`. */
const EMPTY: Readonly<Record<string, string>> = {
  '/': '$ 0,00',
  // Every distributor is in its list, with or without orders.
  '/distributors/distributors-details': '$ 0,00',
  '/distributors/distributors-overview': NO_ORDERS,
  '/distributors/opportunities': 'no vendió en tres meses cerrados',
  '/products-distribution': 'Sin distribuidores activos en junio 2020',
  // Open orders are of any month.
  '/distributors/service': 'Abiertas',
  '/distributors/distributors-details/$dist_id': 'No hubo ordenes de ',
  '/distributors/distributors-details/$dist_id/profile': 'No hubo ordenes de ',
  '/customers-overview': 'Aún no hay data procesada para el mes de junio 2020',
  '/customers-orders': NO_ORDERS,
  '/reconciliation/woocommerce': NO_ORDERS,
}

/** What a screen shows in `EMPTY_MONTH`. */
export const emptyText = ({ path }: AppRoute): string => EMPTY[path] ?? NO_DATA
