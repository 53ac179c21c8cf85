// Shops that differ in kind from those of planted-causes.ts: buyers come, return and leave one by one, segments have seasons,
// products are launched and withdrawn. Written from how shops behave, without looking at how causes are found.
import { addMonths, monthDays, monthRange } from '#contract/month.ts'
import { randomNumbers } from './questions-shop.ts'

export const LAST = '2026-04'

interface Habits {
  /** Months with data before the last one. */
  readonly months: number
  readonly buyersAtStart: number
  readonly newBuyers: number
  /** Orders of a buyer per month, and the chance that a buyer never returns. */
  readonly rate: number
  readonly lapse: number
  /** Factor on new buyers per month. */
  readonly growth: number
  /** Amplitude of the year in all sales and in the sales of one segment. */
  readonly season: number
  readonly seasonOfSegment: number
  readonly distributors: number
  readonly provinces: number
  readonly companies: number
  readonly segments: number
  readonly productsPerSegment: number
  /** Spread of sizes, as a logarithm. */
  readonly spread: number
  /** Spread of the quantities of an order, as a logarithm. */
  readonly bulk: number
  /** Chance that a product is launched or withdrawn in a month. */
  readonly turnover: number
}

const PLAIN: Habits = {
  ...{ months: 12, buyersAtStart: 900, newBuyers: 90, rate: 0.7, lapse: 0.1, growth: 1 },
  ...{ season: 0, seasonOfSegment: 0, distributors: 15, provinces: 8, companies: 6 },
  ...{ segments: 14, productsPerSegment: 5, spread: 0.6, bulk: 0.5, turnover: 0 },
}

export const SHOP_KINDS = {
  ageing: { ...PLAIN, buyersAtStart: 1600, newBuyers: 25, lapse: 0.06, turnover: 0.01 },
  'few products a segment': { ...PLAIN, segments: 18, productsPerSegment: 2, seasonOfSegment: 0.15 },
  growing: { ...PLAIN, buyersAtStart: 500, newBuyers: 110, growth: 1.06, season: 0.1, bulk: 0.7 },
  seasons: { ...PLAIN, months: 14, season: 0.35, seasonOfSegment: 0.3, turnover: 0.01 },
  young: { ...PLAIN, months: 6, buyersAtStart: 0, newBuyers: 260, growth: 1.03, lapse: 0.15 },
  'one distributor': {
    ...PLAIN,
    ...{ buyersAtStart: 170, newBuyers: 16, distributors: 1, provinces: 2, companies: 4, segments: 8 },
  },
} as const satisfies Record<string, Habits>

export type ShopKind = keyof typeof SHOP_KINDS

export interface Line {
  readonly product: string
  readonly segment: string
  readonly business: string
  readonly cents: number
}

export interface Order {
  readonly month: string
  readonly weekday: string
  readonly buyer: Buyer
  readonly isNew: boolean
  readonly payment: string
  readonly benefit: string
  readonly lines: readonly Line[]
}

interface Buyer {
  readonly since: string
  readonly distributor: string
  readonly province: string
  readonly company: string
  readonly payment: string
  readonly rate: number
  isGone: boolean
}

export type Keys = Readonly<Record<string, string>>

/** The values of an order or line in the dimensions of an explanation. */
export const keysOf = ({ buyer, isNew, payment, benefit, weekday }: Order, line: Line): Keys => ({
  distributor: buyer.distributor,
  province: buyer.province,
  company: buyer.company,
  payment_method: payment,
  benefit_group: benefit,
  weekday,
  buyer_kind: isNew ? 'new' : 'returning',
  product: line.product,
  segment: line.segment,
  business: line.business,
})

type Random = () => number
const range = (count: number) => Array.from({ length: count }, (_, index) => index)
const normal = (random: Random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

function poisson(random: Random, mean: number): number {
  let [count, left] = [0, Math.exp(-mean)]
  for (let at = random(); at > left; at *= random()) count++
  return count
}

const few = (random: Random, mean: number) =>
  mean < 30 ? poisson(random, mean) : Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)))

