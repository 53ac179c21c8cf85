// Search results of the palette: screens, months by name, and views, distributors and orders from the server.
import { useDebouncedValue } from '@mantine/hooks'
import { IconUserCircle, type TablerIcon } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMatches, useRouter } from '@tanstack/react-router'
import { pathOf } from '#contract/address.ts'
import { EARLIEST_MONTH, type Month, monthRange } from '#contract/month.ts'
import { dimensionOf } from '#contract/questions/dimensions.ts'
import { type Filter, filterText, keptValue } from '#contract/questions/filter.ts'
import { fold } from '#contract/row-order.ts'
import type { Found } from '#contract/search.ts'
import type { ViewRow } from '#contract/views.ts'
import { call, keepPreviousQuery } from '#web/api/call.ts'
import { useLatestMonth } from '#web/api/config.ts'
import { useMonth } from '#web/api/month.ts'
import type { Screen } from '#web/api/screen.ts'
import { useUser } from '#web/api/session.ts'
import { openView, type ViewLink } from '#web/shared/views.ts'
import { date } from '#web/text/format.ts'
import { monthTitle, readPastMonth } from '#web/text/months.ts'
import { onFirstPages } from '#web/ui/use-search-param.ts'
import { mayOpen } from '../frame/may-open.ts'
import { nameOf, screens } from '../screens.ts'
import { SECTION_LOOK } from '../sections.ts'
import { text } from '../text.ts'
import { type FoundValue, useValues } from './use-values.ts'

export interface Destination {
  readonly id: string
  readonly kind:
    | 'screen'
    | 'view'
    | 'month'
    | 'distributor'
    | 'order'
    | 'buyer'
    | 'product'
    | 'coupon'
    | 'value'
  readonly label: string
  readonly hint: string
  readonly to: string
  readonly month: Month
  readonly params?: Readonly<Record<string, string>>
  readonly icon?: TablerIcon
  /** Opened instead of `to`. */
  readonly view?: ViewLink
  /** Opened instead of `to`: an address with its own parameters. */
  readonly href?: string
}

const MOST_MONTHS = 4
const MOST_VIEWS = 6
const TYPING_PAUSE_MS = 200
const ORDER_PATH = '/orders/$order_id'
const BUYER_PATH = '/orders/$order_id/of-buyer'
const EXPLORE_PATH = '/analysis/explore'
const DISTRIBUTOR_PATH = '/distributors/distributors-details/$dist_id'

/** Whether every typed word occurs in the texts, ignoring case and accents. */
function matches(words: readonly string[], ...texts: readonly string[]): boolean {
  const where = fold(texts.join(' '))
  return words.every((word) => where.includes(word))
}

function findMonths(typed: string, words: readonly string[], latest: Month): Month[] {
  if (words.length === 0) return []
  const exact = readPastMonth(typed, latest.slice(0, 4), latest)
  const named = monthRange(EARLIEST_MONTH, latest)
    .reverse()
    .filter((month) => month === exact || matches(words, monthTitle(month), month))
  return named.slice(0, MOST_MONTHS)
}

export function useDestinations(typed: string) {
  const user = useUser()
  const month = useMonth()
  const latest = useLatestMonth()
  const router = useRouter()
  const here = useMatches({ select: (all) => all.at(-1)?.staticData.screen })
  const words = fold(typed).split(/\s+/).filter(Boolean)
  const { found, ...ofFound } = useFound(typed)
  const { views, ...ofViews } = useViews(typed)
  const { values, ...ofValues } = useValues(words.join('').length > 1, (label) => matches(words, label))

  const account: Destination = {
    id: '/account',
    kind: 'screen',
    label: text.myAccount,
    hint: user.email,
    to: '/account',
    month,
    icon: IconUserCircle,
  }

  // Enter opens the first one, which must not be of what was typed before.
  const fitting = (hits: readonly Destination[]) =>
    ofFound.isSearching ? hits.filter(({ label, hint }) => matches(words, label, hint)) : hits

  return {
    orders: fitting(found.orders.map(orderHit)),
    buyers: fitting(found.buyers.map(buyerHit)),
    screens: [
      ...screens
        .filter((screen) => (screen.menu || screen.palette) && mayOpen(user, screen))
        .filter(({ title, menu = '', section, finds = '' }) =>
          matches(words, title, menu, SECTION_LOOK[section].label, finds),
        )
        .map((screen) => screenHit(screen, month)),
      ...(matches(words, text.myAccount, text.myAccountFinds) ? [account] : []),
    ],
    views: views.map((view) => viewHit(view, month)),
    isSearching: ofFound.isSearching || ofViews.isSearching || ofValues.isSearching,
    isFailed: ofFound.isFailed || ofViews.isFailed || ofValues.isFailed,
    months: findMonths(typed, words, latest).map(
      (wanted): Destination => ({
        id: wanted,
        kind: 'month',
        label: monthTitle(wanted),
        hint: here?.monthly ? here.title : 'Scorecard',
        to: here?.monthly ? '.' : '/',
        month: wanted,
      }),
    ),
    distributors: fitting(found.distributors.map((one) => distributorHit(one, month))),
    products: fitting(found.products.map((one) => productHit(one, month))),
    coupons: fitting(found.coupons.map(({ code }) => couponHit(code, month))),
    values: values.map((value) => valueHit(value, month)),
    go: ({ to, params, month: wanted, view, href }: Destination) =>
      view
        ? openView(router, view, latest)
        : href
          ? void router.navigate({ href })
          : void router.navigate({
              to,
              params: params ?? true,
              search: (now: object) =>
                to === '.' ? { ...onFirstPages(now), month: wanted } : { month: wanted },
            }),
  }
}

