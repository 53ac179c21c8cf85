// Implements the ingest port for a WooCommerce shop, whether its records come from REST, files or the database.
import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { CategoryFact, DistributorFact, ProductFact } from '#server/domain/facts.ts'
import type {
  Changes,
  Classifier,
  Collection,
  Facts,
  ListOptions,
  Page,
  Pages,
  ReadContext,
  Reader,
  RejectedRecord,
  Rules,
  Source,
  SourceRecord,
  Translated,
} from '#server/ingest/source.ts'
import { classifier } from './classify.ts'
import { DEFAULT_MAPPING, type Mapping } from './mapping.ts'
import { readsMeta } from './mapping-parts.ts'
import type { RefundsReader } from './order-refunds.ts'
import {
  categoryPayload,
  couponPayload,
  customerPayload,
  type ProductPayload,
  productPayload,
  type RefundPayload,
  refundPayload,
  variationPayload,
} from './payloads.ts'
import { readOrders, readRecords, recordNumber } from './read-records.ts'
import { orderHead } from './record-heads.ts'
import type { RecordPage, Shop } from './records.ts'
import { fieldsOf, isId } from './rest-page.ts'
import { type TranslateContext, translateContext } from './translate.ts'
import {
  translateCategory,
  translateCoupon,
  translateProduct,
  translateVariation,
} from './translate-catalogue.ts'
import { companyOf, translateCustomer } from './translate-people.ts'

/** `readMapping` is called for every read, since people edit the mapping while the server runs. */
export function wooCommerceSource(
  shop: Shop,
  readMapping: () => Promise<Mapping> = async () => DEFAULT_MAPPING,
): Source {
  return {
    kind: 'woocommerce',
    origin: shop.origin,
    ...(shop.address !== undefined && { address: shop.address }),
    currency: (options) => shop.currency(options),
    info: () => shop.about(),
    ...(shop.remarks && { remarks: () => shop.remarks?.() ?? [] }),
    ...(shop.orderStatuses && {
      orderStatuses: async () => (await shop.orderStatuses?.())?.map((status) => `wc-${status}`),
    }),
    rules: async () => rulesOf(await readMapping(), shop),
    close: () => shop.close(),
  }
}

const rulesOf = (mapping: Mapping, shop: Shop): Rules => ({
  ...classifierOf(mapping),
  fingerprint: createHash('sha256').update(JSON.stringify(mapping)).digest('base64url'),
  openReader: (context) => openReader(shop, translateContext({ ...context, mapping }), context),
})

export function classifierOf(mapping: Mapping): Classifier {
  const classify = classifier(mapping)
  return {
    ...(!readsMeta(mapping) && { classifyDiscount: (kind, name) => classify(kind, name, []) }),
    companyOfRole: (role) => companyOf(role, mapping.companies) ?? '',
  }
}

type Records = readonly unknown[]
type StoredParts = Pick<ReadContext, 'categories' | 'storedRefunds' | 'productsOfTypes'>

/** Orders do not tell the types of their products, which were read before them. */
async function withVoucherProducts(
  context: TranslateContext,
  { productsOfTypes }: Pick<ReadContext, 'productsOfTypes'>,
): Promise<TranslateContext> {
  const { product_types } = context.mapping.vouchers
  if (product_types.length === 0) return context
  return { ...context, voucherProducts: new Set(await productsOfTypes(product_types)) }
}

