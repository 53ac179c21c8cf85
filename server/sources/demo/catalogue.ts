// The products and categories that belong to a seed; touches only this room and domain facts.
import { centsText } from '#server/domain/cents.ts'
import type { CategoryFact, ProductFact } from '#server/domain/facts.ts'
import { NO_BUSINESS, NO_SEGMENT } from '#server/domain/facts.ts'
import { BULK, DELETED, EVEN, LOOSE, SEGMENTS, type Season } from './assortment.ts'
import { Random } from './random.ts'

export interface CatalogueItem {
  /** 0: deleted from the shop. */
  readonly product_id: number
  readonly variation_id: number
  readonly sku: string
  readonly name: string
  readonly business: string
  readonly segment: string
  readonly weight: number
  readonly season: Season
  /** Cents of January 2024. */
  readonly price: number
}

export interface Catalogue {
  readonly items: readonly CatalogueItem[]
  readonly categories: readonly CategoryFact[]
  /** Products as the shop lists them; `priceLevel` brings them to today's prices. */
  products(modifiedAt: string, priceLevel: number): ProductFact[]
}

const FIRST_PRODUCT = 1200
const FIRST_SKU = 1_001_000
const FIRST_CATEGORY = 20

export function makeCatalogue(seed: number): Catalogue {
  const listed = makeItems(new Random(seed, 11))
  const items = listed.map((item, number) => ({
    ...item,
    product_id: FIRST_PRODUCT + number * 3,
    sku: String(FIRST_SKU + number * 7),
  }))
  const deleted = DELETED.map((name) => loose(name, 300_000, 0.15))
  const categories = categoriesOf(listed)
  return {
    items: [...items, ...deleted],
    categories,
    products: (modified_at, priceLevel) => {
      const stock = new Random(seed, 12)
      return items.map((item) => productFact(item, categories, stock, modified_at, priceLevel))
    },
  }
}

/** Shops mark prices in tens of pesos. */
export const shelfPrice = (price: number, level: number): number =>
  Math.max(1000, Math.round((price * level) / 1000) * 1000)

function makeItems(random: Random): CatalogueItem[] {
  const cents = (pesos: number) => Math.round(pesos * (7.5 + random.unit() * 6)) * 10
  const ofSegments = SEGMENTS.flatMap(({ products, price, weight, ...place }) =>
    products.map(({ name, size }) => ({
      ...loose(name, cents(price) * (1 + size), (weight * (0.25 + random.unit() ** 2 * 2)) / products.length),
      ...place,
    })),
  )
  const bulk = BULK.names.map((name) => ({ ...loose(name, cents(4200), 0.3), business: BULK.business }))
  return [...ofSegments, ...LOOSE.map((name) => loose(name, cents(1500), 0.12)), ...bulk]
}

const loose = (name: string, price: number, weight: number): CatalogueItem => ({
  product_id: 0,
  variation_id: 0,
  sku: '',
  name,
  business: NO_BUSINESS,
  segment: NO_SEGMENT,
  season: EVEN,
  price,
  weight,
})

/** Businesses on top, their segments below. */
function categoriesOf(items: readonly CatalogueItem[]): CategoryFact[] {
  const categories: CategoryFact[] = []
  const add = (name: string, parent_id: number): number => {
    const known = find(categories, name, parent_id)
    if (known !== undefined) return known.category_id
    const category_id = FIRST_CATEGORY + categories.length
    categories.push({ category_id, parent_id, name, slug: slug(name) })
    return category_id
  }
  for (const { business, segment } of items) {
    if (business === NO_BUSINESS) continue
    const parent = add(business, 0)
    if (segment !== NO_SEGMENT) add(segment, parent)
  }
  return categories
}

const find = (categories: readonly CategoryFact[], name: string, parent: number): CategoryFact | undefined =>
  categories.find((category) => category.name === name && category.parent_id === parent)

function productFact(
  { product_id, sku, name, business, segment, price }: CatalogueItem,
  categories: readonly CategoryFact[],
  stock: Random,
  modified_at: string,
  priceLevel: number,
): ProductFact {
  const isOut = stock.chance(0.07)
  const top = find(categories, business, 0)
  const child = top && find(categories, segment, top.category_id)
  return {
    product_id,
    parent_id: 0,
    sku,
    name,
    status: stock.chance(0.03) ? 'draft' : 'publish',
    stock_status: isOut ? 'outofstock' : 'instock',
    stock_quantity: isOut ? 0 : stock.between(5, 4000),
    price: centsText(shelfPrice(price, priceLevel)),
    url: `https://tienda.example/producto/${slug(name)}/`,
    business,
    segment,
    modified_at,
    category_ids: [top, child].flatMap((category) => (category ? [category.category_id] : [])),
  }
}

const slug = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
