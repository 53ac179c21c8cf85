// Every figure of the recorded store, computed from its JSON alone, without code, rules or SQL of the product.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

export const RECORDED = join(import.meta.dirname, '../fixtures/woocommerce')

interface Line {
  quantity: number
  subtotal: string
  subtotal_tax: string
  total: string
  total_tax: string
}
interface Order {
  id: number
  status: string
  currency: string
  prices_include_tax: boolean
  date_created: string
  customer_id: number
  billing: { email: string }
  meta_data: { key: string; value: unknown }[]
  line_items: Line[]
  fee_lines: { total: string; total_tax: string }[]
  coupon_lines: { code: string; discount: string; discount_tax: string }[]
}
interface Refund {
  parent_id: number
  amount: string
  line_items: Line[]
  shipping_lines: { total: string; total_tax: string }[]
  fee_lines: { total: string; total_tax: string }[]
}
interface Customer {
  id: number
  email: string
  role: string
  date_created: string
}

const read = <Item>(name: string): Item[] =>
  gunzipSync(readFileSync(join(RECORDED, `${name}.jsonl.gz`)))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

/** Cents of a text with at most two decimals. */
function cents(text: string): bigint {
  const [, sign, whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text) ?? []
  if (sign === undefined) throw new Error(`not an amount: ${text}`)
  const value = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'))
  return sign === '-' ? -value : value
}

const sum = (values: bigint[]): bigint => values.reduce((left, right) => left + right, 0n)
const size = (value: bigint): bigint => (value < 0n ? -value : value)

export interface Worth {
  gross: bigint
  discount: bigint
  refunded: bigint
  net: bigint
  units: number
}

function worthOf(order: Order, refunds: Refund[]): Worth {
  const withTax = order.prices_include_tax
  const paid = (amount: string, tax: string) => cents(amount) + (withTax ? cents(tax) : 0n)
  const gross = sum(order.line_items.map((line) => paid(line.subtotal, line.subtotal_tax)))
  const coupons = sum(order.coupon_lines.map((line) => paid(line.discount, line.discount_tax)))
  const fees = order.fee_lines.map((fee) => paid(fee.total, fee.total_tax)).filter((fee) => fee < 0n)
  const discount = coupons - sum(fees) > gross ? gross : coupons - sum(fees)
  let refunded = 0n
  for (const refund of refunds) {
    refunded += cents(refund.amount)
    for (const line of refund.shipping_lines)
      refunded -= size(cents(line.total)) + size(cents(line.total_tax))
    for (const fee of refund.fee_lines)
      if (cents(fee.total) < 0n) refunded += cents(fee.total) + cents(fee.total_tax)
  }
  if (refunded > gross - discount) refunded = gross - discount
  const back = refunds.flatMap((refund) => refund.line_items.map((line) => Math.abs(line.quantity)))
  const sold = order.line_items.map((line) => line.quantity)
  const units = sold.reduce((left, right) => left + right, 0) - back.reduce((left, right) => left + right, 0)
  return { gross, discount, refunded, net: gross - discount - refunded, units }
}

export interface MonthFigures {
  net: bigint
  orders: number
  units: number
  newCustomers: number
  distinctCustomers: number
  usedCoupons: number
  /** Of all accounts registered in the month, per role. */
  registered: Map<string, number>
  /** 'dist_id status' → orders and net. */
  byDistributor: Map<string, { orders: number; net: bigint }>
}

/** The store's figures per month, oldest first. */
export function recordedFigures(): Map<string, MonthFigures> {
  const orders = read<Order>('orders_full')
  const refunds = Map.groupBy(read<Refund>('refunds_full'), (refund) => refund.parent_id)
  const customers = read<Customer>('customers_full')
  const accountOf = new Map(customers.map((customer) => [customer.email.trim().toLowerCase(), customer.id]))
  const months = [...new Set(orders.map((order) => order.date_created.slice(0, 7)))].sort()
  return new Map(
    months.map((month) => {
      const registered = customers.filter((customer) => customer.date_created.startsWith(month))
      const roles = Map.groupBy(registered, (customer) => customer.role)
      const figures: MonthFigures = {
        net: 0n,
        orders: 0,
        units: 0,
        newCustomers: registered.length,
        distinctCustomers: 0,
        usedCoupons: 0,
        registered: new Map([...roles].map(([role, people]) => [role, people.length])),
        byDistributor: new Map(),
      }
      const buyers = new Set<string>()
      for (const order of orders) {
        if (!order.date_created.startsWith(month) || order.currency !== 'ARS') continue
        const { net, units } = worthOf(order, refunds.get(order.id) ?? [])
        const distributor = order.meta_data.find(({ key }) => key === '_dist_id')?.value
        const key = `${distributor ?? '0'} wc-${order.status}`
        const before = figures.byDistributor.get(key) ?? { orders: 0, net: 0n }
        figures.byDistributor.set(key, { orders: before.orders + 1, net: before.net + net })
        if (order.status !== 'completed') continue
        figures.net += net
        figures.orders++
        figures.units += units
        figures.usedCoupons += new Set(order.coupon_lines.map(({ code }) => code.toLowerCase())).size
        const email = order.billing.email.trim().toLowerCase()
        const account = order.customer_id || accountOf.get(email)
        buyers.add(account ? `account ${account}` : email || `order ${order.id}`)
      }
      figures.distinctCustomers = buyers.size
      return [month, figures]
    }),
  )
}

/** The name that the newest order with a name gives to each distributor. */
export function recordedDistributors(): Map<string, string> {
  const names = new Map<string, string>()
  const byDate = read<Order>('orders_full').sort((one, other) =>
    one.date_created === other.date_created
      ? one.id - other.id
      : one.date_created < other.date_created
        ? -1
        : 1,
  )
  for (const { meta_data } of byDate) {
    const told = (key: string) => meta_data.find((entry) => entry.key === key)?.value
    const [id, name] = [told('_dist_id'), told('_dist_name')]
    if (typeof id === 'string' && typeof name === 'string') names.set(id, name)
  }
  return names
}

/** Cents as the number that the wire carries. */
export const amount = (value: bigint): number => Number(value) / 100