function openReader(shop: Shop, context: TranslateContext, stored: StoredParts): Reader {
  const { categories, storedRefunds } = stored
  let refunds: Map<number, RefundPayload[]> | undefined
  const list =
    <Fact>(collection: Collection, translate: (records: Records) => Translated<Fact>) =>
    async ({ cursor, ...limits }: ListOptions = {}) => {
      const pages = await shop.read(collection, cursor, limits)
      return pages && translatedPages(pages, async (records) => translate(records), shop.pageRecords)
    }
  return {
    list: {
      categories: list('categories', translations.categories),
      coupons: list('coupons', translations.coupons),
      customers: list('customers', (records) => translations.customers(records, context)),
      async products({ cursor, ...limits } = {}) {
        const pages = await shop.read('products', cursor, limits)
        return pages && productPages(pages, shop, await categories(), context.mapping)
      },
      refunds(options) {
        const found = new Map<number, RefundPayload[]>()
        return list('refunds', (records) => {
          refunds = found
          const { facts, ...page } = read(records, refundPayload, (refund) => refund)
          for (const refund of facts)
            found.set(refund.parent_id, [...(found.get(refund.parent_id) ?? []), refund])
          return { ...page, facts: [] }
        })(options)
      },
      async orders({ cursor, refundDetails = true, ...limits } = {}) {
        const pages = await shop.read('orders', cursor, limits)
        const known = await withVoucherProducts(context, stored)
        const reader: RefundsReader = {
          known: refunds ?? new Map(),
          areAll: refunds !== undefined,
          stored: refunds ? async () => new Map() : storedRefunds,
          ask: refundDetails ? shop.refundsOf : async () => undefined,
        }
        return pages && translatedPages(pages, (records) => orders(records, reader, known), shop.pageRecords)
      },
    },
    ...(shop.absences && { absences: shop.absences }),
    ...(shop.changes && {
      changes: { ...shop.changes, translate: translateChanges(shop, context, stored) },
    }),
  }
}

/** Products in the trash are stored with that status. */
const isTrashed = (record: unknown): boolean => {
  const { status, line_items } = fieldsOf(record)
  return status === 'trash' && line_items !== undefined
}

const read = <Schema extends z.ZodType, Fact>(
  records: Records,
  schema: Schema,
  translate: (payload: z.output<Schema>) => Fact,
): Translated<Fact> => ({ ...readRecords(records, schema, translate), size: records.length })

const translations = {
  categories: (records: Records) => read(records, categoryPayload, translateCategory),
  coupons: (records: Records) => read(records, couponPayload, translateCoupon),
  customers: (records: Records, context: TranslateContext) =>
    read(records, customerPayload, (customer) => translateCustomer(customer, context)),
}

const orders = async (
  records: Records,
  ...how: [RefundsReader, TranslateContext]
): Promise<Translated<Facts['orders']>> => ({
  ...(await readOrders(records, ...how)),
  size: records.length,
})

function translateChanges(shop: Shop, context: TranslateContext, stored: StoredParts): Changes['translate'] {
  const { categories, storedRefunds } = stored
  const payloads = (records: readonly SourceRecord[]) => records.map(({ payload }) => payload)
  return {
    async orders(records) {
      const all = payloads(records)
      const known = (await refundsOfMany(shop, all)) ?? new Map()
      const reader = { known, areAll: false, stored: storedRefunds, ask: shop.refundsOf }
      return orders(all, reader, await withVoucherProducts(context, stored))
    },
    customers: async (records) => translations.customers(payloads(records), context),
    coupons: async (records) => translations.coupons(payloads(records)),
    async products(records) {
      const products = translateProducts(payloads(records), await categories(), context.mapping)
      const all = { facts: [...products.facts], rejects: [...products.rejects], size: products.size }
      for await (const page of variationPages(shop, context.mapping, products)) {
        all.facts.push(...page.facts)
        all.rejects.push(...page.rejects)
        all.size += page.size
      }
      return all
    },
  }
}

/** From this many orders with refunds on, one request for all refunds replaces one request per order. */
const MANY = 3

/** Refunds by order; undefined for few orders, or if the shop cannot list them. */
async function refundsOfMany(
  shop: Shop,
  records: Records,
): Promise<Map<number, RefundPayload[]> | undefined> {
  const ids = records.map((record) =>
    orderHead(record)
      .refunds.map(({ id }) => id)
      .filter(isId),
  )
  if (ids.filter((some) => some.length > 0).length < MANY) return undefined
  const found = await shop.refundsById?.(ids.flat())
  if (!found) return undefined
  const { facts } = readRecords(found, refundPayload, (refund) => refund)
  return Map.groupBy(facts, ({ parent_id }) => parent_id)
}

