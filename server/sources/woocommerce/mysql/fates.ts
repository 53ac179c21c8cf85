// What became of records, asked by their ids in the shop's database.
import type { Fate, RecordId, RemovableCollection } from '#server/ingest/source.ts'
import { isOrderStatus } from '../translate-order.ts'
import { belongsToSite } from './customers.ts'
import { allRows, type Database, textOf } from './database.ts'
import type { OrderTables } from './order-tables.ts'
import type { ShopTables } from './tables.ts'

interface FatesJob {
  readonly db: Database
  readonly tables: ShopTables
  readonly orders: OrderTables
}

/** Ids per query. */
const BATCH = 1_000

/** Ids that the database does not hold are gone. */
export async function fatesOf(
  job: FatesJob,
  collection: RemovableCollection,
  records: readonly RecordId[],
): Promise<Map<number, Fate>> {
  const fates = new Map<number, Fate>(records.map(({ id }) => [id, 'gone']))
  for (let from = 0; from < records.length; from += BATCH) {
    const ids = records.slice(from, from + BATCH).map(({ id }) => Number(id))
    const { from: table, id, status, where } = SELECTIONS[collection](job)
    const rows = await allRows(job.db, `${id}, ${status}`, {
      from: table,
      where: `${where} and ${id} in (${ids.join()})`,
    })
    for (const [found, word] of rows) {
      const plain = textOf(word).replace(/^wc-/, '')
      const isGone = plain === 'trash' || (collection === 'orders' && !isOrderStatus(plain))
      fates.set(Number(found), isGone ? 'trashed' : 'there')
    }
  }
  return fates
}

interface Selected {
  readonly from: string
  readonly id: string
  readonly status: string
  readonly where: string
}

const posts = ({ tables }: FatesJob, types: string): Selected => ({
  from: `${tables.name('posts')} p`,
  id: 'p.ID',
  status: 'p.post_status',
  where: `p.post_type in (${types})`,
})

const SELECTIONS: Record<RemovableCollection, (job: FatesJob) => Selected> = {
  orders: ({ orders }) => ({
    from: orders.table,
    id: orders.id,
    status: orders.status,
    where: orders.isOfType,
  }),
  customers: ({ tables }) => ({
    from: `${tables.name('users')} u`,
    id: 'u.ID',
    status: "''",
    where: `true ${belongsToSite(tables)}`,
  }),
  products: (job) => posts(job, "'product', 'product_variation'"),
  coupons: (job) => posts(job, "'shop_coupon'"),
  categories: ({ tables }) => ({
    from: `${tables.name('term_taxonomy')} x`,
    id: 'x.term_id',
    status: "''",
    where: "x.taxonomy = 'product_cat'",
  }),
}
