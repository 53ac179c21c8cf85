// Orders of one month of the demo shop, as facts, in the order of their time; touches only this room, the contract and domain.
import type { Month } from '#contract/month.ts'
import type { OrderStatus } from '#contract/statuses.ts'
import { centsText } from '#server/domain/cents.ts'
import type { OrderFacts } from '#server/domain/facts.ts'
import { orderAmounts } from '#server/domain/order-amounts.ts'
import { type Applied, fill, type Shelf, takeOff } from './basket.ts'
import { clock, type Day, HOURS, type ToUtc } from './calendar.ts'
import type { Coverage } from './distributors.ts'
import { discountFacts, lineFacts } from './order-rows.ts'
import type { People, Person } from './people.ts'
import { PLACES } from './places.ts'
import { Random, Weighted } from './random.ts'
import { refundsOf } from './refunds.ts'
import { statusOf } from './statuses.ts'

export const FIRST_ORDER = 100_000
/** An order takes its own id and leaves two for its refunds, as posts of one shop share their numbers. */
const IDS_PER_ORDER = 3

export interface MonthPlan {
  readonly month: Month
  /** The month's place in the history. */
  readonly index: number
  /** Orders before this month. */
  readonly before: number
  readonly days: readonly (Day & {
    readonly orders: number
    /** Days before the end of the history. */
    readonly age: number
    /** Accounts opened before this day, and until a fortnight before it. */
    readonly registered: number
    readonly settled: number
  })[]
  readonly shelf: Shelf
  readonly coverage: Coverage
  readonly toUtc: ToUtc
}

export interface Crowd {
  readonly people: People
  readonly guests: number
}

const hours = new Weighted(HOURS)
const PAYMENTS = [
  'woo-mercado-pago-custom',
  'woo-mercado-pago-custom',
  'woo-mercado-pago-custom',
  'decidir',
  'decidir',
  'lyra',
  'bacs',
  'cod',
]
const CARDS = new Set(['decidir', 'lyra', 'woo-mercado-pago-custom'])
const DELIVERED = new Set<OrderStatus>(['wc-completed', 'wc-refunded', 'wc-returned', 'wc-return-request'])

const EMPLOYEES = new Weighted([0, 0.8, 6, 3, 1.6, 1.4, 2.2, 1.2, 1])

/** The month's orders in batches of at most `size`. */
export function* ordersOf(
  seed: number,
  plan: MonthPlan,
  crowd: Crowd,
  size: number,
): Generator<OrderFacts[]> {
  const random = new Random(seed, 1000 + plan.index)
  let number = plan.before
  let batch: OrderFacts[] = []
  for (const day of plan.days) {
    const seconds = Uint32Array.from(
      { length: day.orders },
      () => hours.pick(random) * 3600 + random.below(3600),
    ).sort()
    for (const second of seconds) {
      batch.push(makeOrder(random, plan, day, second, crowd, number++))
      if (batch.length === size) {
        yield batch
        batch = []
      }
    }
  }
  if (batch.length > 0) yield batch
}

