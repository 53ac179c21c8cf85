// Answers questions with plain loops over facts, in whole cents and thousandths, without SQL or code of the engine.
import { createHash } from 'node:crypto'
import type { DimensionKey, TimeGrain } from '#contract/questions/dimensions.ts'
import { DIMENSIONS } from '#contract/questions/dimensions.ts'
import type { Filter } from '#contract/questions/filter.ts'
import { MEASURES, type MeasureKey } from '#contract/questions/measures.ts'
import type { Question } from '#contract/questions/question.ts'
import type { CustomerFact, OrderFacts, ProductFact } from '#server/domain/facts.ts'

/** The shop's clock at the moment of the questions. */
export const CLOCK = '2026-05-20 12:00:59'

export interface ModelShop {
  readonly orders: readonly OrderFacts[]
  readonly customers: readonly CustomerFact[]
  readonly products: readonly ProductFact[]
  /** Entered costs. */
  readonly costs?: readonly EnteredCost[]
}

interface EnteredCost {
  readonly product_id: number
  readonly variation_id: number
  readonly since: string
  readonly cost: string
}

export interface Days {
  readonly from: string
  readonly to: string
  readonly until: string | null
}

type Keys = Readonly<Partial<Record<DimensionKey, string>>>

/** One item that a measure counts, with its values of the dimensions. */
interface Atom {
  readonly keys: Keys
  readonly day: string
  /** Identifies what counts once: an order, a line, a benefit or an account. */
  readonly id: string
  readonly order?: OrderFacts['order']
  readonly buyer: string
  readonly product: string
  /** In cents and thousandths. */
  readonly amounts: Readonly<Record<string, number>>
}

const cents = (amount: string) => Math.round(Number(amount) * 100)
const thousandths = (quantity: number) => Math.round(quantity * 1000)

const mondayOf = (day: string) => {
  const date = new Date(`${day}T12:00:00Z`)
  while (date.getUTCDay() !== 1) date.setUTCDate(date.getUTCDate() - 1)
  return date.toISOString().slice(0, 10)
}

export const timeOf = (grain: TimeGrain, day: string): string =>
  grain === 'month' ? day.slice(0, 7) : grain === 'day' ? day : mondayOf(day)

/** The first day of the row that holds a day. */
const startOf = (grain: TimeGrain | null, day: string, from: string) => {
  if (grain === null) return from
  const start = grain === 'month' ? `${day.slice(0, 7)}-01` : timeOf(grain, day)
  return start > from ? start : from
}

/**
 * An account is identified by its id, a guest by the MD5 of the e-mail, which must not appear in addresses, else by the order.
 */
const customerKey = (buyer: string) => {
  const [kind, ...rest] = buyer.split(' ')
  if (kind === 'account') return rest.join(' ')
  return kind === 'guest'
    ? `guest-${createHash('md5').update(rest.join(' ')).digest('hex')}`
    : `order-${rest[0]}`
}

const weekdayOf = (day: string) => String(new Date(`${day}T12:00:00Z`).getUTCDay() || 7)
const hourOf = (moment: string) => String(Number(moment.slice(11, 13)))

