// Search results of the palette: screens, months by name, and views, distributors and orders from the server.
import { useDebouncedValue } from '@mantine/hooks'
import { IconUserCircle, type TablerIcon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMatches, useRouter } from '@tanstack/react-router'
import { pathOf } from '#contract/address.ts'
import type { DistributorsListRow } from '#contract/distributors.ts'
import { EARLIEST_MONTH, type Month, monthRange } from '#contract/month.ts'
import type { NumberedOrder } from '#contract/order.ts'
import { fold } from '#contract/row-order.ts'
import type { ViewRow } from '#contract/views.ts'
import { fetchQuery, keepPreviousQuery } from '#web/api/call.ts'
import { useLatestMonth } from '#web/api/config.ts'
import { useMonth } from '#web/api/month.ts'
import type { Screen } from '#web/api/screen.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { openView, type ViewLink } from '#web/lists/views.ts'
import { date } from '#web/text/format.ts'
import { monthTitle, readMonth } from '#web/text/months.ts'
import { mayOpen } from '../frame/may-open.ts'
import { nameOf, screens } from '../screens.ts'
import { SECTION_LOOK } from '../sections.ts'
import { text } from '../text.ts'

export interface Destination {
  readonly id: string
  readonly kind: 'screen' | 'view' | 'month' | 'distributor' | 'order'
  readonly label: string
  readonly hint: string
  readonly to: string
  readonly month: Month
  readonly params?: Readonly<Record<string, string>>
  readonly icon?: TablerIcon
  /** Opened instead of `to`. */
  readonly view?: ViewLink
}

const MOST_MONTHS = 6
const MOST_DISTRIBUTORS = 8
const MOST_VIEWS = 6
const TYPING_PAUSE_MS = 200
const ORDER_PATH = '/orders/$order_id'
/** '4567', '#4567', 'orden PED-2026-0007': a number holds a digit and no space. */
const ORDER_NUMBER = /^(?:orden\s*)?#?\s*(\S*\d\S*)$/i
const DISTRIBUTOR_PATH = '/distributors/distributors-details/$dist_id'

/** Whether every typed word occurs in the texts, ignoring case and accents. */
function matches(words: readonly string[], ...texts: readonly string[]): boolean {
  const where = fold(texts.join(' '))
  return words.every((word) => where.includes(word))
}

function findMonths(typed: string, words: readonly string[], latest: Month): Month[] {
  if (words.length === 0) return []
  const exact = readMonth(typed, latest.slice(0, 4))
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
  const found = useDistributors(typed, month, mayUser(user, 'view:distributors'))
  const orders = useOrders(typed, mayUser(user, 'view:orders'))

  const screenHit = (screen: Screen): Destination => ({
    id: screen.path,
    kind: 'screen',
    label: nameOf(screen),
    hint: SECTION_LOOK[screen.section].label,
    to: screen.path,
    month,
    icon: SECTION_LOOK[screen.section].icon,
  })

  const account: Destination = {
    id: '/account',
    kind: 'screen',
    label: text.myAccount,
    hint: user.email,
    to: '/account',
    month,
    icon: IconUserCircle,
  }

  return {
    orders: orders.map(orderHit),
    screens: [
      ...screens
        .filter((screen) => (screen.menu || screen.palette) && mayOpen(user, screen))
        .filter(({ title, menu = '', section }) => matches(words, title, menu, SECTION_LOOK[section].label))
        .map(screenHit),
      ...(matches(words, text.myAccount, text.myAccountFinds) ? [account] : []),
    ],
    views: useViews(typed).map((view) => viewHit(view, month)),
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
    distributors: found.map((one) => distributorHit(one, month)),
    go: ({ to, params, month: wanted, view }: Destination) =>
      view
        ? openView(router, view, latest)
        : void router.navigate({
            to,
            params: params ?? true,
            search: (now: object) => (to === '.' ? { ...now, month: wanted } : { month: wanted }),
          }),
  }
}

const viewHit = (view: ViewRow, month: Month): Destination => ({
  id: `view-${view.id}`,
  kind: 'view',
  label: view.name,
  hint: view.owner,
  to: pathOf(view.address),
  month,
  view,
})

const distributorHit = ({ dist_id, dist_name }: DistributorsListRow, month: Month): Destination => ({
  id: `dist-${dist_id}`,
  kind: 'distributor',
  label: dist_name,
  hint: dist_id,
  to: DISTRIBUTOR_PATH,
  params: { dist_id },
  month,
})

const orderHit = ({ order_id, number, date: day, dist_name, month }: NumberedOrder): Destination => ({
  id: `order-${order_id}`,
  kind: 'order',
  label: text.order(number),
  hint: text.orderHint(date(day), dist_name),
  to: ORDER_PATH,
  params: { order_id: String(order_id) },
  month,
})

/** The orders with the number that was typed, in any month. */
function useOrders(typed: string, allowed: boolean): readonly NumberedOrder[] {
  const [settled] = useDebouncedValue(typed, TYPING_PAUSE_MS)
  const number = ORDER_NUMBER.exec(settled.trim())?.[1] ?? ''
  const { data } = useQuery({
    ...fetchQuery('GET /api/orders/by-number', { query: { number } }),
    enabled: allowed && number !== '',
  })
  return settled === typed ? (data?.data ?? []) : []
}

function useDistributors(typed: string, month: Month, allowed: boolean) {
  const [settled] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS)
  const query = { start_date: month, dist_name: settled, per_page: MOST_DISTRIBUTORS }
  const { data } = useQuery({
    ...keepPreviousQuery('GET /api/distributors/get-distributors-list', { query }),
    enabled: allowed && settled.length >= 2,
  })
  return typed.trim().length >= 2 ? (data?.data ?? []) : []
}

function useViews(typed: string) {
  const [settled] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS)
  const query = { name: settled, per_page: MOST_VIEWS }
  const { data } = useQuery({ ...keepPreviousQuery('GET /api/views', { query }), enabled: settled !== '' })
  return typed.trim() === '' ? [] : (data?.data ?? [])
}
