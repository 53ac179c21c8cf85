// Pairs of months with a planted cause: a plain shop with usual noise in every dimension, and then an event. Independent of
// how causes are found.
import { addMonths, monthDays, monthRange } from '#contract/month.ts'
import { randomNumbers } from './questions-shop.ts'

export const MONTHS = monthRange('2025-08', '2026-04')
/** Earlier months, in which the usual noise is measured. */
const EARLIER = monthRange('2023-08', '2025-07')
export const BEFORE = '2026-03'
export const AFTER = '2026-04'

export interface PlainLine {
  product: number
  quantity: number
  /** Cents. */
  price: number
}

export interface PlainOrder {
  readonly day: string
  readonly distributor: string
  readonly province: string
  readonly account: number
  readonly payment: string
  /** Null: without. */
  readonly benefit: Benefit | null
  readonly lines: readonly PlainLine[]
}

/** A filter that selects a cause. */
export interface Place {
  readonly dimension: string
  readonly key: string
}

export interface Planted {
  readonly orders: readonly PlainOrder[]
  /** The last month without the event. */
  readonly withoutCauses: readonly PlainOrder[]
  readonly companyOf: (account: number) => string
  /** Whether the order lies in its buyer's first month. */
  readonly isNew: (order: PlainOrder) => boolean
  readonly accounts: readonly Account[]
  /** One list per cause; naming any of its places counts. */
  readonly causes: readonly (readonly Place[])[]
}

type Random = () => number

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Normal deviate (Box–Muller). */
const normal = (random: Random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** Draws values by their weights. */
function sampler<T>(random: Random, values: readonly T[], weightOf: (value: T) => number): () => T {
  let total = 0
  const ends = values.map((value) => {
    total += weightOf(value)
    return total
  })
  return () => {
    const at = random() * total
    let [low, high] = [0, ends.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] ?? 0) > at) high = middle
      else low = middle + 1
    }
    return values[low] as T
  }
}

const PROVINCES = ['CÓRDOBA', 'SALTA', 'SANTA FE', 'MENDOZA', 'CHACO', 'TUCUMÁN']
const DISTRIBUTORS = range(12).map((index) => String(201 + index))
/** Each distributor serves two provinces, each province has four distributors. */
const servedBy = (distributor: string) => {
  const index = Number(distributor) - 201
  return [PROVINCES[index % 6], PROVINCES[(index + 1 + Math.floor(index / 6)) % 6]].flatMap(
    (each) => each ?? [],
  )
}
export const COMPANIES = ['customer', ...range(8).map((index) => `empresa_${index + 1}`)]
const PAYMENTS = ['mercadopago', 'transferencia', 'tarjeta', 'efectivo']
export const BENEFITS = ['CUPONES MASIVOS', 'CORPORATIVOS', 'BANCARIOS', 'DESCUENTOS POR CATEGORÍA'] as const
export type Benefit = (typeof BENEFITS)[number]

/** 4 businesses of 3 segments of 5 products. */
export const PRODUCTS = range(60).map((index) => ({
  id: 1001 + index,
  segment: `Segmento ${Math.floor(index / 5) + 1}`,
  business: `Negocio ${Math.floor(index / 15) + 1}`,
}))
const segmentOf = (product: number) => PRODUCTS[product - 1001]?.segment ?? ''

/** Usual variation of a month, per value, around its weight. */
const WOBBLE = 0.06

export interface Account {
  readonly id: number
  readonly company: string
  readonly distributor: string
  readonly province: string
  /** Month of its registration. */
  readonly since: string
}

interface Shop {
  readonly random: Random
  readonly weights: Map<string, number>
  readonly accounts: Account[]
}