export function modelOf(
  { orders, customers, products, costs = [] }: ModelShop,
  scope: readonly string[] | null,
) {
  const isSeen = (dist_id: string) => scope === null || scope.includes(dist_id)
  const accountOf = ({ customer_id, email }: { customer_id: number; email: string }): number => {
    if (customer_id !== 0) return customer_id
    const ids = customers.filter((customer) => email !== '' && customer.email === email)
    return ids.length === 0 ? 0 : Math.min(...ids.map((customer) => customer.customer_id))
  }
  const buyerOf = (order: OrderFacts['order']) => {
    const account = accountOf(order)
    return account !== 0
      ? `account ${account}`
      : order.email !== ''
        ? `guest ${order.email}`
        : `order ${order.order_id}`
  }
  const firstDays = new Map<string, string>()
  for (const { order } of orders) {
    if (!order.counted || order.status !== 'wc-completed' || !isSeen(order.dist_id)) continue
    const known = firstDays.get(buyerOf(order))
    if (known === undefined || order.order_date < known) firstDays.set(buyerOf(order), order.order_date)
  }
  const isNew = (buyer: string, start: string) => (firstDays.get(buyer) ?? '9999') >= start
  const productOf = (id: number) => products.find(({ product_id }) => product_id === id)

  /** In cents, without what came back; null: nobody tells it. */
  function costOf(line: OrderFacts['lines'][number], day: string): number | null {
    const left = thousandths(line.quantity) - thousandths(line.refunded_units)
    if (line.cost !== null)
      return ratio(cents(line.cost) * left, thousandths(line.quantity), 0) ?? cents(line.cost)
    const entered = (variation: number) =>
      costs
        .filter(
          (one) => one.product_id === line.product_id && one.variation_id === variation && one.since <= day,
        )
        .sort((one, other) => (one.since < other.since ? 1 : -1))[0]?.cost
    const unit =
      entered(line.variation_id) ??
      entered(0) ??
      (line.variation_id ? productOf(line.variation_id)?.cost : null) ??
      productOf(line.product_id)?.cost
    // Ten-thousandths × thousandths, in cents.
    return unit == null ? null : ratio(Math.round(Number(unit) * 10_000) * left, 100_000, 0)
  }

  function orderKeys(order: OrderFacts['order'], grain: TimeGrain | null, days: Days): Keys {
    const account = accountOf(order)
    const start = startOf(grain, order.order_date, days.from)
    return {
      ...{ distributor: order.dist_id, province: order.province, city: order.city, status: order.status },
      ...{ payment_method: order.payment_method, hour: hourOf(order.created_at) },
      weekday: weekdayOf(order.order_date),
      company: customers.find(({ customer_id }) => customer_id === account)?.role ?? '',
      buyer_kind: isNew(buyerOf(order), start) ? 'new' : 'returning',
      customer: customerKey(buyerOf(order)),
    }
  }

  const lineKeys = (
    line: Pick<OrderFacts['lines'][number], 'product_id' | 'variation_id' | 'name'>,
  ): Keys => {
    const parent = line.product_id === 0 ? `name:${line.name}` : String(line.product_id)
    return {
      business: productOf(line.product_id)?.business || 'sin negocio',
      segment: productOf(line.product_id)?.segment || 'sin segmento',
      parent_product: parent,
      product: line.variation_id === 0 ? parent : `${parent}.${line.variation_id}`,
    }
  }

  const benefitKeys = (discount: OrderFacts['discounts'][number] | undefined): Keys => ({
    benefit_group: discount?.discount_group ?? '',
    benefit_sub_group: discount?.sub_group ?? '',
    promotion: discount?.promo_name ?? '',
    benefit_code: discount?.name ?? '',
  })

  function orderAtoms(
    measure: MeasureKey,
    used: readonly DimensionKey[],
    grain: TimeGrain | null,
    days: Days,
  ): Atom[] {
    const grains = used.map((dimension) => DIMENSIONS[dimension].grain)
    const isBenefit = MEASURES[measure].grain === 'benefit'
    const byLine = COSTS.includes(measure) || measure === 'products_sold' || grains.includes('line')
    return orders.flatMap(({ order, lines, discounts }): Atom[] => {
      if (!order.counted || !isSeen(order.dist_id)) return []
      const whole: Atom = {
        ...{ keys: orderKeys(order, grain, days), day: order.order_date, order, buyer: buyerOf(order) },
        ...{ id: `order ${order.order_id}`, product: '' },
        amounts: {
          ...{ gross: cents(order.gross), discount: cents(order.discount), refunded: cents(order.refunded) },
          ...{ net: cents(order.net), units: thousandths(order.units) - thousandths(order.refunded_units) },
        },
      }
      const wholes: Atom[] = byLine
        ? lines.map((line) => ({
            ...whole,
            keys: { ...whole.keys, ...lineKeys(line) },
            id: `line ${line.line_id}`,
            product: lineKeys(line).product ?? '',
            amounts: {
              gross: cents(line.gross),
              discount: cents(line.discount) + cents(line.promotion),
              refunded: cents(line.refunded) + cents(line.shared),
              net: cents(line.net),
              units: thousandths(line.quantity) - thousandths(line.refunded_units),
              cost: costOf(line, order.order_date) ?? 0,
              covered: costOf(line, order.order_date) === null ? 0 : cents(line.net),
              priced: costOf(line, order.order_date) === null ? 0 : 1,
            },
          }))
        : [whole]
      if (isBenefit)
        return discounts.map((discount) => ({
          ...whole,
          keys: { ...whole.keys, ...benefitKeys(discount) },
          id: `benefit ${discount.discount_id}`,
          amounts: { amount: cents(discount.amount) },
        }))
      if (!grains.includes('benefit')) return wholes
      const values = discounts.length === 0 ? [benefitKeys(undefined)] : discounts.map(benefitKeys)
      return wholes.flatMap((atom) => values.map((keys) => ({ ...atom, keys: { ...atom.keys, ...keys } })))
    })
  }

  /** An account belongs to the distributor that the shop assigns to it, else to that of its first order that names one. */
  const distributorOf = (customer: CustomerFact) => {
    if (customer.dist_id !== '0') return customer.dist_id
    const first = orders
      .map(({ order }) => order)
      .filter((order) => order.customer_id === customer.customer_id && order.dist_id !== '0')
      .sort((a, b) =>
        a.created_at === b.created_at ? a.order_id - b.order_id : a.created_at < b.created_at ? -1 : 1,
      )
    return first[0]?.dist_id ?? '0'
  }

  const accountAtoms = (): Atom[] =>
    customers
      .filter((customer) => isSeen(distributorOf(customer)))
      .map((customer) => ({
        keys: {
          ...{ distributor: distributorOf(customer), province: customer.province, city: customer.city },
          ...{ company: customer.role, hour: hourOf(customer.registered_at) },
          weekday: weekdayOf(customer.registered_at.slice(0, 10)),
          customer: String(customer.customer_id),
        },
        day: customer.registered_at.slice(0, 10),
        id: `account ${customer.customer_id}`,
        buyer: '',
        product: '',
        amounts: {},
      }))

  const isIn = (atom: Atom, { from, to, until }: Days, at: string) =>
    atom.day >= from && atom.day <= to && (until === null || at <= until)

  /** The atoms of a measure that a question includes, split into its rows or as its total. */
  function atomsOf(
    measure: MeasureKey,
    question: Question,
    days: Days,
    { by, grain }: Pick<Question, 'by' | 'grain'>,
  ): Atom[] {
    const filtered = question.where.map(({ dimension }) => dimension)
    const used = [...by, ...filtered]
    const isAccount = MEASURES[measure].grain === 'account'
    const atoms = isAccount ? accountAtoms() : orderAtoms(measure, used, grain, days)
    const own: readonly string[] | null = MEASURES[measure].statuses
    const isDefault = ![...question.by, ...filtered].includes('status') || measure.startsWith('cancel')
    return atoms.filter((atom) => {
      const at =
        atom.order?.created_at ??
        customers.find(({ customer_id }) => atom.id === `account ${customer_id}`)?.registered_at
      if (!isIn(atom, days, at ?? '')) return false
      if (atom.order && isDefault && own && !own.includes(atom.order.status)) return false
      return question.where.every((filter) => passes(filter, atom.keys))
    })
  }

  /** Whether a question is about the orders or lines of these keys, as far as these dimensions tell. */
  const asks = (question: Question, keys: Keys, isWanted: (dimension: DimensionKey) => boolean) =>
    question.where.every((filter) => !isWanted(filter.dimension) || passes(filter, keys))

  /** Completed orders that a distributor delivered, with their lines, of the places that a question asks for. */
  function delivered(question: Question, days: Days, grain: TimeGrain | null) {
    const key = JSON.stringify([question.where, days, grain])
    const known = deliveries.get(key) ?? readDelivered(question, days, grain)
    deliveries.set(key, known)
    return known
  }
  const deliveries = new Map<string, ReturnType<typeof readDelivered>>()

  function readDelivered(question: Question, days: Days, grain: TimeGrain | null) {
    const seen = (byLine: boolean) =>
      orderAtoms('numeric_distribution', byLine ? ['product'] : [], grain, days).filter(
        (atom) =>
          isIn(atom, days, atom.order?.created_at ?? '') &&
          atom.order?.status === 'wc-completed' &&
          atom.order.dist_id !== '0' &&
          asks(question, atom.keys, (dimension) => DIMENSIONS[dimension].grain === 'order'),
      )
    return { orders: seen(false), lines: seen(true) }
  }

  /** What the catalogue offers and filters name, and one product that the catalogue lacks. */
  const goods = ({ where }: Question): Keys[] => [
    ...where.flatMap(({ dimension, values }) =>
      dimension === 'product' || dimension === 'parent_product' ? values.map(goodOf) : [],
    ),
    ...products.map((product) => ({
      ...lineKeys({
        product_id: product.parent_id || product.product_id,
        variation_id: product.parent_id === 0 ? 0 : product.product_id,
        name: '',
      }),
    })),
    lineKeys({ product_id: 0, variation_id: 0, name: '' }),
  ]

  const goodOf = (key: string): Keys => {
    const [product_id = 0, variation_id = 0] = key.split('.').map(Number)
    return key.startsWith('name:')
      ? lineKeys({ product_id: 0, variation_id: 0, name: key.slice(5) })
      : lineKeys({ product_id, variation_id, name: '' })
  }

  const passes = ({ dimension, isExcluded, values }: Filter, keys: Keys) =>
    values.includes(keys[dimension] ?? '') !== isExcluded

  return { atomsOf, isNew, asks, delivered, goods }
}

