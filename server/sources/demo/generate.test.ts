// The generated shop is consistent and deterministic, and has enough variety to show every screen.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { PROVINCES } from '#contract/provinces.ts'
import { ORDER_STATUSES } from '#contract/statuses.ts'
import { parseCents } from '#server/domain/cents.ts'
import type { OrderFacts } from '#server/domain/facts.ts'
import { type DemoOptions, demoShop } from './generate.ts'

const OPTIONS: DemoOptions = {
  orders: 12_000,
  months: 24,
  until: '2026-10',
  seed: 1,
  timeZone: 'America/Argentina/Buenos_Aires',
}
const shop = demoShop(OPTIONS)
const orders = shop.months.flatMap((month) => [...shop.orders(month, 1000)].flat())
const customers = [...shop.customers()].flat()

const fingerprint = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex')
const sum = (amounts: readonly string[]): number =>
  amounts.reduce((total, amount) => total + parseCents(amount), 0)
const every = <T>(pick: (facts: OrderFacts) => readonly T[]): Set<T> => new Set(orders.flatMap(pick))
const netOf = (chosen: readonly OrderFacts[]): number => sum(chosen.map(({ order }) => order.net))

test('generates the same shop from the same seed', () => {
  const [month] = shop.months
  const again = demoShop(OPTIONS)
  const last = [...again.orders('2026-10', 77)].flat()
  const first = [...again.orders(month!, 5000)].flat()
  expect(fingerprint(first)).toBe(fingerprint(orders.filter(({ order }) => order.month === month)))
  expect(fingerprint(last)).toBe(fingerprint(orders.filter(({ order }) => order.month === '2026-10')))
  expect(fingerprint([...again.customers()].flat())).toBe(fingerprint(customers))
  expect(fingerprint([again.products, again.coupons, again.distributors])).toBe(
    fingerprint([shop.products, shop.coupons, shop.distributors]),
  )
  const other = demoShop({ ...OPTIONS, seed: 2 })
  expect(fingerprint([...other.orders(month!, 5000)].flat())).not.toBe(fingerprint(first))
})

test('generates the requested number of orders and months, in chronological order', () => {
  expect(orders).toHaveLength(12_000)
  expect(shop.months).toHaveLength(24)
  expect([shop.months[0], shop.months.at(-1)]).toEqual(['2024-11', '2026-10'])
  expect([...every(({ order }) => [order.month])]).toEqual(shop.months)
  const times = orders.map(({ order }) => order.created_at)
  expect(times).toEqual(times.toSorted())
  expect(new Set(orders.map(({ order }) => order.order_id)).size).toBe(12_000)
})

/** Rules that orders break. One assertion for all orders is much faster than one for each. */
const mistakes = (check: (facts: OrderFacts) => readonly (readonly [string, boolean])[]): string[] =>
  orders.flatMap((facts) =>
    check(facts).flatMap(([rule, holds]) => (holds ? [] : [`${facts.order.order_id}: ${rule}`])),
  )

test('orders add up to the cent', () => {
  const found = mistakes(({ order, lines, discounts, refunds }) => {
    const back = sum(refunds.map(({ amount }) => amount))
    const codes = new Set(discounts.filter(({ kind }) => kind === 'coupon').map(({ name }) => name))
    const [gross, discount, refunded, net] = [order.gross, order.discount, order.refunded, order.net].map(
      parseCents,
    )
    const parts = lines.flatMap((line) => [
      line.gross,
      line.discount,
      line.refunded,
      line.promotion,
      line.net,
    ])
    return [
      ['gross of lines', sum(lines.map((line) => line.gross)) === gross],
      ['net of lines', sum(lines.map((line) => line.net)) === net],
      ['discounts', sum(discounts.map(({ amount }) => amount)) === discount],
      ['discount of lines', sum(lines.flatMap((line) => [line.discount, line.promotion])) === discount],
      ['refunds of lines', sum(lines.flatMap((line) => [line.refunded, line.shared])) === refunded],
      ['net', gross! - discount! - refunded! === net],
      ['total', parseCents(order.total) === gross! - discount! + sum([order.shipping, order.fees])],
      ['units', order.units === lines.reduce((units, { quantity }) => units + quantity, 0)],
      [
        'refunded units',
        order.refunded_units === lines.reduce((units, line) => units + line.refunded_units, 0),
      ],
      ['coupons', order.coupons === codes.size],
      [
        'no amount below zero',
        ![...parts, order.net, order.shipping, order.fees].some((text) => text.startsWith('-')),
      ],
      ['refunds cover what was refunded', back >= refunded!],
      ['refunds stay within the total', back <= parseCents(order.total)],
      ['day', order.created_at.slice(0, 10) === order.order_date],
      ['month', order.order_date.slice(0, 7) === order.month],
    ]
  })
  expect(found).toEqual([])
})

