// Where the products sold keep their business and segment: category levels, attributes or metas.
import type { ExamplePlace, MappingExamples } from '#contract/mapping-examples.ts'
import type { Place } from '#contract/place.ts'
import { storable } from '#server/domain/folded.ts'
import type { Mapping } from '../mapping.ts'
import type { ProductPayload } from '../payloads.ts'
import { metaText } from '../translate.ts'
import { type Categories, categoryPath } from '../translate-catalogue.ts'

const SHOWN_VALUES = 6
const MOST_LEVELS = 5
const MOST_PLACES = 20
const LONGEST_VALUE = 60
/** A business field has fewer values than there are products. */
const MOST_DISTINCT = 0.5
const TECHNICAL_META =
  /^_(?!.*(?:linea|line|marca|brand|business|negocio|segment|rubro|famil))|total_sales|seo|thumbnail|rank_math|yoast|wp_|elementor/i

type PlacesAnswer = Pick<MappingExamples, 'places' | 'categories' | 'products' | 'business' | 'segment'>

export function productPlaces(
  products: readonly ProductPayload[],
  categories: Categories,
  mapping: Mapping,
): PlacesAnswer {
  const paths = products.map((product) => categoryPath(product, categories, mapping))
  const levels = Array.from({ length: MOST_LEVELS }, (_, index) =>
    placeOf({ from: 'category', level: index + 1 }, paths, (path) => path[index]?.name ?? ''),
  )
  const attributes = new Set(products.flatMap((product) => product.attributes.map(({ name }) => name)))
  const metas = new Set(products.flatMap((product) => product.meta_data.map(({ key }) => key)))
  const others = [
    ...[...attributes].map((name) =>
      placeOf({ from: 'attribute', name }, products, (product) => attributeOf(product, name)),
    ),
    ...[...metas]
      .filter((key) => !TECHNICAL_META.test(key))
      .map((key) => placeOf({ from: 'meta', key }, products, ({ meta_data }) => metaText(meta_data, [key]))),
  ]
  const groups = others
    .filter(({ distinct, values, products: having }) => groupsProducts(distinct, having, values))
    .sort((one, other) => other.products - one.products)
  return {
    products: products.length,
    places: [...levels.filter(({ distinct }) => distinct > 0), ...groups.slice(0, MOST_PLACES)],
    categories: categoriesOf(products, categories, mapping),
    business: withLevel(mapping.business, 1),
    segment: withLevel(mapping.segment, 2),
  }
}

const withLevel = (place: Mapping['business'], level: number): Place =>
  place.from === 'category' ? { ...place, level: place.level ?? level } : place

const attributeOf = (product: ProductPayload, name: string): string =>
  product.attributes.find((attribute) => attribute.name.toLowerCase() === name.toLowerCase())?.options[0] ??
  ''

const groupsProducts = (distinct: number, products: number, values: readonly string[]): boolean =>
  distinct > 1 &&
  distinct <= products * MOST_DISTINCT &&
  values.every(
    (value) => value.length <= LONGEST_VALUE && /\p{L}{2}/u.test(value) && !/[@{}]|https?:/.test(value),
  )

function placeOf<T>(place: Place, all: readonly T[], textIn: (one: T) => string): ExamplePlace {
  const found = all.map((one) => storable(textIn(one).trim())).filter((value) => value !== '')
  const counts = [...Map.groupBy(found, (value) => value)].sort(
    ([one, ones], [other, others]) => others.length - ones.length || (one < other ? -1 : 1),
  )
  return {
    place,
    products: found.length,
    distinct: counts.length,
    values: counts.slice(0, SHOWN_VALUES).map(([value]) => value),
  }
}

/** Top categories and the categories of products, each with its direct products. */
function categoriesOf(
  products: readonly ProductPayload[],
  categories: Categories,
  mapping: Mapping,
): MappingExamples['categories'] {
  const own = Map.groupBy(
    products.flatMap((product) => product.categories.map(({ id }) => id)),
    (id) => id,
  )
  return [...categories.values()]
    .map(({ category_id, slug, name }) => ({
      slug,
      name,
      products: own.get(category_id)?.length ?? 0,
      ignored: mapping.ignored_categories.includes(slug),
    }))
    .filter(({ products: having }) => having > 0)
    .sort((one, other) => other.products - one.products || (one.name < other.name ? -1 : 1))
}