async function* translatedPages<Fact>(
  pages: AsyncIterable<RecordPage>,
  translate: (records: Records) => Promise<Translated<Fact>>,
  pageRecords = 0,
): Pages<Fact> {
  let joined: JoinedPage<Fact> | undefined
  try {
    for await (const { records, broken, ...page } of pages) {
      const translated = await translate(records)
      joined = join(joined, {
        ...page,
        ...translated,
        ids: records.map(recordNumber),
        size: records.length + broken.length,
        trashed: records.filter(isTrashed).map(recordNumber),
        rejects: [...broken.map(({ at, reason }) => ({ id: at, reason })), ...translated.rejects],
      })
      if (joined.size < pageRecords) continue
      yield joined
      joined = undefined
    }
  } catch (error) {
    // Keeps what was read before the failure.
    if (joined) yield joined
    throw error
  }
  if (joined) yield joined
}

interface JoinedPage<Fact> extends Page<Fact> {
  readonly facts: Fact[]
  readonly rejects: RejectedRecord[]
  readonly ids: number[]
  readonly distributors: DistributorFact[]
  readonly trashed: number[]
}

const noRecords = <Fact>(page: Page<Fact>): JoinedPage<Fact> => ({
  ...page,
  size: 0,
  facts: [],
  rejects: [],
  ids: [],
  distributors: [],
  trashed: [],
})

function join<Fact>(before: JoinedPage<Fact> | undefined, page: Page<Fact>): JoinedPage<Fact> {
  const { facts, rejects, ids, distributors, trashed, size } = before ?? noRecords(page)
  facts.push(...page.facts)
  rejects.push(...page.rejects)
  ids.push(...page.ids)
  distributors.push(...(page.distributors ?? []))
  trashed.push(...(page.trashed ?? []))
  return { ...page, size: size + page.size, facts, rejects, ids, distributors, trashed }
}

interface TranslatedProducts extends Translated<ProductFact> {
  readonly variable: readonly number[]
}

/** Plug-ins sell them under types of any name; a simple product may keep the attributes of variations that it had. */
const hasVariations = ({ type, variations, attributes }: ProductPayload): boolean =>
  type.startsWith('variable') ||
  variations.length > 0 ||
  (type !== 'simple' && attributes.some(({ variation }) => variation))

function translateProducts(
  records: Records,
  categories: readonly CategoryFact[],
  mapping: Mapping,
): TranslatedProducts {
  const byId = new Map(categories.map((category) => [category.category_id, category]))
  const variable: number[] = []
  const products = read(records, productPayload, (product) => {
    if (hasVariations(product)) variable.push(product.id)
    return translateProduct(product, byId, mapping)
  })
  return { ...products, variable }
}

async function* productPages(
  pages: AsyncIterable<RecordPage>,
  shop: Shop,
  categories: readonly CategoryFact[],
  mapping: Mapping,
): Pages<ProductFact> {
  const facts: ProductFact[] = []
  const variable: number[] = []
  yield* translatedPages(pages, async (records) => {
    const { variable: some, ...products } = translateProducts(records, categories, mapping)
    facts.push(...products.facts)
    variable.push(...some)
    return products
  })
  yield* variationPages(shop, mapping, { facts, variable })
}

function variationPages(
  shop: Shop,
  mapping: Mapping,
  { facts, variable }: Pick<TranslatedProducts, 'facts' | 'variable'>,
) {
  const products = new Map(facts.map((product) => [product.product_id, product]))
  return translatedPages(shop.variations(variable), async (records) =>
    read(records, variationPayload, (variation) =>
      translateVariation(variation, mapping, products.get(variation.parent_id)),
    ),
  )
}