type Model = ReturnType<typeof modelOf>

const distinct = (atoms: readonly Atom[], key: (atom: Atom) => string) => new Set(atoms.map(key)).size

function total(atoms: readonly Atom[], amount: string): number {
  const once = new Map(atoms.map((atom) => [atom.id, atom.amounts[amount] ?? 0]))
  return [...once.values()].reduce((sum, value) => sum + value, 0)
}

/** A quotient of whole numbers with that many decimals, half away from zero; null for a divisor of zero. */
function ratio(over: number, under: number, decimals: number): number | null {
  if (under === 0) return null
  const [size, by] = [Math.abs(over * 10 ** decimals), Math.abs(under)]
  const left = size % by
  const whole = (size - left) / by + (2 * left >= by ? 1 : 0)
  return (Math.sign(over) * Math.sign(under) * whole) / 10 ** decimals + 0
}

/** The value of a measure over some atoms; `startAt`: the first day of the row to which an atom belongs. */
export function measured(
  { isNew }: Model,
  measure: MeasureKey,
  atoms: readonly Atom[],
  startAt: (atom: Atom) => string,
): number | null {
  const orders = distinct(atoms, ({ order }) => String(order?.order_id))
  const buyers = distinct(atoms, ({ buyer }) => buyer)
  const fresh = distinct(
    atoms.filter((atom) => isNew(atom.buyer, startAt(atom))),
    ({ buyer }) => buyer,
  )
  const [net, units, gross] = [total(atoms, 'net'), total(atoms, 'units'), total(atoms, 'gross')]
  const times = atoms
    .flatMap(({ order }) =>
      order?.completed_at && order.created_at <= CLOCK && order.completed_at <= CLOCK
        ? [(Date.parse(`${order.completed_at}Z`) - Date.parse(`${order.created_at}Z`)) / 1000]
        : [],
    )
    .sort((one, other) => one - other)
  const [discount, refunded] = [total(atoms, 'discount'), total(atoms, 'refunded')]
  switch (measure) {
    case 'net_sale':
    case 'cancelled_amount':
      return net / 100
    case 'gross':
      return gross / 100
    case 'discount':
      return discount / 100
    case 'refunded':
      return refunded / 100
    case 'units':
      return units / 1000
    case 'orders':
    case 'cancelled_orders':
      return orders
    case 'average_ticket':
      return ratio(net, orders * 100, 2)
    case 'units_per_order':
      return ratio(units, orders * 1000, 3)
    case 'net_per_unit':
      return ratio(net * 10, units, 2)
    case 'discount_rate':
      return ratio(discount * 100, gross, 2)
    case 'refund_rate':
      return ratio(refunded * 100, gross - discount, 2)
    case 'buyers':
      return buyers
    case 'new_buyers':
      return fresh
    case 'returning_buyers':
      return buyers - fresh
    case 'orders_per_buyer':
      return ratio(orders, buyers, 3)
    case 'benefit_amount':
      return total(atoms, 'amount') / 100
    case 'benefit_uses':
    case 'registered':
      return distinct(atoms, ({ id }) => id)
    case 'products_sold':
      return distinct(atoms, ({ product }) => product)
    case 'cancel_rate': {
      const cancelled = atoms.filter(({ order }) => order?.status === 'wc-cancelled')
      return ratio(distinct(cancelled, ({ order }) => String(order?.order_id)) * 100, orders, 2)
    }
    case 'cost':
    case 'margin': {
      if (atoms.length > 0 && total(atoms, 'priced') === 0) return null
      return (
        (measure === 'cost' ? total(atoms, 'cost') : total(atoms, 'covered') - total(atoms, 'cost')) / 100
      )
    }
    case 'margin_rate':
      return ratio((total(atoms, 'covered') - total(atoms, 'cost')) * 100, total(atoms, 'covered'), 2)
    case 'cost_coverage':
      return ratio(total(atoms, 'covered') * 100, net, 2)
    case 'days_to_complete': {
      const half = times.length / 2
      const [low, high] = [times[Math.ceil(half) - 1], times[Math.floor(half)]]
      return low === undefined || high === undefined ? null : ratio(low + high, 2 * 86_400, 2)
    }
    case 'on_time_rate':
      return ratio(times.filter((time) => time <= 7 * 86_400).length * 100, times.length, 2)
    case 'numeric_distribution':
    case 'weighted_distribution':
      throw new Error('Measured against those that did not sell it')
  }
}