interface Weighted {
  readonly key: string
  weight: number
}

const ends = new WeakMap<readonly Weighted[], readonly number[]>()

/** One of a list that does not change, by its weights. */
function pick<T extends Weighted>(random: Random, from: readonly T[]): T {
  let sums = ends.get(from)
  if (!sums) {
    let total = 0
    sums = from.map(({ weight }) => {
      total += weight
      return total
    })
    ends.set(from, sums)
  }
  const at = random() * (sums.at(-1) ?? 0)
  let [low, high] = [0, from.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sums[middle] ?? 0) > at) high = middle
    else low = middle + 1
  }
  return from[low] as T
}

interface Product extends Weighted {
  readonly segment: string
  readonly business: string
  readonly price: number
  readonly phase: number
}

/** All months of a shop in which nothing out of the ordinary happens. */
export function ordinary(kind: ShopKind, seed: number): Order[] {
  const habits: Habits = SHOP_KINDS[kind]
  const { next: random } = randomNumbers(seed)
  const sized = (prefix: string, count: number): Weighted[] =>
    range(count).map((index) => ({
      key: `${prefix}${index + 1}`,
      weight: Math.exp(habits.spread * normal(random)),
    }))
  const lists = {
    distributors: sized('d', habits.distributors),
    companies: [{ key: 'customer', weight: 6 }, ...sized('c', habits.companies)],
    payments: sized('m', 4),
    benefits: [{ key: '', weight: 5 }, ...sized('b', 4)],
  }
  const provinces = new Map(
    lists.distributors.map(({ key }, index) => [
      key,
      range(2).map((each) => `p${((index + each) % habits.provinces) + 1}`),
    ]),
  )
  const products = range(habits.segments).flatMap((segment) => {
    const phase = 2 * Math.PI * random()
    return sized(`s${segment + 1}-`, habits.productsPerSegment).map(
      (each): Product => ({
        ...each,
        ...{ segment: `s${segment + 1}`, business: `n${(segment % 4) + 1}` },
        ...{ price: Math.round(40_000 * Math.exp(0.6 * normal(random))), phase },
      }),
    )
  })
  const buyers: Buyer[] = []
  const register = (since: string): Buyer => {
    const distributor = pick(random, lists.distributors).key
    const buyer = {
      ...{ since, distributor, isGone: false, company: pick(random, lists.companies).key },
      province: provinces.get(distributor)?.[random() < 0.7 ? 0 : 1] ?? '',
      payment: pick(random, lists.payments).key,
      rate: habits.rate * Math.exp(0.4 * normal(random)),
    }
    buyers.push(buyer)
    return buyer
  }
  for (const _ of range(habits.buyersAtStart)) register('')

  const daysOf = new Map<string, readonly string[]>()
  const order = (month: string, shelf: readonly Product[], buyer: Buyer, isNew: boolean): Order => {
    const days = daysOf.get(month) ?? monthDays(month)
    daysOf.set(month, days)
    const day = days[Math.floor(random() * days.length)] ?? ''
    return {
      ...{ month, buyer, isNew, weekday: String(((new Date(day).getUTCDay() + 6) % 7) + 1) },
      payment: random() < 0.8 ? buyer.payment : pick(random, lists.payments).key,
      benefit: pick(random, lists.benefits).key,
      lines: range(1 + Math.floor(random() * 4)).map(() => {
        const { key, segment, business, price } = pick(random, shelf)
        const quantity = Math.max(1, Math.round(1.5 * Math.exp(habits.bulk * normal(random))))
        return { product: key, segment, business, cents: quantity * price }
      }),
    }
  }

  const first = addMonths(LAST, -habits.months)
  return monthRange(first, LAST)
    .flatMap((month, index) => {
      // What enters or leaves the shelf in the months that are compared would be an event.
      for (const product of month < addMonths(LAST, -1) ? products : [])
        if (random() < habits.turnover) product.weight = product.weight < 0.01 ? 1 : 0.001
      const yearly = 2 * Math.PI * (Number(month.slice(5)) / 12)
      const mood = Math.exp(0.05 * normal(random)) * (1 + habits.season * Math.sin(yearly))
      const shelf = products.map((product) => ({
        ...product,
        weight:
          product.weight *
          Math.exp(0.08 * normal(random)) *
          (1 + habits.seasonOfSegment * Math.sin(yearly + product.phase)),
      }))
      const tempers = new Map(lists.distributors.map(({ key }) => [key, Math.exp(0.06 * normal(random))]))
      const known = buyers.filter(({ isGone }) => !isGone)
      const orders = known.flatMap((buyer) =>
        range(poisson(random, buyer.rate * mood * (tempers.get(buyer.distributor) ?? 1))).map(() =>
          order(month, shelf, buyer, index === 0),
        ),
      )
      const arriving = few(random, habits.newBuyers * habits.growth ** index * mood)
      const fresh = range(arriving).flatMap(() => {
        const buyer = register(month)
        return range(1 + poisson(random, 0.2)).map(() => order(month, shelf, buyer, true))
      })
      for (const buyer of buyers) buyer.isGone ||= random() < habits.lapse
      return [...orders, ...fresh]
    })
    .map(withFirstOrders())
}