/** Ratio of the largest value to the smallest; sizes differ as in real shops. */
function weightsOf(random: Random): Map<string, number> {
  const spread = (keys: readonly string[], by: number) =>
    keys.map((key): [string, number] => [key, Math.exp(by * normal(random))])
  return new Map([
    ...spread(DISTRIBUTORS, 0.4),
    ...spread(COMPANIES.slice(1), 0.4),
    ...spread(PAYMENTS, 0.3),
    ...spread(BENEFITS, 0.2),
    ...spread(
      PRODUCTS.map(({ id }) => String(id)),
      0.4,
    ),
    ['customer', 5],
  ])
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
export const netOf = ({ lines, benefit }: Pick<PlainOrder, 'lines' | 'benefit'>): number =>
  sum(lines.map(({ price, quantity }) => price * quantity)) - discountOf({ lines, benefit })
/** A tenth of the amount of the lines, in whole cents. */
export const discountOf = ({ lines, benefit }: Pick<PlainOrder, 'lines' | 'benefit'>): number =>
  benefit ? sum(lines.map(({ price, quantity }) => Math.floor((price * quantity) / 10))) : 0

function openShop(seed: number): Shop {
  const random = randomNumbers(seed).next
  const shop = { random, weights: weightsOf(random), accounts: [] }
  for (const _ of range(400)) register(shop, '')
  return shop
}

function register({ random, weights, accounts }: Shop, since: string) {
  const weight = (key: string) => weights.get(key) ?? 1
  const distributor = sampler(random, DISTRIBUTORS, weight)()
  const provinces = servedBy(distributor)
  const account: Account = {
    id: accounts.length + 1,
    company: sampler(random, COMPANIES, weight)(),
    distributor,
    province: provinces[Math.floor(random() * provinces.length)] ?? '',
    since,
  }
  accounts.push(account)
  return account
}

const ORDERS_PER_MONTH = 700

function ordersOf(shop: Shop, month: string): PlainOrder[] {
  const { random, weights, accounts } = shop
  const usual = new Map(
    [...weights].map(([key, weight]) => [key, weight * Math.exp(WOBBLE * normal(random))]),
  )
  const weight = (key: string) => usual.get(key) ?? 1
  const count = Math.round(
    ORDERS_PER_MONTH * Math.exp(0.06 * normal(random)) + Math.sqrt(ORDERS_PER_MONTH) * normal(random),
  )
  const relative = (key: string) => weight(key) / (weights.get(key) ?? 1)
  const fresh = range(Math.round(0.12 * count)).map(() => register(shop, month))
  // New buyers stay for some months.
  const known = accounts.filter(
    ({ since }) => since === '' || (since < month && since >= addMonths(month, -3)),
  )
  const days = monthDays(month)
  const draw = {
    payment: sampler(random, PAYMENTS, weight),
    benefit: sampler(random, BENEFITS, weight),
    product: sampler(random, PRODUCTS, ({ id }) => weight(String(id))),
    buyer: sampler(random, known, ({ distributor, company }) => relative(distributor) * relative(company)),
  }
  const orderBy = (account: Shop['accounts'][number]): PlainOrder => ({
    day: days[Math.floor(random() * days.length)] ?? '',
    distributor: account.distributor,
    province: account.province,
    account: account.id,
    payment: draw.payment(),
    benefit: random() < 0.4 ? draw.benefit() : null,
    lines: range(1 + Math.floor(random() * 4)).map(() => {
      const product = draw.product().id
      return { product, quantity: 1 + Math.floor(random() * 5), price: 5_000 + ((product * 7919) % 20_000) }
    }),
  })
  return [...fresh.map(orderBy), ...range(Math.max(0, count - fresh.length)).map(() => orderBy(draw.buyer()))]
}

interface Cause {
  readonly places: readonly Place[]
  readonly happens: (orders: readonly PlainOrder[]) => readonly PlainOrder[]
}

const without = (dimension: string, key: string, isGone: (order: PlainOrder) => boolean): Cause => ({
  places: [{ dimension, key }],
  happens: (orders) => orders.filter((order) => !isGone(order)),
})

const changedLines = (orders: readonly PlainOrder[], change: (lines: readonly PlainLine[]) => PlainLine[]) =>
  orders.map((order) => ({ ...order, lines: change(order.lines) })).filter(({ lines }) => lines.length > 0)

const weekdayOf = (day: string) => String(((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1)

type Kind = (shop: Shop) => Cause

const oneOf = <T>({ random }: Shop, values: readonly T[]): T =>
  values[Math.floor(random() * values.length)] as T

/** Ten kinds of causes. */
const KINDS = {
  'a distributor stops': (shop) => {
    const key = oneOf(shop, DISTRIBUTORS)
    return without('distributor', key, ({ distributor }) => distributor === key)
  },
  'a province is lost': (shop) => {
    const key = oneOf(shop, PROVINCES)
    return without('province', key, ({ province }) => province === key)
  },
  'a company leaves': (shop) => {
    const key = oneOf(shop, COMPANIES.slice(1))
    return without('company', key, ({ account }) => shop.accounts[account - 1]?.company === key)
  },
  'a payment method fails': (shop) => {
    const key = oneOf(shop, PAYMENTS)
    return without('payment_method', key, ({ payment }) => payment === key)
  },
  'a weekday is closed': (shop) => {
    const key = oneOf(shop, ['1', '2', '3', '4', '5', '6', '7'])
    return without('weekday', key, ({ day }) => weekdayOf(day) === key)
  },
  'new buyers stop coming': (shop) =>
    without('buyer_kind', 'new', ({ account }) => shop.accounts[account - 1]?.since === AFTER),
  'a promotion ends': (shop) => {
    const key = oneOf(shop, BENEFITS)
    return without('benefit_group', key, ({ benefit }) => benefit === key)
  },
  'a product is out of stock': (shop) => {
    const key = oneOf(shop, PRODUCTS).id
    return {
      places: [{ dimension: 'product', key: String(key) }],
      happens: (orders) => changedLines(orders, (lines) => lines.filter(({ product }) => product !== key)),
    }
  },
  'a segment gets dearer': (shop) => {
    const key = oneOf(shop, PRODUCTS).segment
    const dearer = (line: PlainLine) =>
      segmentOf(line.product) === key ? { ...line, price: Math.round(line.price * 1.8) } : line
    return {
      places: [{ dimension: 'segment', key }],
      happens: (orders) => changedLines(orders, (lines) => lines.map(dearer)),
    }
  },
  'a bulk buyer': (shop) => {
    const { company, distributor, province, id } = oneOf(
      shop,
      shop.accounts.filter((account) => account.company !== 'customer' && account.since < BEFORE),
    )
    const product = oneOf(shop, PRODUCTS).id
    const order = {
      day: `${AFTER}-14`,
      distributor,
      province,
      account: id,
      payment: oneOf(shop, PAYMENTS),
      benefit: null,
    }
    const bulk = { ...order, lines: [{ product, quantity: 600, price: 12_000 }] }
    return {
      // A filter for each dimension that selects the order.
      places: [
        { dimension: 'product', key: String(product) },
        { dimension: 'company', key: company },
        { dimension: 'distributor', key: distributor },
      ],
      happens: (orders) => [...orders, bulk],
    }
  },
} as const satisfies Record<string, Kind>

export type CauseKind = keyof typeof KINDS
export const CAUSE_KINDS = Object.keys(KINDS) as CauseKind[]

/** Values of an order in a dimension, with their cents. */
export function partsOf(
  order: PlainOrder,
  dimension: string,
  shop: Pick<Planted, 'companyOf' | 'isNew'>,
): [string, number][] {
  const lineNet = ({ price, quantity }: PlainLine) =>
    price * quantity - (order.benefit ? Math.floor((price * quantity) / 10) : 0)
  const byLine = (key: (product: number) => string): [string, number][] =>
    order.lines.map((line) => [key(line.product), lineNet(line)])
  const net = netOf(order)
  switch (dimension) {
    case 'product':
      return byLine(String)
    case 'segment':
      return byLine(segmentOf)
    case 'business':
      return byLine((product) => PRODUCTS[product - 1001]?.business ?? '')
    case 'company':
      return [[shop.companyOf(order.account), net]]
    case 'buyer_kind':
      return [[shop.isNew(order) ? 'new' : 'returning', net]]
    case 'benefit_group':
      return [[order.benefit ?? '', net]]
    case 'payment_method':
      return [[order.payment, net]]
    case 'weekday':
      return [[weekdayOf(order.day), net]]
    case 'province':
      return [[order.province, net]]
    default:
      return [[order.distributor, net]]
  }
}

const LEAST_NOISES = 3

/** Standard deviation of the differences between consecutive months, before the event. */
function usualNoise(
  orders: readonly PlainOrder[],
  { dimension, key }: Place,
  shop: Pick<Planted, 'companyOf' | 'isNew'>,
) {
  const sums = new Map(EARLIER.map((month) => [month, 0]))
  for (const order of orders)
    for (const [value, cents] of partsOf(order, dimension, shop)) {
      const month = order.day.slice(0, 7)
      if (value === key && month <= (EARLIER.at(-1) ?? '')) sums.set(month, (sums.get(month) ?? 0) + cents)
    }
  // Skips the first months, in which everybody is new.
  const series = [...sums.values()].slice(4)
  const steps = series.slice(1).map((value, index) => value - (series[index] ?? 0))
  return Math.sqrt(sum(steps.map((step) => step ** 2)) / steps.length)
}

/** The months of a shop with these causes in the last one, each several times the usual noise of its place. */
export function plant(seed: number, kinds: readonly CauseKind[]): Planted {
  // In a shop with very noisy values, no cause may be large enough.
  return plantIn(seed, kinds) ?? plant(seed + 100_000, kinds)
}

function plantIn(seed: number, kinds: readonly CauseKind[]): Planted | null {
  const shop = openShop(seed)
  const usual = [...EARLIER, ...MONTHS].flatMap((month) => ordersOf(shop, month))
  const firsts = new Map<number, string>()
  for (const { account, day } of usual) if (!firsts.has(account)) firsts.set(account, day.slice(0, 7))
  const companyOf = (account: number) => shop.accounts[account - 1]?.company ?? ''
  const isNew = ({ account, day }: PlainOrder) => firsts.get(account) === day.slice(0, 7)
  const planted = { companyOf, isNew }
  const past = usual.filter(({ day }) => day >= (MONTHS[0] ?? '') && !day.startsWith(AFTER))
  const withoutCauses = usual.filter(({ day }) => day.startsWith(AFTER))
  let after: readonly PlainOrder[] = withoutCauses
  const causes: (readonly Place[])[] = []
  for (const [index, kind] of kinds.entries()) {
    for (let attempt = 0; attempt < 30 && causes.length === index; attempt++) {
      const cause = KINDS[kind](shop)
      const next = cause.happens(after)
      const [place] = cause.places
      const moved = Math.abs(sum(next.map(netOf)) - sum(after.map(netOf)))
      if (!place || moved < LEAST_NOISES * usualNoise(usual, place, planted)) continue
      after = next
      causes.push(cause.places)
    }
  }
  if (causes.length < kinds.length) return null
  return { ...planted, accounts: shop.accounts, orders: [...past, ...after], withoutCauses, causes }
}
