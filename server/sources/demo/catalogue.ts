import { centsText } from '#server/domain/cents.ts'
import { type CategoryFact, NO_BUSINESS, NO_SEGMENT, type ProductFact } from '#server/domain/facts.ts'
import { BULK, DELETED, EVEN, SEGMENTS, type Season, UNCATEGORISED } from './assortment.ts'
import { slug } from './names.ts'
import { Random } from './random.ts'

export interface CatalogueItem {
  /** 0 for a deleted product. */
  readonly product_id: number
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
  /** The products as the shop lists them, at the prices of `priceLevel`. */
  products(modifiedAt: string, priceLevel: number): ProductFact[]
}

const FIRST_PRODUCT = 1200
const FIRST_SKU = 1_001_000
const FIRST_CATEGORY = 20

export function makeCatalogue(seed: number): Catalogue {
  const listed = makeItems(new Random(seed, 11)).map((item, number) => ({
    ...item,
    product_id: FIRST_PRODUCT + number * 3,
    sku: String(FIRST_SKU + number * 7),
  }))
  const categories = categoriesOf(listed)
  return {
    items: [...listed, ...DELETED.map((name) => uncategorised(name, 300_000, 0.15))],
    categories,
    products(modified_at, level) {
      const random = new Random(seed, 12)
      return listed.map(({ weight, season, ...item }) => {
        const inStock = random.chance(0.93)
        return {
          ...item,
          parent_id: 0,
          type: 'simple',
          status: random.chance(0.03) ? 'draft' : 'publish',
          stock_status: inStock ? 'instock' : 'outofstock',
          stock_quantity: inStock ? random.between(5, 4000) : 0,
          price: centsText(shelfPrice(item.price, level)),
          cost: demoCost(item.product_id, shelfPrice(item.price, level), 4),
          url: `https://tienda.example/producto/${slug(item.name)}/`,
          modified_at,
          category_ids: categories
            .filter(({ name, parent_id }) => name === (parent_id === 0 ? item.business : item.segment))
            .map(({ category_id }) => category_id),
        }
      })
    },
  }
}

/** A share of the price, by product; some products have no cost. `amount` in cents; a text with so many decimals. */
export function demoCost(product: number, amount: number, decimals: 2 | 4): string | null {
  if (product === 0 || (product * 31) % 97 < 9) return null
  const share = 48 + ((product * 37) % 25)
  return `${centsText(Math.round((amount * share) / 100))}${decimals === 4 ? '00' : ''}`
}

/** Shops round prices to ten pesos. */
export const shelfPrice = (price: number, level: number): number =>
  Math.max(1000, Math.round((price * level) / 1000) * 1000)

function makeItems(random: Random): CatalogueItem[] {
  const cents = (pesos: number) => Math.round(pesos * (7.5 + random.unit() * 6)) * 10
  const bySegment = SEGMENTS.flatMap(({ products, business, segment, season, price, weight }) =>
    products.map(({ name, size }) => ({
      ...uncategorised(
        name,
        cents(price) * (1 + size),
        (weight * (0.25 + random.unit() ** 2 * 2)) / products.length,
      ),
      business,
      segment,
      season,
    })),
  )
  const bulk = BULK.names.map((name) => ({
    ...uncategorised(name, cents(4200), 0.3),
    business: BULK.business,
  }))
  return [...bySegment, ...UNCATEGORISED.map((name) => uncategorised(name, cents(1500), 0.12)), ...bulk]
}

const uncategorised = (name: string, price: number, weight: number): CatalogueItem => ({
  product_id: 0,
  sku: '',
  name,
  business: NO_BUSINESS,
  segment: NO_SEGMENT,
  season: EVEN,
  price,
  weight,
})

/** Businesses at the top level, their segments below. Segment names are unique. */
function categoriesOf(items: readonly CatalogueItem[]): CategoryFact[] {
  const categories = new Map<string, CategoryFact>()
  const add = (name: string, parent_id: number): number => {
    const category_id = categories.get(name)?.category_id ?? FIRST_CATEGORY + categories.size
    categories.set(name, { category_id, parent_id, name, slug: slug(name) })
    return category_id
  }
  for (const { business, segment } of items) {
    if (business === NO_BUSINESS) continue
    const parent = add(business, 0)
    if (segment !== NO_SEGMENT) add(segment, parent)
  }
  return [...categories.values()]
}
