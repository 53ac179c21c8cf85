// Categories and coupons as in the REST API; small enough to read at once.
import type { CategoryPayload, CouponPayload } from '../payloads.ts'
import { allRows, textOf } from './database.ts'
import { type CatalogueJob, postMeta } from './meta.ts'
import { time } from './order-rows.ts'

export async function categories({ db, tables }: CatalogueJob): Promise<CategoryPayload[]> {
  const rows = await allRows(
    db,
    't.term_id, t.name, t.slug, x.parent',
    {
      from: `${tables.name('term_taxonomy')} x join ${tables.name('terms')} t on t.term_id = x.term_id`,
      where: "x.taxonomy = 'product_cat'",
    },
    'order by t.term_id',
  )
  return rows.map(([id, name, slug, parent]) => ({
    id: Number(id),
    name: textOf(name),
    slug: textOf(slug),
    parent: Number(parent),
  }))
}

export async function coupons(job: CatalogueJob): Promise<CouponPayload[]> {
  const posts = `p.post_type = 'shop_coupon' and p.post_status in ('publish', 'private')`
  const rows = await allRows(
    job.db,
    'p.ID, p.post_title, p.post_excerpt, p.post_modified_gmt',
    { from: `${job.tables.name('posts')} p`, where: posts },
    'order by p.ID',
  )
  const metas = await postMeta(job, posts, ['coupon_amount', 'discount_type'])
  return rows.map(([id, title, excerpt, modified]) => ({
    id: Number(id),
    code: textOf(title),
    amount: job.tables.money(metas(Number(id)).first('coupon_amount')),
    discount_type: metas(Number(id)).first('discount_type') || 'fixed_cart',
    description: textOf(excerpt),
    date_modified_gmt: time(modified),
  }))
}
