// The newest orders of the last month with their related records, read from the shop once and kept in memory.
import { addMonths, type Month } from '#contract/month.ts'
import type { CreatedRange } from '#server/ingest/source.ts'
import type { Client } from '../client.ts'
import { refundsOf, refundsOnRequest } from '../order-refunds.ts'
import {
  categoryPayload,
  customerPayload,
  type OrderPayload,
  orderPayload,
  type ProductPayload,
  productPayload,
  type RefundPayload,
} from '../payloads.ts'
import { readRecords } from '../read-records.ts'
import { nextOffset, pageReader, type ReadPage, recordsOf } from '../rest-page.ts'
import { currencyOfShop } from '../shop-currency.ts'
import { readByIds, readCategories } from '../shop-lookups.ts'
import { storeTime, type TranslateContext } from '../translate.ts'
import { type Categories, translateCategory } from '../translate-catalogue.ts'
import { isOrderStatus } from '../translate-order.ts'

const MOST_ORDERS = 2_000
/** Number of accounts read besides those of the buyers, to find roles without purchases. */
const NEWEST_ACCOUNTS = 300

export interface SampledOrder {
  readonly order: OrderPayload
  readonly refunds: readonly RefundPayload[]
}

export interface ShopSample {
  readonly currency: string
  readonly month: Month
  /** False: the month has more orders than were read. */
  readonly complete: boolean
  readonly orders: readonly SampledOrder[]
  /** Role by account. */
  readonly roles: ReadonlyMap<number, string>
  readonly products: readonly ProductPayload[]
  readonly categories: Categories
}

type Reader = Pick<Client, 'get' | 'shown'>

export interface SampleOptions {
  /** The running month. */
  readonly current: Month
  /** A range of creation times that includes the month. */
  readonly rangeOf: (month: Month) => CreatedRange
  readonly context: TranslateContext
  /** Gets percents. */
  readonly onProgress: (percent: number) => void
}

export async function readSample(client: Client, options: SampleOptions): Promise<ShopSample> {
  const { current, context, onProgress } = options
  const read = pageReader(client, () => {})
  let month = addMonths(current, -1)
  let found = await ordersOf(read, month, options, (share) => onProgress(share * 60))
  if (found.orders.length === 0) {
    month = (await newestMonth(client, context)) ?? month
    found = await ordersOf(read, month, options, (share) => onProgress(share * 60))
  }
  const orders: SampledOrder[] = []
  const reader = refundsOnRequest((id) => listedRefunds(client, id))
  for (const [index, order] of found.orders.entries()) {
    orders.push({ order, refunds: await refundsOf(order, [], reader, context) })
    onProgress(60 + (index / found.orders.length) * 20)
  }
  const roles = await rolesOf(client, found.orders)
  onProgress(90)
  const sold = found.orders.flatMap(({ line_items }) => line_items.map(({ product_id }) => product_id))
  const products = await readByIds(client, 'products', { status: 'any' }, sold)
  const categories = readRecords(await readCategories(client), categoryPayload, translateCategory).facts
  return {
    currency: (await currencyOfShop(client)) ?? '',
    month,
    complete: found.complete,
    orders,
    roles,
    products: [...readRecords(products, productPayload, (product) => product).facts],
    categories: new Map(categories.map((category) => [category.category_id, category])),
  }
}

async function ordersOf(
  read: ReadPage,
  month: Month,
  { rangeOf, context }: SampleOptions,
  onProgress: (share: number) => void,
): Promise<{ orders: OrderPayload[]; complete: boolean }> {
  const { after, before } = rangeOf(month)
  // By id: new orders do not move later pages past unread ones.
  const query = { status: 'any', orderby: 'id', order: 'desc', after, before }
  const orders = new Map<number, OrderPayload>()
  for (let offset = 0; ; ) {
    const page = await read({ path: 'orders', query }, offset)
    for (const order of readRecords(page.records, orderPayload, (one) => one).facts)
      if (isOrderStatus(order.status) && monthOf(order, context) === month) orders.set(order.id, order)
    offset = nextOffset(offset, page) ?? offset + page.size
    onProgress(Math.min(offset / Math.min(page.total ?? offset, MOST_ORDERS), 1) || 0)
    const newest = [...orders.values()].slice(0, MOST_ORDERS)
    if (page.isLast || orders.size > MOST_ORDERS)
      return { orders: newest, complete: orders.size <= MOST_ORDERS }
  }
}

const monthOf = (order: OrderPayload, context: TranslateContext): string =>
  storeTime(order.date_created, order.date_created_gmt, context)?.slice(0, 7) ?? ''

async function newestMonth(client: Reader, context: TranslateContext): Promise<Month | undefined> {
  const { body } = await client.get('orders', { status: 'any', orderby: 'date', order: 'desc', per_page: 1 })
  const [order] = readRecords(recordsOf(body, 'orders'), orderPayload, (one) => one).facts
  return (order && monthOf(order, context)) || undefined
}

async function listedRefunds(client: Reader, orderId: number): Promise<unknown[]> {
  const path = `orders/${orderId}/refunds`
  const { body } = await client.get(path, { per_page: 100 })
  return recordsOf(body, path)
}

async function rolesOf(client: Reader, orders: readonly OrderPayload[]): Promise<Map<number, string>> {
  const buyers = orders.map(({ customer_id }) => customer_id)
  const records = await readByIds(client, 'customers', { role: 'all' }, buyers)
  for (let page = 1; page <= NEWEST_ACCOUNTS / 100; page++) {
    const query = { role: 'all', orderby: 'registered_date', order: 'desc', per_page: 100, page }
    const { body } = await client.get('customers', query)
    const some = recordsOf(body, 'customers')
    records.push(...some)
    if (some.length < 100) break
  }
  return new Map(readRecords(records, customerPayload, ({ id, role }) => [id, role] as const).facts)
}