/** Whoever orders for the first time is new, also one that was registered long before. */
function withFirstOrders() {
  const firsts = new Map<Buyer, string>()
  return (order: Order): Order => {
    if (!firsts.has(order.buyer)) firsts.set(order.buyer, order.month)
    return { ...order, isNew: firsts.get(order.buyer) === order.month }
  }
}

type Change = (order: Order, random: Random) => Order | null

const dropped =
  (dimension: string, key: string, part: number): Change =>
  (order, random) => {
    const isOfLine = ['product', 'segment', 'business'].includes(dimension)
    const isHit = (line: Line) => keysOf(order, line)[dimension] === key
    if (!isOfLine) return order.lines.some(isHit) && random() < part ? null : order
    const lines = order.lines.filter((line) => !isHit(line) || random() >= part)
    return lines.length > 0 ? { ...order, lines } : null
  }

const scaledUp =
  (dimension: string, key: string, by: number): Change =>
  (order) => ({
    ...order,
    lines: order.lines.map((line) =>
      keysOf(order, line)[dimension] === key ? { ...line, cents: Math.round(line.cents * by) } : line,
    ),
  })

/** What may happen to one value of a dimension: it falls, ends or rises. */
export const EVENTS = [
  ...[
    { dimension: 'distributor', does: 'falls' },
    { dimension: 'province', does: 'falls' },
  ],
  ...[
    { dimension: 'segment', does: 'falls' },
    { dimension: 'segment', does: 'rises' },
  ],
  ...[
    { dimension: 'product', does: 'falls' },
    { dimension: 'product', does: 'rises' },
  ],
  ...[
    { dimension: 'company', does: 'falls' },
    { dimension: 'company', does: 'rises' },
  ],
  ...[
    { dimension: 'payment_method', does: 'falls' },
    { dimension: 'benefit_group', does: 'falls' },
  ],
  ...[
    { dimension: 'buyer_kind', does: 'falls' },
    { dimension: 'weekday', does: 'falls' },
  ],
  { dimension: 'distributor', does: 'rises' },
] as const

export type Event = (typeof EVENTS)[number]

export interface Place {
  readonly dimension: string
  readonly key: string
}

export interface Happened {
  readonly orders: readonly Order[]
  /** Per cause the places that carry it: nearly all of it, and hit nearly as hard as the planted one. */
  readonly causes: readonly (readonly Place[])[]
}

type Sums = Map<string, Map<string, number>>

const summed = new WeakMap<readonly Order[], Sums>()