const COSTS: readonly string[] = ['cost', 'margin', 'margin_rate', 'cost_coverage']
const DISTRIBUTION: readonly string[] = ['numeric_distribution', 'weighted_distribution']
const isGood = (dimension: DimensionKey) => DIMENSIONS[dimension].grain === 'line'

interface Selected {
  /** Whether orders are in its place, and lines are what it is about. */
  readonly isPlace: (atom: Atom) => boolean
  readonly isAsked: (atom: Atom) => boolean
  /** Whether goods of the catalogue are what it is about. */
  readonly isGood: (keys: Keys) => boolean
  readonly used: readonly DimensionKey[]
}

function distributed(
  model: Model,
  measure: MeasureKey,
  { question, days, grain }: { question: Question; days: Days; grain: TimeGrain | null },
  selected: Selected,
): number | null {
  const all = model.delivered(question, days, grain)
  const distributors = (atoms: readonly Atom[]) => [
    ...new Set(atoms.map(({ order }) => order?.dist_id ?? '')),
  ]
  const active = distributors(all.orders.filter(selected.isPlace))
  const lines = all.lines.filter(selected.isPlace)
  const isOf = (keys: Keys) => model.asks(question, keys, isGood)
  const asked = lines.filter((atom) => isOf(atom.keys) && selected.isAsked(atom))
  const sellers = distributors(asked).filter(
    (id) =>
      total(
        asked.filter(({ order }) => order?.dist_id === id),
        'units',
      ) > 0,
  )
  if (measure === 'numeric_distribution') return ratio(sellers.length * 100, active.length, 2)
  const level = selected.used.some((key) => key === 'product' || key === 'parent_product')
    ? 'segment'
    : selected.used.includes('segment')
      ? 'business'
      : null
  const classOf = (keys: Keys) => (level === null ? '' : (keys[level] ?? ''))
  const ever = model.delivered({ ...question, where: [] }, { from: '', to: '9999', until: null }, null)
  const isByProduct = question.by.some((key) => key === 'product' || key === 'parent_product')
  const known = [...model.goods(question), ...(isByProduct ? ever.lines.map(({ keys }) => keys) : [])]
  const classes = new Set(known.filter((keys) => isOf(keys) && selected.isGood(keys)).map(classOf))
  const weighed = lines.filter(({ keys }) => classes.has(classOf(keys)))
  const reached = weighed.filter(({ order }) => sellers.includes(order?.dist_id ?? ''))
  return ratio(total(reached, 'net') * 100, total(weighed, 'net'), 2)
}

