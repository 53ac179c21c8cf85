// Cohorts, repurchase and segments computed with plain loops over facts, without SQL or code of the server.
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
  /** In cents. */
  readonly discount: number
  readonly benefits: readonly Readonly<Record<BenefitKind | 'amount', string>>[]
  readonly products: readonly string[]
}

export type FirstValue = 'distributor' | 'province' | 'company' | 'benefit'
export type BenefitKind = 'group' | 'sub_group' | 'promotion'
export type FirstFilter = Partial<Record<FirstValue, string>>

const cents = (amount: string) => Math.round(Number(amount) * 100)

/** The group with the largest discount; of equal ones, the first by name. */
function largestGroup(discounts: readonly { discount_group: string; amount: string }[]): string {
  const sums = new Map<string, number>()
  for (const { discount_group, amount } of discounts)
    sums.set(discount_group, (sums.get(discount_group) ?? 0) + cents(amount))
  const [largest] = [...sums].sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1))
  return largest?.[0] ?? 'none'
}

/** Completed orders that a role sees, by buyer, each list in order of time. */
export function histories({ orders, customers }: ModelShop, scope: readonly string[] | null) {
  const purchases = orders.flatMap(({ order, discounts, lines }): Purchase[] => {
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
        discount: cents(order.discount),
        benefits: discounts.map(({ discount_group, sub_group, promo_name, amount }) => ({
          ...{ group: discount_group, sub_group, promotion: promo_name, amount },
        })),
        products: lines.map((line) => `${line.product_id || line.name} ${line.variation_id}`),
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
const rounded = (value: number) => Math.sign(value) * Math.round(Math.abs(value)) + 0

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

const daysFrom = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000
const percentOf = (part: number, whole: number) => rounded((part * 10_000) / whole) / 100

const RANGES = [
  ['0-7', 0, 7],
  ['8-15', 8, 15],
  ['16-30', 16, 30],
  ['31-60', 31, 60],
  ['61-90', 61, 90],
  ['91-180', 91, 180],
] as const

/** Days from the first to the second order; Infinity: not yet. */
const daysBetween = ([first, second]: History) =>
  first && second ? daysFrom(first.day, second.day) : Number.POSITIVE_INFINITY

const rangeOf = (days: number) => RANGES.find(([, from, to]) => days >= from && days <= to)?.[0] ?? 'later'

function repurchaseFigures(buyers: readonly History[], today: string) {
  const known = (least: number) => buyers.filter(([first]) => first && daysFrom(first.day, today) >= least)
  const within = (days: number) => {
    const enough = known(days)
    return enough.length === 0
      ? null
      : percentOf(enough.filter((history) => daysBetween(history) <= days).length, enough.length)
  }
  const waits = known(180)
    .map(daysBetween)
    .filter((days) => days <= 180)
    .sort((one, other) => one - other)
  const middle = waits.length / 2
  const low = waits[Math.ceil(middle) - 1] ?? 0
  const high = waits[Math.floor(middle)] ?? 0
  return {
    buyers: buyers.length,
    bought_again: buyers.filter((history) => history.length > 1).length,
    ...{ within_30: within(30), within_60: within(60), within_90: within(90), within_180: within(180) },
    median_days: waits.length === 0 ? null : (low + high) / 2,
  }
}

export interface RepurchaseAsked {
  readonly to: string
  readonly months: number
  readonly by: FirstValue | 'month'
  readonly filter: FirstFilter
  /** Of the store's clock; later orders are not there yet. */
  readonly today: string
}

const firstIn = (all: readonly History[], { to, months, filter, today }: Omit<RepurchaseAsked, 'by'>) =>
  all
    .map((history) => history.filter(({ day }) => day <= today))
    .filter((history) => {
      const at = index(history[0]?.month ?? '0000-01')
      return at > index(to) - months && at <= index(to) && passes(history, filter)
    })

/** Rows by their keys; labels are not part of the model. */
export function repurchaseTable(all: readonly History[], asked: RepurchaseAsked) {
  const buyers = firstIn(all, asked)
  const keyOf = ([first]: History) => (asked.by === 'month' ? first?.month : first?.values[asked.by]) ?? ''
  const old = buyers.filter(([first]) => first && daysFrom(first.day, asked.today) >= 180)
  return {
    total: repurchaseFigures(buyers, asked.today),
    rows: new Map(
      [...Map.groupBy(buyers, keyOf)].map(([key, some]) => [key, repurchaseFigures(some, asked.today)]),
    ),
    distribution: [...RANGES.map(([name]) => name), 'later'].map((days) => {
      const some = old.filter((history) => rangeOf(daysBetween(history)) === days)
      return { days, buyers: some.length, share: old.length === 0 ? 0 : percentOf(some.length, old.length) }
    }),
  }
}

/** Ids of the first orders of the buyers in a range, and of the first two orders of each. */
export function repurchaseRows(all: readonly History[], asked: RepurchaseAsked, days: string) {
  const some = firstIn(all, asked).filter(
    (history) =>
      daysFrom(history[0]?.day ?? '', asked.today) >= 180 && rangeOf(daysBetween(history)) === days,
  )
  return {
    people: some.map(([first]) => first?.id ?? 0),
    orders: some.flatMap((history) => history.slice(0, 2).map(({ id }) => id)),
  }
}

const lastDayOf = (month: string) =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).toISOString().slice(0, 10)

/** The segment of each buyer on a day, with the orders of its last 365 days. */
function standings(all: readonly History[], day: string) {
  const known = all
    .map((history) => history.filter((purchase) => purchase.day <= day))
    .filter((history) => history.length > 0)
    .map((history) => ({ history, year: history.filter((purchase) => daysFrom(purchase.day, day) < 365) }))
  const active = known.filter(({ year }) => year.length > 0)
  const average = active.length === 0 ? 0 : rounded(total(active.flatMap(({ year }) => year)) / active.length)
  const segments = known.map(({ history, year }) => {
    const ago = daysFrom(history.at(-1)?.day ?? '', day)
    const net = total(year)
    const segment = (() => {
      if (ago <= 60) {
        if (history.length === 1) return 'new'
        if (year.length >= 4 && net >= average) return 'best'
        return year.length >= 2 ? 'loyal' : 'returned'
      }
      if (ago <= 180) {
        if (net >= 2 * average) return 'valuable_cooling'
        return year.length >= 2 ? 'cooling' : 'occasional'
      }
      return ago < 365 ? 'asleep' : 'lost'
    })()
    return { buyer: history[0]?.buyer ?? '', segment, year, history }
  })
  return { average, segments }
}

export function rfmModel(all: readonly History[], month: string, today: string) {
  const dayOf = (at: string) => (lastDayOf(at) < today ? lastDayOf(at) : today)
  const [now, earlier] = [standings(all, dayOf(month)), standings(all, dayOf(monthAt(index(month) - 1)))]
  const before = new Map(earlier.segments.map(({ buyer, segment }) => [buyer, segment]))
  const buyers = now.segments.map((one) => ({ ...one, previous: before.get(one.buyer) ?? 'none' }))
  const groups = Map.groupBy(buyers, ({ segment }) => segment)
  return {
    average_net: now.average / 100,
    segments: new Map(
      [...groups].map(([segment, some]) => [
        segment,
        {
          buyers: some.length,
          prev_buyers: buyers.filter(({ previous }) => previous === segment).length,
          orders: some.flatMap(({ year }) => year).length,
          net: total(some.flatMap(({ year }) => year)) / 100,
          net_per_buyer: rounded(total(some.flatMap(({ year }) => year)) / some.length) / 100,
          lifetime_net: total(some.flatMap(({ history }) => history)) / 100,
        },
      ]),
    ),
    moves: new Map(
      [...Map.groupBy(buyers, ({ previous, segment }) => `${previous} ${segment}`)].map(([key, some]) => [
        key,
        some.length,
      ]),
    ),
    people: (segment: string) => groups.get(segment)?.map(({ history }) => history.at(-1)?.id ?? 0) ?? [],
    orders: (segment: string) => groups.get(segment)?.flatMap(({ year }) => year.map(({ id }) => id)) ?? [],
  }
}

const orNull = (over: number, under: number, factor = 1) =>
  under === 0 ? null : rounded((over * factor) / under) / 100

/** Sales with each benefit in the months, by value; and of all orders. */
export function performanceModel(all: readonly History[], kind: BenefitKind, from: string, to: string) {
  const inPeriod = (purchase: Purchase) => purchase.month >= from && purchase.month <= to
  const orders = all.flat().filter(inPeriod)
  const values = new Set(orders.flatMap(({ benefits }) => benefits.map((benefit) => benefit[kind])))
  const holderOf =
    (value: string) =>
    ({ benefits }: Purchase) =>
      benefits.some((benefit) => benefit[kind] === value)
  const usesIn = (history: History, value: string) =>
    history.filter((purchase) => inPeriod(purchase) && holderOf(value)(purchase))
  const buyersWith = (value: string) => {
    const buyers = all.filter((history) => usesIn(history, value).length > 0)
    const fresh = buyers.filter(([first]) => first && first.month >= from)
    const returned = fresh.filter((history) => {
      const use = history.findIndex((purchase) => inPeriod(purchase) && holderOf(value)(purchase))
      return history.slice(use + 1).some(({ discount }) => discount === 0)
    })
    return { buyers, fresh, returned }
  }
  const row = (value: string) => {
    const holds = holderOf(value)
    const some = orders.filter(holds)
    const others = total(orders) - total(some)
    const amount = some
      .flatMap(({ benefits }) => benefits.filter((benefit) => benefit[kind] === value))
      .reduce((sum, benefit) => sum + cents(benefit.amount), 0)
    const { buyers, fresh, returned } = buyersWith(value)
    return {
      ...{ orders: some.length, net: total(some) / 100, amount: amount / 100 },
      per_hundred: total(some) <= 0 ? null : orNull(amount, total(some), 10_000),
      ticket_with: orNull(total(some), some.length),
      ticket_without: orNull(others, orders.length - some.length),
      ...{ buyers: buyers.length, new_buyers: fresh.length, returned: returned.length },
      new_share: orNull(fresh.length, buyers.length, 10_000),
      returned_share: orNull(returned.length, fresh.length, 10_000),
      products: new Set(some.flatMap(({ products }) => products)).size,
    }
  }
  const having = (value: string) =>
    orders.filter(({ benefits }) => benefits.some((benefit) => benefit[kind] === value))
  return {
    total: { orders: orders.length, net: total(orders) / 100 },
    rows: new Map([...values].map((value) => [value, row(value)])),
    orders: (value: string) => having(value).map(({ id }) => id),
    otherOrders: (value: string) =>
      orders
        .filter(({ benefits }) => !benefits.some((benefit) => benefit[kind] === value))
        .map(({ id }) => id),
    /** Each buyer by the first of these orders, with their number and net. */
    buyers(value: string) {
      const { buyers, fresh, returned } = buyersWith(value)
      return buyers.map((history) => {
        const uses = usesIn(history, value)
        return {
          ...{ order_id: uses[0]?.id ?? 0, orders: uses.length, net: total(uses) / 100 },
          is_new: fresh.includes(history),
          returned: returned.includes(history),
        }
      })
    },
    /** In how many of these orders each of their products is. */
    products(value: string) {
      const sold = having(value).flatMap(({ products }) => [...new Set(products)])
      return [...Map.groupBy(sold, (product) => product).values()].map((some) => some.length)
    },
  }
}
