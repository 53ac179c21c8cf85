import { centsText, parseCents } from '#server/domain/cents.ts'
import {
  type CategoryFact,
  type CouponFact,
  NEVER,
  NO_BUSINESS,
  NO_SEGMENT,
  type ProductFact,
} from '#server/domain/facts.ts'
import { storable } from '#server/domain/folded.ts'
import { roundUnits } from '#server/domain/money.ts'
import { productCost } from './costs.ts'
import type { Mapping } from './mapping.ts'
import type { CategoryPayload, CouponPayload, ProductPayload, VariationPayload } from './payloads.ts'
import { metaText, utcTime } from './translate.ts'

export function translateCategory(category: CategoryPayload): CategoryFact {
  return {
    category_id: category.id,
    parent_id: category.parent,
    name: storable(category.name),
    slug: storable(category.slug),
  }
}

export function translateCoupon(coupon: CouponPayload): CouponFact {
  return {
    coupon_id: coupon.id,
    code: storable(coupon.code.trim().toLowerCase()),
    discount_type: storable(coupon.discount_type),
    amount: centsText(Math.abs(parseCents(coupon.amount))),
    description: storable(coupon.description),
    modified_at: coupon.date_modified_gmt === null ? NEVER : utcTime(coupon.date_modified_gmt),
  }
}

/** The shop's category tree, by id. */
export type Categories = ReadonlyMap<number, CategoryFact>

export function translateProduct(
  product: ProductPayload,
  categories: Categories,
  mapping: Mapping,
): ProductFact {
  const own = product.categories.map((category) => category.id)
  return {
    ...commonFields(product, mapping),
    name: storable(product.name),
    parent_id: 0,
    type: storable(product.type),
    ...placeOf(product, own, categories, mapping),
    category_ids: [...new Set(own)].sort((one, other) => one - other),
  }
}

/** A variation takes its product's class; without a listed product it has none. */
export function translateVariation(
  variation: VariationPayload,
  mapping: Mapping,
  product?: ProductFact,
): ProductFact {
  const names = [product?.name, variation.name].filter((name) => name)
  return {
    ...commonFields(variation, mapping),
    name: storable(names.join(' - ')),
    parent_id: variation.parent_id,
    type: '',
    business: product?.business ?? NO_BUSINESS,
    segment: product?.segment ?? NO_SEGMENT,
    category_ids: [],
  }
}

function commonFields(product: VariationPayload, mapping: Mapping) {
  const price = parseCents(product.price)
  const stock = product.stock_quantity === null ? Number.NaN : roundUnits(Number(product.stock_quantity))
  return {
    product_id: product.id,
    sku: storable(product.sku),
    status: storable(product.status),
    stock_status: storable(product.stock_status),
    stock_quantity: Number.isSafeInteger(Math.round(stock * 1000)) ? stock : null,
    price: centsText(Number.isNaN(price) ? 0 : Math.abs(price)),
    cost: productCost(product, mapping),
    url: storable(product.permalink),
    modified_at: utcTime(product.date_modified_gmt ?? product.date_created_gmt ?? NEVER),
  }
}

function placeOf(product: ProductPayload, own: readonly number[], categories: Categories, mapping: Mapping) {
  const place = categoryPlace(own, primaryCategory(product, own, mapping), categories, mapping)
  return {
    business: told(product, mapping.business) ?? place.business,
    segment: told(product, mapping.segment) ?? place.segment,
  }
}

/** The business or segment in an attribute or meta field; undefined if it follows the category. */
function told(product: ProductPayload, source: Mapping['business']): string | undefined {
  if (source.from === 'category') return undefined
  if (source.from === 'meta') return storable(metaText(product.meta_data, [source.key])) || undefined
  const attribute = product.attributes.find(({ name }) => name.toLowerCase() === source.name.toLowerCase())
  return storable(attribute?.options[0]?.trim() ?? '') || undefined
}

function primaryCategory(product: ProductPayload, own: readonly number[], mapping: Mapping) {
  const primary = Number(metaText(product.meta_data, mapping.primary_category_keys))
  return own.includes(primary) ? primary : undefined
}

/**
 * Business and segment of a product, from its primary category or else the one with the lowest id: the top category is the
 * business, the one below it the segment, unless the mapping names other levels. Segments of one name below different businesses
 * are told apart by their business: 'Dulces (Almacén)'.
 */
export function categoryPlace(
  own: readonly number[],
  primary: number | undefined,
  categories: Categories,
  mapping: Mapping,
): { business: string; segment: string } {
  const paths = pathsOf(own, primary, categories, mapping)
  const [upper, lower] = [levelOf(mapping.business, 1), levelOf(mapping.segment, 2)]
  const business = paths[0]?.[upper]
  const segment = paths.find((path) => path[upper] === business && path[lower])?.[lower]
  if (!business || !segment) return { business: business?.name ?? NO_BUSINESS, segment: NO_SEGMENT }
  const isShared = upper < lower && sharedSegments(categories, mapping).has(segment.name)
  return {
    business: business.name,
    segment: isShared ? `${segment.name} (${business.name})` : segment.name,
  }
}

const shared = new WeakMap<Categories, WeakMap<Mapping, ReadonlySet<string>>>()

/** Names of segments that stand below several businesses; found once for all products. */
function sharedSegments(categories: Categories, mapping: Mapping): ReadonlySet<string> {
  const byMapping = shared.get(categories) ?? new WeakMap<Mapping, ReadonlySet<string>>()
  shared.set(categories, byMapping)
  const found = byMapping.get(mapping) ?? findSharedSegments(categories, mapping)
  byMapping.set(mapping, found)
  return found
}

function findSharedSegments(categories: Categories, mapping: Mapping): ReadonlySet<string> {
  const [upper, lower] = [levelOf(mapping.business, 1), levelOf(mapping.segment, 2)]
  const businesses = new Map<string, Set<string>>()
  for (const id of categories.keys()) {
    const [path = []] = pathsOf([id], undefined, categories, mapping)
    const [business, segment] = [path[upper], path[lower]]
    if (business && segment)
      businesses.set(segment.name, (businesses.get(segment.name) ?? new Set()).add(business.name))
  }
  return new Set([...businesses].flatMap(([name, above]) => (above.size > 1 ? [name] : [])))
}

/** Index in the path of a category; `usual`: the level if the mapping names none. */
const levelOf = (place: Mapping['business'], usual: number): number =>
  (place.from === 'category' ? (place.level ?? usual) : usual) - 1

/** From the top category down to the deciding one; empty without one. */
export const categoryPath = (product: ProductPayload, categories: Categories, mapping: Mapping) => {
  const own = product.categories.map(({ id }) => id)
  return pathsOf(own, primaryCategory(product, own, mapping), categories, mapping)[0] ?? []
}

/** Paths of the categories that are not ignored, without ignored ones above them; the deciding one first. */
function pathsOf(
  own: readonly number[],
  primary: number | undefined,
  categories: Categories,
  mapping: Mapping,
): CategoryFact[][] {
  const means = ({ slug }: CategoryFact) => !mapping.ignored_categories.includes(slug)
  const known = own.filter((id) => {
    const category = categories.get(id)
    return category !== undefined && means(category)
  })
  known.sort((one, other) => Number(other === primary) - Number(one === primary) || one - other)
  return known.map((id) => pathOf(id, categories).filter(means))
}

/** From the top category down to this one; a cycle ends where it closes. */
function pathOf(id: number, categories: Categories): CategoryFact[] {
  const path: CategoryFact[] = []
  for (let at = categories.get(id); at && !path.includes(at); at = categories.get(at.parent_id))
    path.unshift(at)
  return path
}
