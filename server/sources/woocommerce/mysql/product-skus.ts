import { allRows, type Database, textOf } from './database.ts'
import type { ShopTables } from './tables.ts'

export interface ProductSkus {
  /** By product id, including products in the trash. */
  readonly products: ReadonlyMap<number, string>
  /** By variation id; defaults to the product's SKU. */
  readonly variations: ReadonlyMap<number, string>
}

export async function readProductSkus(db: Database, tables: ShopTables): Promise<ProductSkus> {
  const rows = await allRows(
    db,
    'p.ID, p.post_type, p.post_parent, m.meta_value',
    {
      from: `${tables.name('posts')} p
     left join ${tables.name('postmeta')} m ${tables.by('postmeta', 'post_id')} on m.post_id = p.ID and m.meta_key = '_sku'`,
      where: "p.post_type in ('product', 'product_variation')",
    },
    'order by p.post_type, p.ID, m.meta_id desc',
  )
  const products = new Map<number, string>()
  const variations = new Map<number, string>()
  // Products sort before variations. Of repeated fields the oldest, which WordPress uses, comes last.
  for (const [id, type, parent, sku] of rows)
    if (type === 'product') products.set(Number(id), textOf(sku))
    else variations.set(Number(id), textOf(sku) || (products.get(Number(parent)) ?? ''))
  return { products, variations }
}