/** Of a list that does not change. */
export function sumsOf(orders: readonly Order[]): Sums {
  const known = summed.get(orders)
  if (known) return known
  const sums: Sums = new Map()
  for (const order of orders)
    for (const line of order.lines) {
      const keys = keysOf(order, line)
      for (const dimension in keys) {
        const key = keys[dimension] ?? ''
        const list = sums.get(dimension)
        if (list) list.set(key, (list.get(key) ?? 0) + line.cents)
        else sums.set(dimension, new Map([[key, line.cents]]))
      }
    }
  summed.set(orders, sums)
  return sums
}

/** Parts of the month's sales that a cause must move at least and at most. */
const LEAST = 0.1
const MOST = 0.6
/** A value with more than this share of all sales has nothing beside it to compare with. */
const MOST_OF_ALL = 0.85
/** A cause is at least this many times what chance does to its place between two months. */
const LEAST_NOISES = 5
/** Usual variation of a month, beyond the chance of single orders. */
const WOBBLE = 0.08

/** Standard deviation of the difference between two ordinary months: that of a sum of orders, and the wobble. */
function noiseOf({ dimension, key }: Place, orders: readonly Order[]): number {
  const parts = orders.map((order) =>
    order.lines.reduce((sum, line) => sum + (keysOf(order, line)[dimension] === key ? line.cents : 0), 0),
  )
  const whole = parts.reduce((sum, part) => sum + part, 0)
  return Math.sqrt(2 * (parts.reduce((sum, part) => sum + part ** 2, 0) + (WOBBLE * whole) ** 2))
}

const totalOf = (sums: Sums) =>
  [...(sums.get('weekday')?.values() ?? [])].reduce((sum, each) => sum + each, 0)

function placesOf(orders: readonly Order[], next: readonly Order[], planted: Place): Place[] | null {
  const [was, is] = [sumsOf(orders), sumsOf(next)]
  const whole = totalOf(is) - totalOf(was)
  if (Math.abs(whole) < LEAST_NOISES * noiseOf(planted, orders)) return null
  const part = Math.abs(whole) / totalOf(was)
  if (part < LEAST || part > MOST) return null
  const moved = ({ dimension, key }: Place) => {
    const [before, after] = [was, is].map((sums) => sums.get(dimension)?.get(key) ?? 0) as [number, number]
    return { carried: (after - before) / whole, force: Math.abs(after - before) / Math.max(before, after, 1) }
  }
  const { force } = moved(planted)
  return [...was].flatMap(([dimension, list]) =>
    [...list.keys()]
      .map((key) => ({ dimension, key }))
      .filter((place) => moved(place).carried > 0.85 && moved(place).force > 0.75 * force),
  )
}

/** A shop in whose last month these events happen; values are drawn until one is large enough to matter. */
export function eventful(kind: ShopKind, seed: number, events: readonly Event[]): Happened | null {
  const { next: random } = randomNumbers(seed + 5_000_000)
  const all = ordinary(kind, seed)
  const past = all.filter(({ month }) => month !== LAST)
  let last: readonly Order[] = all.filter(({ month }) => month === LAST)
  const causes: (readonly Place[])[] = []
  for (const { dimension, does } of events) {
    const was = sumsOf(last)
    const keys = [...(was.get(dimension) ?? [])]
      .filter(([key, cents]) => key !== '' && key !== 'customer' && cents < MOST_OF_ALL * totalOf(was))
      .map(([key]) => key)
    if (keys.length === 0) return null
    let found: { orders: Order[]; places: Place[] } | null = null
    for (let attempt = 0; attempt < 40 && !found; attempt++) {
      const key = keys[Math.floor(random() * keys.length)] ?? ''
      const force = random()
      const change =
        does === 'falls' ? dropped(dimension, key, 0.6 + 0.4 * force) : scaledUp(dimension, key, 1.7 + force)
      const orders = last.flatMap((order) => change(order, random) ?? [])
      const places = placesOf(last, orders, { dimension, key })
      if (places && places.length > 0) found = { orders, places }
    }
    if (!found) return null
    last = found.orders
    causes.push(found.places)
  }
  return { orders: [...past, ...last], causes }
}
