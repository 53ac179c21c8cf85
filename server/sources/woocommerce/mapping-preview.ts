// Applies a mapping to the shop's latest orders. They are read from the shop, because meta fields are not stored.
import type { MappingPreview } from '#contract/shop.ts'
import { NO_DISTRIBUTOR } from '#server/domain/facts.ts'
import { storable } from '#server/domain/folded.ts'
import { decidingRule } from './classify.ts'
import type { Client } from './client.ts'
import type { Mapping } from './mapping.ts'
import {
  categoryPayload,
  customerPayload,
  type MetaPayload,
  type OrderPayload,
  orderPayload,
  productPayload,
} from './payloads.ts'
import { readRecords } from './read-records.ts'
import { recordsOf } from './rest-page.ts'
import { readByIds, readCategories } from './shop-lookups.ts'
import { type TranslateContext, translateContext } from './translate.ts'
import { translateCategory, translateProduct } from './translate-catalogue.ts'
import { acceptedOrder, isOrderStatus } from './translate-order.ts'
import { translateCustomer } from './translate-people.ts'

const ORDERS = 50

export async function previewMapping(
  client: Pick<Client, 'get' | 'shown'>,
  mapping: Mapping,
  { currency, timeZone }: { currency: string; timeZone: string },
): Promise<MappingPreview> {
  const context = translateContext({ mapping, currency, timeZone })
  const orders = await lastOrders(client)
  const facts = orders.flatMap((order) => acceptedOrder(order, [], context) ?? [])
  const days = facts.map(({ order }) => order.order_date).sort()
  const discounts = discountsOf(orders, mapping, context)
  const distributors = facts.flatMap(({ distributor }) => distributor ?? [])
  return {
    orders: orders.length,
    from: days[0] ?? null,
    to: days.at(-1) ?? null,
    rules: mapping.discounts.map((_, index) =>
      discounts.reduce((sum, { rule, count }) => sum + (rule === index ? count : 0), 0),
    ),
    discounts,
    distributors: counted(distributors, ({ dist_id }) => dist_id).map(({ one, count }) => ({
      dist_id: one.dist_id,
      name: one.name || one.dist_id,
      count,
    })),
    without_distributor: facts.filter(({ order }) => order.dist_id === NO_DISTRIBUTOR.dist_id).length,
    ...(await peopleOf(client, orders, context)),
    businesses: await businessesOf(client, orders, mapping),
  }
}

async function lastOrders(client: Pick<Client, 'get' | 'shown'>): Promise<OrderPayload[]> {
  const query = { status: 'any', orderby: 'date', order: 'desc', per_page: ORDERS }
  const { body } = await client.get('orders', query)
  const { facts } = readRecords(recordsOf(body, 'orders'), orderPayload, (order) => order)
  return facts.filter(({ status }) => isOrderStatus(status))
}

function discountsOf(
  orders: readonly OrderPayload[],
  mapping: Mapping,
  context: TranslateContext,
): MappingPreview['discounts'] {
  const ruleOf = decidingRule(mapping)
  const place = (kind: 'coupon' | 'fee', name: string, meta: readonly MetaPayload[]) => {
    const { discount_group, sub_group, promo_name, promo_type } = context.classify(kind, name, meta)
    const rule = ruleOf(kind, name, meta) ?? null
    return { kind, name, rule, group: discount_group, sub_group, promo_name, promo_type }
  }
  const placed = orders.flatMap((order) => [
    ...order.coupon_lines.map(({ code, meta_data }) =>
      place('coupon', storable(code.trim().toLowerCase()), meta_data),
    ),
    ...order.fee_lines
      .filter(({ total }) => Number(total) < 0)
      .map(({ name, meta_data }) => place('fee', storable(name.trim()), meta_data)),
  ])
  return counted(placed, (one) => JSON.stringify(one)).map(({ one, count }) => ({ ...one, count }))
}

async function peopleOf(
  client: Pick<Client, 'get' | 'shown'>,
  orders: readonly OrderPayload[],
  context: TranslateContext,
): Promise<Pick<MappingPreview, 'companies' | 'unknown_roles'>> {
  const ids = orders.map(({ customer_id }) => customer_id)
  const records = await readByIds(client, 'customers', { role: 'all' }, ids)
  const { facts } = readRecords(records, customerPayload, (one) => translateCustomer(one, context))
  const ofCompanies = facts.filter(({ company }) => company !== '')
  const companies = counted(ofCompanies, ({ role }) => role).map(({ one, count }) => ({
    role: one.role,
    name: one.company,
    count,
  }))
  const unknown_roles = context.notes.list('role').map(({ text, count }) => ({ name: text, count }))
  return { companies, unknown_roles }
}

async function businessesOf(
  client: Pick<Client, 'get' | 'shown'>,
  orders: readonly OrderPayload[],
  mapping: Mapping,
): Promise<MappingPreview['businesses']> {
  const sold = orders.flatMap(({ line_items }) => line_items.map(({ product_id }) => product_id))
  const { facts } = readRecords(await readCategories(client), categoryPayload, translateCategory)
  const categories = new Map(facts.map((one) => [one.category_id, one]))
  const listed = await readByIds(client, 'products', { status: 'any' }, sold)
  const products = readRecords(listed, productPayload, (one) => translateProduct(one, categories, mapping))
  const places = new Map(
    products.facts.map(({ product_id, business, segment }) => [product_id, { name: business, segment }]),
  )
  const placed = sold.flatMap((id) => places.get(id) ?? [])
  return counted(placed, (one) => JSON.stringify(one)).map(({ one, count }) => ({ ...one, count }))
}

/** Groups equal items with their counts, most frequent first. */
function counted<T>(all: readonly T[], keyOf: (one: T) => string): { one: T; count: number }[] {
  const groups = [...Map.groupBy(all, keyOf)].map(([key, [one, ...rest]]) => ({
    key,
    one,
    count: rest.length + 1,
  }))
  return groups
    .sort((left, right) => right.count - left.count || (left.key < right.key ? -1 : 1))
    .flatMap(({ one, count }) => (one === undefined ? [] : [{ one, count }]))
}
