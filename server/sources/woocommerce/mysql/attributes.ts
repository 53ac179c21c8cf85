// Attributes that distinguish the variations of a product: custom ones and those stored as terms.
import { allRows, type Database, textOf } from './database.ts'
import { phpMap } from './php-serialize.ts'
import type { ShopTables } from './tables.ts'

export interface Term {
  readonly id: number
  readonly taxonomy: string
  readonly name: string
  readonly slug: string
}

export interface Attribute {
  /** Meta key suffix of a variation's choice. */
  readonly key: string
  readonly name: string
  readonly options: string[]
  readonly varies: boolean
}

/** Terms by product id, in the shop's order. */
export async function termsOf(db: Database, tables: ShopTables): Promise<Map<number, Term[]>> {
  const rows = await allRows(
    db,
    'r.object_id, t.term_id, x.taxonomy, t.name, t.slug',
    {
      from: `${tables.name('posts')} p
     straight_join ${tables.name('term_relationships')} r on r.object_id = p.ID
     join ${tables.name('term_taxonomy')} x on x.term_taxonomy_id = r.term_taxonomy_id
     join ${tables.name('terms')} t on t.term_id = x.term_id
     left join ${tables.name('termmeta')} o on o.term_id = t.term_id and o.meta_key = 'order'`,
      where: `p.post_type = 'product'
       and (x.taxonomy in ('product_cat', 'product_type') or substr(x.taxonomy, 1, 3) = 'pa_')`,
    },
    'order by x.taxonomy, cast(o.meta_value as signed), t.name',
  )
  const terms = new Map<number, Term[]>()
  for (const [product, id, taxonomy, name, slug] of rows) {
    const own = terms.get(Number(product)) ?? []
    terms.set(Number(product), own)
    own.push({ id: Number(id), taxonomy: textOf(taxonomy), name: textOf(name), slug: textOf(slug) })
  }
  return terms
}

/** Labels of term attributes by taxonomy. */
export async function attributeLabels(db: Database, tables: ShopTables): Promise<Map<string, string>> {
  const rows = await db.rows(
    `select attribute_name, attribute_label from ${tables.name('woocommerce_attribute_taxonomies')}`,
  )
  return new Map(rows.map(([name, label]) => [`pa_${textOf(name)}`, textOf(label) || textOf(name)]))
}

/** Parses a product's serialized attributes. */
export function attributesOf(
  serialized: string,
  terms: readonly Term[],
  labels: ReadonlyMap<string, string>,
): Attribute[] {
  return [...phpMap(serialized)].flatMap(([key, fields]) => {
    if (!(fields instanceof Map)) return []
    const isTaxonomy = Number(fields.get('is_taxonomy') ?? 0) === 1
    const own = String(fields.get('name') ?? key)
    return [
      {
        key,
        name: isTaxonomy ? (labels.get(own) ?? own) : own,
        options: isTaxonomy
          ? terms.filter(({ taxonomy }) => taxonomy === own).map(({ name }) => name)
          : String(fields.get('value') ?? '')
              .split('|')
              .map((option) => option.trim())
              .filter((option) => option !== ''),
        varies: Number(fields.get('is_variation') ?? 0) === 1,
      },
    ]
  })
}
