// The rows behind a number of the Ficha, below its panels.

import { useEffect, useRef } from 'react'
import type { Column } from '#contract/columns.ts'
import type { RowOf } from '#contract/endpoint.ts'
import { entryOf } from '#contract/entry.ts'
import { PROFILE_MONTHS_BEFORE, profileLists } from '#contract/lists/profile.ts'
import { addMonths, type Month, monthBounds } from '#contract/month.ts'
import type { profileCalls } from '#contract/profile.ts'
import { keptValue } from '#contract/questions/filter.ts'
import { useMonth } from '#web/api/month.ts'
import { ExploreLink } from '#web/shared/links/explore-link.tsx'
import { SELLS, SellersLink } from '#web/shared/links/sellers-link.tsx'
import { listSource } from '#web/shared/lists/list.ts'
import { ListTable } from '#web/shared/lists/list-table.tsx'
import { cellText, integer, money, monthName, units } from '#web/text/format.ts'
import { CloseButton } from '#web/ui/button.tsx'
import type { TableDefaults } from '#web/ui/table/view.ts'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import css from './profile.module.css'
import { text } from './profile-text.ts'

/** Search parameter that names the list on screen. */
export const LIST = 'lista'

const PRODUCTS = listSource(profileLists.profileProducts)
const CUSTOMERS = listSource(profileLists.profileCustomers)
/** Columns that say the same of all that are lost: they sold or bought nothing in the month. */
const OF_THE_MONTH = ['state', 'net', 'units', 'orders']
const lostOf = ({ columns, defaults }: { columns: readonly Column[]; defaults: TableDefaults }) => ({
  columns: columns.filter(({ key }) => !OF_THE_MONTH.includes(key)),
  defaults: { ...defaults, orderBy: 'prev_net', order: 'DESC' } as const,
})

const PRODUCT_LISTS: Readonly<Record<string, object>> = {
  sold: { state: 'sold' },
  gained: { state: 'gained' },
  'lost-products': { state: 'lost' },
  common: { common: '1' },
}

type Product = RowOf<typeof profileCalls.profileProducts>
type Customer = RowOf<typeof profileCalls.profileCustomers>

interface Opened {
  readonly of: 'product' | 'customer'
  readonly key: string
  readonly name: string
  readonly measures: string
  /** Without any, nothing opens. */
  readonly amounts: readonly number[]
}

/** Links from figures of the month to its days, and of the three months before to those. */
function opening(month: Month, distId: string) {
  const before = [addMonths(month, -PROFILE_MONTHS_BEFORE), addMonths(month, -1)] as const
  const link =
    ([first, last]: readonly [Month, Month]) =>
    ({ of, key, name, measures, amounts }: Opened, figure: string) =>
      amounts.every((amount) => amount === 0) ? (
        figure
      ) : (
        <ExploreLink
          asked={{
            ...{ measures, grain: first === last ? 'day' : 'month' },
            ...{ from: monthBounds(first).from_date, to: monthBounds(last).to_date },
          }}
          where={[keptValue(of, key), keptValue('distributor', distId)]}
          label={text.open_(name, figure)}
        >
          {figure}
        </ExploreLink>
      )
  return { now: link([month, month]), earlier: link(before) }
}

/** Numbers of a customer open its days, or its three months before. */
function customerCells(month: Month, distId: string) {
  const { now, earlier } = opening(month, distId)
  const opened = ({ key, customer }: Customer, amounts: readonly number[]): Opened | null =>
    key === null ? null : { of: 'customer', key, name: customer, measures: 'net_sale,orders', amounts }
  const cell =
    (
      open: typeof now,
      figure: (row: Customer) => string,
      ...columns: ('net' | 'prev_net' | 'orders' | 'prev_orders')[]
    ) =>
    (row: Customer) => {
      const of = opened(
        row,
        columns.map((column) => row[column]),
      )
      return of ? open(of, figure(row)) : figure(row)
    }
  return {
    net: cell(now, ({ net }) => money(net), 'net', 'orders'),
    orders: cell(now, ({ orders }) => integer(orders), 'net', 'orders'),
    prev_net: cell(earlier, ({ prev_net }) => money(prev_net), 'prev_net', 'prev_orders'),
    prev_orders: cell(earlier, ({ prev_orders }) => integer(prev_orders), 'prev_net', 'prev_orders'),
    last_month: ({ last_month }: Customer) => monthName(last_month),
  }
}

/** Numbers of a product open its days, its three months before, or who sells it. */
function productCells(month: Month, distId: string) {
  const open = opening(month, distId)
  const opened = ({ key, product_name }: Product, ...amounts: readonly number[]): Opened => ({
    ...{ of: 'product', key, name: product_name, measures: 'net_sale,units', amounts },
  })
  const now = (row: Product, figure: string) => open.now(opened(row, row.net, row.units), figure)
  const then = (row: Product, figure: string) =>
    open.earlier(opened(row, row.prev_net, row.prev_units), figure)
  const sellers = ({ key, product_name }: Product, value: number | null) => (
    <SellersLink of={key} name={product_name} search={SELLS}>
      {cellText(value, { format: 'percent2' })}
    </SellersLink>
  )
  return {
    product_name: ({ key, product_name }: Product) => <SellersLink of={key} name={product_name} />,
    net: (row: Product) => now(row, money(row.net)),
    units: (row: Product) => now(row, units(row.units)),
    prev_net: (row: Product) => then(row, money(row.prev_net)),
    prev_units: (row: Product) => then(row, units(row.prev_units)),
    numeric_distribution: (row: Product) => sellers(row, row.numeric_distribution),
    weighted_distribution: (row: Product) => sellers(row, row.weighted_distribution),
  }
}

export function ProfileList({ distId }: { distId: string }) {
  const month = useMonth()
  const [asked, ask] = useSearchParam(LIST, { step: true })
  const name = asked !== null && entryOf(text.lists, asked) !== undefined ? asked : null
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (name !== null) void place.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  }, [name])
  if (name === null) return null
  const title = entryOf(text.lists, name) ?? ''
  const of = { id: `profile-${name}`, title, subtitle: monthName(month), month }
  const params = { dist_id: distId }
  const products = entryOf(PRODUCT_LISTS, name)
  const isLost = name.startsWith('lost')
  return (
    <div ref={place}>
      <div className={css.listHead} data-no-print>
        <CloseButton label={text.close} onClick={() => ask(null)} />
      </div>
      {products ? (
        <ListTable
          key={name}
          {...PRODUCTS}
          {...of}
          {...(isLost && lostOf(PRODUCTS))}
          params={params}
          query={products}
          cells={{
            ...productCells(month, distId),
            last_sold: ({ last_sold }) => last_sold && monthName(last_sold),
          }}
        />
      ) : (
        <ListTable
          key={name}
          {...CUSTOMERS}
          {...of}
          {...(isLost && lostOf(CUSTOMERS))}
          params={params}
          query={{ state: name }}
          cells={customerCells(month, distId)}
        />
      )}
    </div>
  )
}
