// Cohorts, repurchase and segments with plain loops over facts: no SQL and no code of the server is used here.
import type { ModelShop } from './questions-model.ts'

export interface Purchase {
  readonly id: number
  readonly buyer: string
  readonly at: string
  readonly day: string
  readonly month: string
  /** In cents. */
  readonly net: number
  readonly values: Readonly<Record<FirstValue, string>>
  readonly groups: readonly string[]
}

export type FirstValue = 'distributor' | 'province' | 'company' | 'benefit'
export type FirstFilter = Partial<Record<FirstValue, string>>

const cents = (amount: string) => Math.round(Number(amount) * 100)

/** The group with the most discount, the first by name of equals. */
function largestGroup(discounts: readonly { discount_group: string; amount: string }[]): string {
  const sums = new Map<string, number>()
  for (const { discount_group, amount } of discounts)
    sums.set(discount_group, (sums.get(discount_group) ?? 0) + cents(amount))
  const [largest] = [...sums].sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1))
  return largest?.[0] ?? 'none'
}

/** Completed orders that a role sees, by buyer, each in the order of time. */
export function histories({ orders, customers }: ModelShop, scope: readonly string[] | null) {
  const purchases = orders.flatMap(({ order, discounts }): Purchase[] => {
    const isSeen = scope === null || scope.includes(order.dist_id)
    if (!order.counted || order.status !== 'wc-completed' || !isSeen) return []
    const ids = customers.filter(({ email }) => order.email !== '' && email === order.email)
    const account = order.customer_id || Math.min(...ids.map(({ customer_id }) => customer_id))
    const isAccount = Number.isFinite(account)
    return [
      {
        ...{ id: order.order_id, at: order.created_at, day: order.order_date, month: order.month },
        buyer: isAccount ? `a${account}` : order.email === '' ? `o${order.order_id}` : `g${order.email}`,
        net: cents(order.net),
        values: {
          ...{ distributor: order.dist_id, province: order.province, benefit: largestGroup(discounts) },
          company: customers.find(({ customer_id }) => customer_id === account)?.role ?? 'none',
        },
        groups: discounts.map(({ discount_group }) => discount_group),
      },
    ]
  })
  const sorted = purchases.toSorted((one, other) =>
    one.at === other.at ? one.id - other.id : one.at < other.at ? -1 : 1,
  )
  return [...Map.groupBy(sorted, ({ buyer }) => buyer).values()]
}

export type History = readonly Purchase[]

export const passes = ([first]: History, filter: FirstFilter): boolean =>
  first !== undefined &&
  Object.entries(filter).every(([key, value]) => first.values[key as FirstValue] === value)

const index = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1
const monthAt = (at: number) => `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
const total = (purchases: History) => purchases.reduce((sum, { net }) => sum + net, 0)
const rounded = (value: number) => Math.round(value)

export function cohortTable(all: readonly History[], to: string, months: number, filter: FirstFilter) {
  const buyers = all.filter((history) => passes(history, filter))
  const rows = []
  for (let start = index(to) - months + 1; start <= index(to); start++) {
    const cohort = buyers.filter(([first]) => first?.month === monthAt(start))
    if (cohort.length === 0) continue
    let spent = 0
    for (let at = start; at <= index(to); at++) {
      const month = monthAt(at)
      const bought = cohort.map((history) => history.filter((purchase) => purchase.month === month))
      const active = bought.filter((purchases) => purchases.length > 0)
      spent += total(bought.flat())
      rows.push({
        ...{ cohort: monthAt(start), months_since: at - start, month, cohort_buyers: cohort.length },
        ...{ buyers: active.length, orders: active.flat().length, net: total(active.flat()) / 100 },
        share: rounded((active.length * 10_000) / cohort.length) / 100,
        net_per_buyer: rounded(spent / cohort.length) / 100,
      })
    }
  }
  return rows
}

/** Ids of the orders behind a cell, and of the first orders of its people. */
export function cohortCell(all: readonly History[], cohort: string, since: number, filter: FirstFilter) {
  const month = monthAt(index(cohort) + since)
  const buyers = all.filter(([first, ...more]) => first?.month === cohort && passes([first, ...more], filter))
  const active = buyers.filter((history) => history.some((purchase) => purchase.month === month))
  return {
    people: active.flatMap(([first]) => first?.id ?? []).sort((one, other) => one - other),
    orders: active
      .flat()
      .filter((purchase) => purchase.month === month)
      .map(({ id }) => id)
      .sort((one, other) => one - other),
  }
}
