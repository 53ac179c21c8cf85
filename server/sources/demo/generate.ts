// A whole shop generated from a seed and a size.
import { addDays, addMonths, type Month, monthBounds, monthRange } from '#contract/month.ts'
import type {
  CategoryFact,
  CouponFact,
  CustomerFact,
  DistributorFact,
  OrderFacts,
  ProductFact,
} from '#server/domain/facts.ts'
import type { MonthlyOffer } from './basket.ts'
import { campaignsOf, daysOf, priceLevel, secondsToUtc } from './calendar.ts'
import { type CatalogueItem, makeCatalogue, shelfPrice } from './catalogue.ts'
import { makeDistributors } from './distributors.ts'
import { type DayPlan, ordersOf } from './orders.ts'
import { People, type RegistrationDay } from './people.ts'
import { campaignCoupon, couponFacts } from './promotions.ts'
import { apportion, batches, Random, Weighted } from './random.ts'

export interface DemoOptions {
  readonly orders: number
  readonly months: number
  /** The last whole month. */
  readonly until: Month
  /** The last day of the month after it, which runs; absent: the history ends with whole months. */
  readonly through?: string | undefined
  readonly seed: number
  /** Time zone of the shop; only `modified_at`, which is UTC, depends on it. */
  readonly timeZone: string
}

export interface DemoShop {
  readonly months: readonly Month[]
  readonly customerCount: number
  readonly products: readonly ProductFact[]
  readonly categories: readonly CategoryFact[]
  readonly coupons: readonly CouponFact[]
  readonly distributors: readonly DistributorFact[]
  /** Orders of one of `months`, in batches. Months can be generated in any order. */
  orders(month: Month, batch: number): Iterable<OrderFacts[]>
  customers(): Iterable<CustomerFact[]>
}

/** Accounts were opened this many months before the first order. */
const MONTHS_BEFORE = 18
/** The first of the random streams of the months. */
const MONTH_STREAM = 1000

export function demoShop({ orders, months: count, until, through, seed, timeZone }: DemoOptions): DemoShop {
  const last = through?.slice(0, 7) ?? until
  const months = monthRange(addMonths(until, 1 - count), last)
  const first = months[0] ?? until
  const end = through ?? monthBounds(until).to_date
  const catalogue = makeCatalogue(seed)
  const renamedAt = `${addMonths(first, Math.floor(count / 2))}-12 10:15:00`
  const distributors = makeDistributors(seed, renamedAt, `${first}-01 09:00:00`)
  const toUtc = secondsToUtc(timeZone)
  const accounts = Math.max(60, Math.round((orders * 5) / 12))
  const people = new People(
    seed,
    registrationDays(monthRange(addMonths(first, -MONTHS_BEFORE), last), end, accounts),
  )
  const days = planDays(new Random(seed, 41), { months, end }, orders, people, toUtc)
  const modifiedAt = `${until}-20 12:00:00`
  const years = new Set(months.map((month) => Number(month.slice(0, 4))))
  return {
    months,
    customerCount: people.total,
    products: catalogue.products(modifiedAt, priceLevel(last)),
    categories: catalogue.categories,
    coupons: couponFacts([...years].flatMap(campaignsOf).map(campaignCoupon), modifiedAt),
    distributors: distributors.facts,
    customers: () => batches(people.facts(distributors.coverage(0.5), toUtc), 5000),
    orders(month, batch) {
      const index = months.indexOf(month)
      if (index < 0) return []
      const plan = {
        before: days.reduce((sum, day) => sum + (day.date < month ? day.orders : 0), 0),
        days: days.filter(({ date }) => date.startsWith(month)),
        offer: offerOf(month, catalogue.items),
        coverage: distributors.coverage(months.length === 1 ? 1 : index / (months.length - 1)),
        people,
        guests: Math.max(10, Math.round(orders * 0.06)),
      }
      return batches(ordersOf(seed, MONTH_STREAM + index, plan), batch)
    },
  }
}

function registrationDays(months: readonly Month[], end: string, total: number): RegistrationDay[] {
  const days = months.flatMap((month, index) => daysOf(month, index * 1.5)).filter(({ date }) => date <= end)
  const counts = apportion(
    total,
    days.map(({ weight }) => weight),
  )
  let next = 0
  return days.map(({ date }, index) => {
    const before = next
    next += counts[index]!
    return { date, before, count: counts[index]! }
  })
}

function planDays(
  random: Random,
  { months, end }: { months: readonly Month[]; end: string },
  orders: number,
  people: People,
  toUtc: (day: string) => number,
): DayPlan[] {
  const days = months.flatMap(daysOf).filter(({ date }) => date <= end)
  const counts = apportion(
    orders,
    days.map(({ weight }) => weight * (0.88 + random.unit() * 0.24)),
  )
  const accountsBefore = new Map(people.days.map(({ date, before }) => [date, before]))
  return days.map((day, index) => ({
    ...day,
    orders: counts[index]!,
    toUtc: toUtc(day.date),
    age: days.length - 1 - index,
    registered: accountsBefore.get(day.date) ?? 0,
    registeredEarlier: accountsBefore.get(addDays(day.date, -14)) ?? 0,
  }))
}

function offerOf(month: Month, items: readonly CatalogueItem[]): MonthlyOffer {
  const number = Number(month.slice(5))
  const level = priceLevel(month)
  return {
    items,
    prices: items.map(({ price }) => shelfPrice(price, level)),
    demand: new Weighted(items.map(({ weight, season }) => weight * season[number - 1]!)),
    priceLevel: level,
    december: number === 12,
    winter: number >= 5 && number <= 8,
  }
}