function makeOrder(
  random: Random,
  plan: MonthPlan,
  day: MonthPlan['days'][number],
  second: number,
  crowd: Crowd,
  number: number,
): OrderFacts {
  const person = buyer(random, crowd, day)
  const customer_id = isAccount(person, day.registered) ? person.customer_id : 0
  const abroad = random.chance(0.0006)
  const shelf = plan.shelf
  const lines = fill(random, shelf, person.role.role === 'mayorista')
  const payment_method = random.chance(0.02) ? '' : random.of(PAYMENTS)
  const applied = takeOff(
    random,
    shelf,
    {
      person,
      campaign: day.campaign,
      isNew: customer_id !== 0 && customer_id - 101 >= day.settled,
      byCard: CARDS.has(payment_method),
    },
    lines,
  )
  const fees = random.chance(0.05) ? Math.round(45_000 * shelf.priceLevel) : 0
  const shipping = random.chance(0.35) ? 0 : Math.round(random.between(90, 210) * 1000 * shelf.priceLevel)
  const status = statusOf(random, day.age)
  const paid =
    lines.reduce((sum, line) => sum + line.gross, 0) - applied.reduce((sum, { amount }) => sum + amount, 0)
  const refunds = refundsOf(random, { status, lines, paid, extras: fees + shipping })
  const amounts = orderAmounts({
    lines: lines.map(({ gross, discount }, index) => ({
      gross,
      discount,
      refunded: refunds.lines[index]?.amount ?? 0,
    })),
    coupons: amountsOf(applied, 'coupon'),
    promotions: amountsOf(applied, 'fee'),
    refunded: refunds.goods,
  })
  const dist_id = random.chance(0.03)
    ? '0'
    : plan.coverage.serve(person.place, random.chance(0.07) ? random.unit() : person.stand)
  const order_id = FIRST_ORDER + number * IDS_PER_ORDER
  const key = {
    order_id,
    month: plan.month,
    status,
    counted: !abroad,
    dist_id,
  }
  return {
    order: {
      ...key,
      created_at: `${day.date} ${clock(second)}`,
      order_date: day.date,
      modified_at: plan.toUtc(day.date, second, laterBy(random, day.age, second)),
      currency: abroad ? 'USD' : 'ARS',
      customer_id,
      email: customer_id === 0 && random.chance(0.02) ? '' : person.email,
      first_name: person.first_name,
      last_name: person.last_name,
      city: person.city,
      province: PLACES[person.place]!.province,
      invoice_number: DELIVERED.has(status)
        ? `B-${String(2 + (number % 7)).padStart(5, '0')}-${String(number + 1).padStart(8, '0')}`
        : '',
      payment_method,
      units: lines.reduce((sum, { quantity }) => sum + quantity, 0),
      refunded_units: refunds.lines.reduce((sum, { units }) => sum + units, 0),
      coupons: applied.reduce((count, { promotion }) => count + (promotion.kind === 'coupon' ? 1 : 0), 0),
      gross: centsText(amounts.gross),
      discount: centsText(amounts.discount),
      refunded: centsText(amounts.refunded),
      net: centsText(amounts.net),
      shipping: centsText(shipping),
      fees: centsText(fees),
      total: centsText(amounts.gross - amounts.discount + shipping + fees),
    },
    lines: lineFacts(key, number, lines, amounts, refunds),
    discounts: discountFacts(key, number, applied, amounts),
    refunds: refunds.refunds.map(({ amount, reason }, index) => ({
      order_id,
      refund_id: order_id + 1 + index,
      month: plan.month,
      created_at: `${day.date} 23:${index === 0 ? '30' : '45'}:00`,
      amount: centsText(amount),
      reason,
    })),
  }
}

const amountsOf = (applied: readonly Applied[], kind: 'coupon' | 'fee'): number[] =>
  applied.filter(({ promotion }) => promotion.kind === kind).map(({ amount }) => amount)

/** An employee, a guest, a guest who opens an account later, or anyone with an account. */
function buyer(random: Random, { people, guests }: Crowd, day: MonthPlan['days'][number]): Person {
  const dice = random.unit()
  if (day.registered === 0 || dice < 0.11) return people.guest(random.below(guests))
  if (dice < 0.113 && day.registered < people.total)
    return people.account(random.between(day.registered, people.total - 1))
  if (dice < 0.3) return people.someone(random, day.registered, EMPLOYEES.pick(random))
  // Half of the others are recent accounts, who buy more.
  return dice < 0.62
    ? people.account(day.registered - 1 - random.below(Math.ceil(day.registered * 0.15)))
    : people.someone(random, day.registered)
}

const isAccount = ({ customer_id }: Person, registered: number): boolean =>
  customer_id !== 0 && customer_id - 101 < registered

/** Seconds until the order was last touched: up to nine days, but within the history. */
const laterBy = (random: Random, age: number, second: number): number =>
  random.below(Math.min(age, 9) * 86_400 + (86_400 - second))