test('every row carries its order’s key and a unique id', () => {
  const found = mistakes(({ order, lines, discounts, refunds }) => [
    ...[...lines, ...discounts].map((row) => {
      const same =
        row.status === order.status && row.counted === order.counted && row.dist_id === order.dist_id
      return ['status, counted, dist_id', same] as const
    }),
    ...[...lines, ...discounts, ...refunds].map(
      (row) => ['order_id, month', row.order_id === order.order_id && row.month === order.month] as const,
    ),
  ])
  expect(found).toEqual([])
  for (const ids of [
    orders.flatMap(({ lines }) => lines.map(({ line_id }) => line_id)),
    orders.flatMap(({ discounts }) => discounts.map(({ discount_id }) => discount_id)),
    orders.flatMap(({ order, refunds }) => [order.order_id, ...refunds.map(({ refund_id }) => refund_id)]),
  ])
    expect(new Set(ids).size).toBe(ids.length)
})

test('covers every status, province, group and kind of promotion', () => {
  expect([...every(({ order }) => [order.status])].sort()).toEqual(ORDER_STATUSES.toSorted())
  const provinces = every(({ order }) => [order.province])
  expect(PROVINCES.filter(({ name }) => !provinces.has(name.toUpperCase()))).toEqual([])
  expect(provinces.has('SIN PROVINCIA')).toBe(true)
  expect([...every(({ discounts }) => discounts.map((item) => item.discount_group))].sort()).toEqual([
    'BANCARIOS',
    'CORPORATIVOS',
    'CUPONES MASIVOS',
    'DESCUENTOS POR CATEGORÍA',
    'OTROS',
  ])
  expect([...every(({ discounts }) => discounts.map((item) => item.promo_type))].sort()).toEqual([
    '',
    'boxes-mix',
    'buy-x-get-y',
  ])
  expect(every(({ discounts }) => discounts.map((item) => item.sub_group))).toContain('365 Banco')
  expect([...every(({ order }) => [order.currency])].sort()).toEqual(['ARS', 'USD'])
  expect(orders.filter(({ order }) => order.counted !== (order.currency === 'ARS'))).toEqual([])
  expect(every(({ order }) => [order.dist_id])).toContain('0')
  const refunded = orders.filter(({ refunds }) => refunds.length > 0)
  expect(refunded.some(({ order }) => order.refunded_units > 0)).toBe(true)
  expect(refunded.some(({ order }) => order.refunded_units === 0)).toBe(true)
  expect(refunded.some(({ refunds }) => refunds.length === 2)).toBe(true)
})

