import { NO_DISTRIBUTOR, type OrderFacts } from '#server/domain/facts.ts'
import { applyPromotions, fillBasket, type MonthlyOffer } from './basket.ts'
import { type Day, HOURS, timeText } from './calendar.ts'
import type { Coverage } from './distributors.ts'
import { orderFacts } from './order-facts.ts'
import type { People, Person } from './people.ts'
import { Random, Weighted } from './random.ts'
import { refundsOf } from './refunds.ts'
import { WHOLESALER } from './roles.ts'
import { statusOf } from './statuses.ts'

export interface DayPlan extends Day {
  readonly orders: number
  /** Seconds from its wall clock to UTC. */
  readonly toUtc: number
  /** Days before the end of the history. */
  readonly age: number
  /** Accounts opened before this day, and before the last fortnight. */
  readonly registered: number
  readonly registeredEarlier: number
}

export interface MonthPlan {
  /** Orders before this month. */
  readonly before: number
  readonly days: readonly DayPlan[]
  readonly offer: MonthlyOffer
  readonly coverage: Coverage
  readonly people: People
  /** How many people buy without an account. */
  readonly guests: number
}

const hours = new Weighted(HOURS)
const PAYMENTS = [
  ...['woo-mercado-pago-custom', 'woo-mercado-pago-custom', 'woo-mercado-pago-custom'],
  ...['decidir', 'decidir', 'lyra', 'bacs', 'cod'],
]
const CARDS = new Set(['decidir', 'lyra', 'woo-mercado-pago-custom'])

/** `stream`: of the random numbers. */
export function* ordersOf(seed: number, stream: number, plan: MonthPlan): Generator<OrderFacts> {
  const random = new Random(seed, stream)
  let number = plan.before
  for (const day of plan.days) {
    const seconds = Array.from({ length: day.orders }, () => hours.pick(random) * 3600 + random.below(3600))
    seconds.sort((one, other) => one - other)
    for (const second of seconds) yield makeOrder(random, plan, day, second, number++)
  }
}

function makeOrder(random: Random, plan: MonthPlan, day: DayPlan, second: number, number: number) {
  const { offer } = plan
  const buyer = chooseBuyer(random, plan, day)
  // A buyer whose account is opened later still buys as a guest.
  const account = buyer.account !== undefined && buyer.account < day.registered ? buyer.account : undefined
  const lines = fillBasket(random, offer, buyer.role === WHOLESALER)
  const payment = random.chance(0.02) ? '' : random.of(PAYMENTS)
  const applied = applyPromotions(random, offer, {
    lines,
    role: buyer.role,
    campaign: day.campaign,
    isNewAccount: account !== undefined && account >= day.registeredEarlier,
    byCard: CARDS.has(payment),
  })
  const fees = random.chance(0.05) ? Math.round(45_000 * offer.priceLevel) : 0
  const shipping = random.chance(0.35) ? 0 : Math.round(random.between(90, 210) * 1000 * offer.priceLevel)
  const status = statusOf(random, day.age)
  const paid =
    lines.reduce((sum, line) => sum + line.gross, 0) - applied.reduce((sum, { amount }) => sum + amount, 0)
  // Last touched up to nine days later, within the history.
  const touchedAfter = random.below(Math.min(day.age, 9) * 86_400 + (86_400 - second))
  return orderFacts({
    number,
    date: day.date,
    createdAt: timeText(day.date, second),
    modifiedAt: timeText(day.date, second + touchedAfter + day.toUtc),
    endedAt: timeText(day.date, second + touchedAfter),
    buyer,
    account,
    email: account === undefined && random.chance(0.02) ? '' : buyer.email,
    currency: random.chance(0.0006) ? 'USD' : 'ARS',
    dist_id: random.chance(0.03)
      ? NO_DISTRIBUTOR.dist_id
      : plan.coverage(buyer.place, random.chance(0.07) ? random.unit() : buyer.preference),
    status,
    payment,
    lines,
    applied,
    fees,
    shipping,
    refunds: refundsOf(random, { status, lines, paid, extras: fees + shipping }),
  })
}

/** A guest, a guest who opens an account later, an employee, or any account; recent ones buy more. */
function chooseBuyer(random: Random, { people, guests }: MonthPlan, { registered }: DayPlan): Person {
  const dice = random.unit()
  if (registered === 0 || dice < 0.11) return people.guest(random.below(guests))
  if (dice < 0.113 && registered < people.total)
    return people.account(random.between(registered, people.total - 1))
  if (dice < 0.3) return people.employee(random, registered)
  if (dice < 0.62) return people.account(registered - 1 - random.below(Math.ceil(registered * 0.15)))
  return people.account(random.below(registered))
}