const screenHit = (screen: Screen, month: Month): Destination => ({
  id: screen.path,
  kind: 'screen',
  label: nameOf(screen),
  hint: SECTION_LOOK[screen.section].label,
  to: screen.path,
  month,
  icon: SECTION_LOOK[screen.section].icon,
})

const viewHit = (view: ViewRow, month: Month): Destination => ({
  id: `view-${view.id}`,
  kind: 'view',
  label: view.name,
  hint: view.owner,
  to: pathOf(view.address),
  month,
  view,
})

const distributorHit = (
  { dist_id, dist_name }: Found['distributors'][number],
  month: Month,
): Destination => ({
  id: `dist-${dist_id}`,
  kind: 'distributor',
  label: dist_name,
  hint: dist_id,
  to: DISTRIBUTOR_PATH,
  params: { dist_id },
  month,
})

const orderHit = ({
  order_id,
  number,
  invoice_number,
  date: day,
  dist_name,
  month,
}: Found['orders'][number]): Destination => ({
  id: `order-${order_id}`,
  kind: 'order',
  label: text.order(number),
  hint: text.orderHint(date(day), dist_name, invoice_number),
  to: ORDER_PATH,
  params: { order_id: String(order_id) },
  month,
})

const buyerHit = ({
  order_id,
  name,
  surname,
  email,
  date: day,
  month,
}: Found['buyers'][number]): Destination => ({
  id: `buyer-${order_id}`,
  kind: 'buyer',
  label: `${name} ${surname}`.trim() || email,
  hint: text.buyerHint(email, date(day)),
  to: BUYER_PATH,
  params: { order_id: String(order_id) },
  month,
})

/** The last twelve months of a product or a coupon. */
const explored = (measures: string, filter: Filter): string =>
  `${EXPLORE_PATH}?${new URLSearchParams({
    ...{ measures, grain: 'month', period: 'last_12_months', view: 'chart', where: filterText(filter) },
  })}`

const productHit = (
  { product_id, parent_id, sku, product_name }: Found['products'][number],
  month: Month,
): Destination => ({
  id: `product-${product_id}`,
  kind: 'product',
  label: product_name,
  hint: sku,
  to: EXPLORE_PATH,
  href: explored(
    'net_sale,units',
    parent_id === 0
      ? keptValue('parent_product', String(product_id))
      : keptValue('product', `${parent_id}.${product_id}`),
  ),
  month,
})

const couponHit = (code: string, month: Month): Destination => ({
  id: `coupon-${code}`,
  kind: 'coupon',
  label: code,
  hint: '',
  to: EXPLORE_PATH,
  href: explored('benefit_amount,benefit_uses', keptValue('benefit_code', code)),
  month,
})

const valueHit = ({ dimension, key, label, measures }: FoundValue, month: Month): Destination => ({
  id: `${dimension}-${key}`,
  kind: 'value',
  label,
  hint: dimensionOf(dimension).title,
  to: EXPLORE_PATH,
  href: explored(measures.join(), keptValue(dimension, key)),
  month,
})

const NOTHING: Found = { orders: [], buyers: [], distributors: [], products: [], coupons: [] }

/** What the server finds; while one types on, what it found before. */
function useFound(typed: string) {
  const wanted = typed.trim()
  const [settled] = useDebouncedValue(wanted, TYPING_PAUSE_MS)
  const query = useQuery({
    queryKey: ['search', settled],
    queryFn: async ({ signal }) => (await call('POST /api/search', { body: { text: settled }, signal })).data,
    enabled: settled !== '',
    placeholderData: keepPreviousData,
    // Names of buyers do not stay.
    gcTime: 0,
  })
  return { found: (wanted !== '' && query.data) || NOTHING, ...progressOf(query, wanted, settled) }
}

function useViews(typed: string) {
  const wanted = typed.trim()
  const [settled] = useDebouncedValue(wanted, TYPING_PAUSE_MS)
  const named = { name: settled, per_page: MOST_VIEWS }
  const query = useQuery({
    ...keepPreviousQuery('GET /api/views', { query: named }),
    enabled: settled !== '',
  })
  return { views: (wanted !== '' && query.data?.data) || [], ...progressOf(query, wanted, settled) }
}

/** Without both, what was found is all that there is. */
const progressOf = (query: { isFetching: boolean; isError: boolean }, wanted: string, settled: string) => ({
  isSearching: wanted !== '' && (wanted !== settled || query.isFetching),
  isFailed: wanted !== '' && query.isError,
})
