// Product URLs built from the WordPress permalink settings.
import type { CategoryPayload } from '../payloads.ts'
import { phpMap } from './php-serialize.ts'
import type { ShopTables } from './tables.ts'

export interface Linked {
  readonly id: number
  readonly slug: string
  readonly status: string
  readonly categories: readonly number[]
}

export type Permalink = (product: Linked) => string

/** Statuses with a readable URL; others use the id. */
const READABLE = ['publish', 'private']

export function permalinks(tables: ShopTables, categories: readonly CategoryPayload[]): Permalink {
  const home = tables.option('home').replace(/\/+$/, '')
  const structure = tables.option('permalink_structure')
  const kept = phpMap(tables.option('woocommerce_permalinks')).get('product_base')
  const base = String(kept || 'product').replace(/^\/+|\/+$/g, '')
  const byId = new Map(categories.map((category) => [category.id, category]))
  const end = structure.endsWith('/') ? '/' : ''
  return ({ id, slug, status, categories: own }) => {
    if (!READABLE.includes(status)) return `${home}/?post_type=product&p=${id}`
    if (structure === '') return `${home}/?product=${slug}`
    const path = base.replaceAll('%product_cat%', categoryPath(own, byId))
    return `${home}/${path}/${slug}${end}`
  }
}

/** Slugs from the top category to the product's deepest: the one whose parent has the highest id. */
function categoryPath(own: readonly number[], byId: ReadonlyMap<number, CategoryPayload>): string {
  const listed = own.flatMap((id) => byId.get(id) ?? [])
  listed.sort((one, other) => other.parent - one.parent || one.id - other.id)
  const path: CategoryPayload[] = []
  for (let at = listed[0]; at && !path.includes(at); at = byId.get(at.parent)) path.unshift(at)
  return path.length === 0 ? 'uncategorized' : path.map(({ slug }) => slug).join('/')
}

export function variationLink(product: string, choices: readonly (readonly [string, string])[]): string {
  const made = choices.filter(([, value]) => value !== '')
  if (made.length === 0) return product
  const query = new URLSearchParams(
    made.map(([name, value]): [string, string] => [`attribute_${name}`, value]),
  )
  // PHP's urlencode() also encodes the asterisk.
  return `${product}${product.includes('?') ? '&' : '?'}${String(query).replaceAll('*', '%2A')}`
}