/** Every row of one window, without order and limit, and the value of any selection of rows. */
export function windowOf(model: Model, question: Question, days: Days) {
  const keyOf = (atom: Atom) =>
    JSON.stringify([
      ...question.by.map((dimension) => atom.keys[dimension] ?? ''),
      question.grain && timeOf(question.grain, atom.day),
    ])
  const start = (grain: TimeGrain | null) => (atom: Atom) => startOf(grain, atom.day, days.from)
  const perMeasure = new Map(
    question.measures.map((measure) => [measure, model.atomsOf(measure, question, days, question)]),
  )
  const filtered = question.where.map(({ dimension }) => dimension)
  const used = [...question.by, ...filtered]
  const distribution = (measure: MeasureKey, selected: Selected) =>
    distributed(model, measure, { question, days, grain: question.grain }, selected)
  const isDistribution = (measure: MeasureKey) => DISTRIBUTION.includes(measure)
  const partOf = (key: string, isPart: (index: number) => boolean) =>
    JSON.stringify((JSON.parse(key) as string[]).filter((_, index) => isPart(index)))
  const isGoodAt = (index: number) => {
    const dimension = question.by[index]
    return dimension !== undefined && isGood(dimension)
  }
  const isPlaceAt = (index: number) => !isGoodAt(index)
  const goodKey = (keys: Keys) =>
    JSON.stringify(question.by.filter(isGood).map((dimension) => keys[dimension] ?? ''))
  return {
    keys: [...new Set([...perMeasure.values()].flat().map(keyOf))],
    row: (measure: MeasureKey, key: string) =>
      isDistribution(measure)
        ? distribution(measure, {
            isPlace: (atom) => partOf(keyOf(atom), isPlaceAt) === partOf(key, isPlaceAt),
            isAsked: (atom) => goodKey(atom.keys) === partOf(key, isGoodAt),
            isGood: (keys) => goodKey(keys) === partOf(key, isGoodAt),
            used,
          })
        : measured(
            model,
            measure,
            (perMeasure.get(measure) ?? []).filter((atom) => keyOf(atom) === key),
            start(question.grain),
          ),
    /** The value of everything except these rows, as one row of the whole period. */
    without: (measure: MeasureKey, keys: ReadonlySet<string>) => {
      const isLeft = (atom: Atom) => !keys.has(keyOf(atom))
      const isByGood = question.by.some(isGood)
      const isByGoodAlone = question.grain === null && question.by.every(isGood)
      const left = (good: Keys) =>
        !isByGoodAlone || !keys.has(JSON.stringify([...JSON.parse(goodKey(good)), null]))
      return isDistribution(measure)
        ? distribution(measure, {
            isPlace: isByGood ? () => true : isLeft,
            isAsked: isByGood ? isLeft : () => true,
            isGood: isByGood ? left : () => true,
            used,
          })
        : measured(model, measure, (perMeasure.get(measure) ?? []).filter(isLeft), start(null))
    },
    total: (measure: MeasureKey) =>
      isDistribution(measure)
        ? distribution(measure, {
            ...{ isPlace: () => true, isAsked: () => true, isGood: () => true },
            used: filtered,
          })
        : measured(
            model,
            measure,
            model.atomsOf(measure, question, days, { by: [], grain: null }),
            start(null),
          ),
  }
}