test('orders refer to listed products, distributors and coupons', () => {
  const products = new Map(shop.products.map((product) => [product.product_id, product]))
  const soldAs = ({ product_id }: { product_id: number }) =>
    product_id === 0 ? '' : products.get(product_id)?.sku
  expect(mistakes(({ lines }) => lines.map((line) => ['sku', soldAs(line) === line.sku]))).toEqual([])
  expect(shop.products.length).toBeGreaterThan(280)
  expect(new Set(shop.products.map(({ sku }) => sku)).size).toBe(shop.products.length)
  expect(new Set(shop.products.map(({ business }) => business))).toEqual(
    new Set(['Golosinas', 'Chocolates', 'Harinas', 'Alimentos', 'Combo', 'Agroindust', 'sin negocio']),
  )
  expect(new Set(shop.products.map(({ segment }) => segment)).size).toBeGreaterThan(24)
  expect(shop.products.some(({ stock_status }) => stock_status === 'outofstock')).toBe(true)
  const known = new Set(shop.distributors.map(({ dist_id }) => dist_id))
  expect(known.size).toBe(120)
  expect([...every(({ order }) => [order.dist_id])].filter((id) => id !== '0' && !known.has(id))).toEqual([])
  const coupons = new Set(shop.coupons.map(({ code }) => code))
  const used = every(({ discounts }) =>
    discounts.filter(({ kind }) => kind === 'coupon').map(({ name }) => name),
  )
  expect([...used].filter((code) => !coupons.has(code))).toEqual([])
})

test('accounts register before they buy; some guests register later', () => {
  const accounts = new Map(customers.map((customer) => [customer.customer_id, customer]))
  const emails = new Set(customers.map(({ email }) => email))
  expect(accounts.size).toBe(5000)
  expect(emails.size).toBe(5000)
  const found = mistakes(({ order }) => {
    if (order.customer_id === 0) return []
    const account = accounts.get(order.customer_id)
    return [
      ['e-mail', account?.email === order.email],
      ['registered before', account !== undefined && account.registered_at < order.created_at],
    ]
  })
  expect(found).toEqual([])
  const guests = orders.filter(({ order }) => order.customer_id === 0)
  expect(guests.some(({ order }) => emails.has(order.email))).toBe(true)
  expect(guests.some(({ order }) => order.email === '')).toBe(true)
  const companies = new Set(customers.map(({ role, company }) => (company ? role : '')))
  expect(companies).toContain('empleado_arcor')
  expect(companies.size).toBeGreaterThan(6)
  expect(customers.every(({ registered_at, month }) => registered_at.startsWith(month))).toBe(true)
})

test('modified_at is UTC and within the history', () => {
  const end = Date.parse('2026-11-01T00:00:00-03:00')
  const found = mistakes(({ order }) => {
    const created = Date.parse(`${order.created_at.replace(' ', 'T')}-03:00`)
    const modified = Date.parse(`${order.modified_at.replace(' ', 'T')}Z`)
    return [
      ['not before the order', modified >= created],
      ['not after the history', modified <= end],
    ]
  })
  expect(found).toEqual([])
})

test('shows a campaign, Easter, a growing and a shrinking distributor', () => {
  const ordersIn = (month: string) => orders.filter(({ order }) => order.month === month)
  expect(ordersIn('2026-05').length).toBeGreaterThan(ordersIn('2026-06').length * 1.2)
  const eggs = new Set(
    shop.products.filter(({ segment }) => segment === 'Huevos de Pascua').map(({ product_id }) => product_id),
  )
  const share = (month: string) => {
    const lines = ordersIn(month).flatMap((facts) => facts.lines)
    return lines.filter(({ product_id }) => eggs.has(product_id)).length / lines.length
  }
  expect(share('2026-03')).toBeGreaterThan(share('2026-07') * 4)
  const year = (name: string, from: string, to: string) => {
    const id = shop.distributors.find((distributor) => distributor.name === name)?.dist_id
    const all = orders.filter(({ order }) => order.month >= from && order.month <= to)
    return netOf(all.filter(({ order }) => order.dist_id === id)) / netOf(all)
  }
  const [rising, falling] = ['Distribuidora Horizonte S.R.L.', 'Mayorista El Ocaso S.A.']
  expect(year(rising!, '2026-05', '2026-10')).toBeGreaterThan(year(rising!, '2024-11', '2025-04') * 3)
  expect(year(falling!, '2026-05', '2026-10')).toBeLessThan(year(falling!, '2024-11', '2025-04') / 3)
})
