// The demo shop: from a seed and a size to everything a store holds; source room, may import contract and domain.
import { addMonths, lastMonths, type Month, monthRange } from '#contract/month.ts'
import type {
  CategoryFact,
  CouponFact,
  CustomerFact,
  DistributorFact,
  OrderFacts,
  ProductFact,
} from '#server/domain/facts.ts'
import { campaignsOf, daysOf, priceLevel, type ToUtc, toUtc } from './calendar.ts'
import { type CatalogueItem, makeCatalogue, shelfPrice } from './catalogue.ts'
import { DistributorNet } from './distributors.ts'
import { type Crowd, type MonthPlan, ordersOf } from './orders.ts'
import { People, type RegistrationDay } from './people.ts'
import { campaignCoupon, couponFacts } from './promotions.ts'
import { apportion, Random, Weighted } from './random.ts'

export interface DemoOptions {
  readonly orders: number
  readonly months: number
  /** The last month. */
  readonly until: Month
  readonly seed: number
  /** Of the shop's wall clock; only `modified_at`, which is UTC, depends on it. */
  readonly timeZone: string
}

export interface DemoShop {
  readonly months: readonly Month[]
  readonly customerCount: number
  readonly products: readonly ProductFact[]
  readonly categories: readonly CategoryFact[]
  readonly coupons: readonly CouponFact[]
  readonly distributors: readonly DistributorFact[]
  /** Orders of a month of `months`, in batches; months may be asked in any order. */
  orders(month: Month, batch: number): Iterable<OrderFacts[]>
  customers(): Iterable<CustomerFact[]>
}

/** Months before the history in which accounts were opened already. */
const OPENED_BEFORE = 18

export function demoShop({ orders, months: count, until, seed, timeZone }: DemoOptions): DemoShop {
  const months = lastMonths(until, count)
  const first = months[0] ?? until
  const catalogue = makeCatalogue(seed)
  const middle = addMonths(first, Math.floor(count / 2))
  const net = new DistributorNet(seed, `${middle}-12 10:15:00`, `${first}-01 09:00:00`)
  const utc = toUtc(timeZone)
  const people = new People(seed, registrations(first, until, Math.max(60, Math.round((orders * 5) / 12))))
  const crowd: Crowd = { people, guests: Math.max(10, Math.round(orders * 0.06)) }
  const plans = planMonths(seed, months, orders, people, net, catalogue.items, utc)
  const modified = `${until}-20 12:00:00`
  const years = new Set(months.map((month) => Number(month.slice(0, 4))))
  return {
    months,
    customerCount: people.total,
    products: catalogue.products(modified, priceLevel(until)),
    categories: catalogue.categories,
    coupons: couponFacts([...years].flatMap(campaignsOf).map(campaignCoupon), modified),
    distributors: net.all.map(({ fact }) => fact),
    customers: () => people.facts(net, utc),
    orders(month, batch) {
      const plan = plans.get(month)
      return plan === undefined ? [] : ordersOf(seed, plan, crowd, batch)
    },
  }
}

/** Accounts per day: slow years first, then a shop that grows and gains most in its campaigns. */
function registrations(first: Month, until: Month, total: number): RegistrationDay[] {
  const days = monthRange(addMonths(first, -OPENED_BEFORE), until).flatMap((month, index) =>
    daysOf(month, index * 1.5),
  )
  const counts = apportion(
    total,
    days.map(({ weight }) => weight),
  )
  let before = 0
  return days.map(({ date }, index) => {
    const count = counts[index]!
    before += count
    return { date, before: before - count, count }
  })
}

function planMonths(
  seed: number,
  months: readonly Month[],
  orders: number,
  people: People,
  net: DistributorNet,
  items: readonly CatalogueItem[],
  utc: ToUtc,
): Map<Month, MonthPlan> {
  const noise = new Random(seed, 41)
  const calendar = months.map((month, index) => daysOf(month, index))
  const weights = calendar.flat().map(({ weight }) => weight * (0.88 + noise.unit() * 0.24))
  const perDay = apportion(orders, weights)
  const registered = new Map(people.days.map(({ date, before }) => [date, before]))
  let before = 0
  let day = 0
  const plans = new Map<Month, MonthPlan>()
  months.forEach((month, index) => {
    const start = before
    const days = calendar[index]!.map((one) => {
      const count = perDay[day]!
      const age = weights.length - 1 - day++
      before += count
      return {
        ...one,
        orders: count,
        age,
        registered: registered.get(one.date) ?? 0,
        settled: registered.get(daysBefore(one.date, 14)) ?? 0,
      }
    })
    plans.set(month, {
      month,
      index,
      before: start,
      days,
      shelf: shelfOf(month, items),
      coverage: net.coverage(months.length === 1 ? 1 : index / (months.length - 1)),
      toUtc: utc,
    })
  })
  return plans
}

function shelfOf(month: Month, items: readonly CatalogueItem[]): MonthPlan['shelf'] {
  const number = Number(month.slice(5))
  const level = priceLevel(month)
  return {
    items,
    prices: items.map(({ price }) => shelfPrice(price, level)),
    demand: new Weighted(items.map(({ weight, season }) => weight * (season[number - 1] ?? 1))),
    priceLevel: level,
    december: number === 12,
    winter: number >= 5 && number <= 8,
  }
}

const daysBefore = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - count * 86_400_000).toISOString().slice(0, 10)
