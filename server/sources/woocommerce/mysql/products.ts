// Products and variations, as in the REST API.
import { decoded } from '#server/domain/decoded.ts'
import type { ProductPayload, VariationPayload } from '../payloads.ts'
import { type Attribute, attributeLabels, attributesOf, type Term, termsOf } from './attributes.ts'
import { categories } from './catalogue.ts'
import { allRows, type Cells, textOf } from './database.ts'
import { type CatalogueJob, postMeta, type RecordMeta } from './meta.ts'
import { time } from './order-rows.ts'
import { permalinks, variationLink } from './permalinks.ts'

/** A product with the fields that its variations inherit. */
export interface KnownProduct {
  readonly record: ProductPayload
  readonly attributes: readonly Attribute[]
  readonly terms: readonly Term[]
  /** Manages its own stock. */
  readonly counted: boolean
}

const COST_KEY = '_cogs_total_value'
/** Of a variation: 'yes' adds its cost to its product's. */
const ADDITIVE_KEY = '_cogs_value_is_additive'
const META = [
  ...['_sku', '_price', '_stock', '_stock_status', '_manage_stock', '_product_attributes'],
  ...[COST_KEY, ADDITIVE_KEY],
]

/** Includes the trash, excludes unsaved drafts. */
const PRODUCTS = `p.post_type = 'product' and p.post_status not in ('auto-draft', 'importing')`
const VARIATIONS = `p.post_type = 'product_variation' and p.post_status not in ('trash', 'auto-draft')`

export async function knownProducts(job: CatalogueJob): Promise<KnownProduct[]> {
  const { db, tables, keys } = job
  const [rows, metas, terms, labels, all] = await Promise.all([
    postRows(job, PRODUCTS),
    postMeta(job, PRODUCTS, [...META, ...keys]),
    termsOf(db, tables),
    attributeLabels(db, tables),
    categories(job),
  ])
  const link = permalinks(tables, all)
  return rows.map((row) => {
    const meta = metas(Number(row[0]))
    const own = terms.get(Number(row[0])) ?? []
    const attributes = attributesOf(meta.first('_product_attributes'), own, labels)
    const listed = own.flatMap(({ taxonomy, id }) => (taxonomy === 'product_cat' ? [id] : []))
    const common = commonFields(row, meta, keys)
    return {
      attributes,
      terms: own,
      counted: isCounted(meta),
      record: {
        ...common,
        name: textOf(row[1]),
        permalink: link({ id: common.id, slug: textOf(row[2]), status: common.status, categories: listed }),
        type: own.find(({ taxonomy }) => taxonomy === 'product_type')?.slug ?? 'simple',
        categories: listed.map((id) => ({ id })),
        attributes: attributes.map(({ name, options, varies }) => ({ name, options, variation: varies })),
        variations: [],
      },
    }
  })
}

/** Excludes the trash. */
export async function variationsOf(
  job: CatalogueJob,
  products: ReadonlyMap<number, KnownProduct>,
): Promise<VariationPayload[]> {
  const [rows, metas] = await Promise.all([
    postRows(job, VARIATIONS),
    postMeta(job, VARIATIONS, [...META, ...job.keys], 'attribute_'),
  ])
  return rows.flatMap((row) => {
    const product = products.get(Number(row[6]))
    return product ? [variation(product, row, metas(Number(row[0])), job.keys)] : []
  })
}

function variation(
  { record, attributes, terms, counted }: KnownProduct,
  row: Cells,
  meta: RecordMeta,
  keys: readonly string[],
): VariationPayload {
  const choices = attributes
    .filter(({ varies }) => varies)
    .map(({ key }) => [key, meta.first(`attribute_${key}`)] as const)
  const words = choices.map(
    ([taxonomy, value]) =>
      terms.find((term) => term.taxonomy === taxonomy && term.slug === value)?.name ?? decoded(value),
  )
  const own = commonFields(row, meta, keys)
  return {
    ...own,
    parent_id: record.id,
    name: words.filter((word) => word !== '').join(', '),
    permalink: variationLink(record.permalink, choices),
    sku: own.sku || record.sku,
    cost_of_goods_sold: variationCost(meta, record.cost_of_goods_sold),
    // A variation without its own stock shares its product's.
    stock_quantity: !isCounted(meta) && counted ? record.stock_quantity : own.stock_quantity,
  }
}

/** As WooCommerce's effective value: without one of its own, its product's. */
function variationCost(meta: RecordMeta, ofProduct: string): string {
  const own = meta.first(COST_KEY)
  if (own === '') return ofProduct
  if (meta.first(ADDITIVE_KEY) !== 'yes') return own
  return (Number(own) + Number(ofProduct || 0)).toFixed(4)
}

const postRows = ({ db, tables }: CatalogueJob, posts: string) =>
  allRows(
    db,
    'p.ID, p.post_title, p.post_name, p.post_status, p.post_date_gmt, p.post_modified_gmt, p.post_parent',
    { from: `${tables.name('posts')} p`, where: posts },
    'order by p.ID',
  )

function commonFields(row: Cells, meta: RecordMeta, keys: readonly string[]) {
  const stock = meta.first('_stock')
  return {
    id: Number(row[0]),
    date_created_gmt: time(row[4]),
    date_modified_gmt: time(row[5]),
    status: textOf(row[3]),
    sku: meta.first('_sku'),
    price: meta.first('_price'),
    stock_status: meta.first('_stock_status') || 'instock',
    stock_quantity: stock === '' || !isCounted(meta) ? null : Number(stock),
    parent_id: 0,
    cost_of_goods_sold: meta.first(COST_KEY),
    meta_data: meta.listed((key) => keys.includes(key)),
  }
}

const isCounted = (meta: RecordMeta): boolean => meta.first('_manage_stock') === 'yes'
