import type { CategoryFact } from '#server/domain/facts.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries, Store } from '#server/store/store.ts'
import { createStats, type ImportStats } from './import-report.ts'
import type { ImportRun } from './import-run.ts'
import { newNotes } from './notes.ts'
import type { Progress } from './progress.ts'
import { type ProvenRecords, provenRecords } from './removal/proven.ts'
import type { Reader, Rules } from './source.ts'

export interface ImportJob {
  readonly store: Store
  readonly reader: Reader
  readonly run: ImportRun
  readonly stats: ImportStats
  readonly progress: Progress
  readonly now: () => Date
  /** Called in each transaction that writes; throws if an import that began meanwhile covers what this job does. */
  readonly assertCurrent?: (tx: Queries) => Promise<void>
  /** Overwrites stored rows regardless of their dates. */
  readonly authoritative?: boolean
  /** Evidence found so far; decided about at the end of the run, when its extent is known. */
  readonly proven: ProvenRecords
}

export interface ImportJobOptions extends Pick<ImportJob, 'store' | 'run' | 'progress' | 'now'> {
  readonly rules: Rules
  readonly currency: string
  readonly timeZone: string
}

export function openImportJob({ rules, currency, timeZone, ...job }: ImportJobOptions): ImportJob {
  const notes = newNotes()
  const categories = () => storedCategories(job.store)
  const storedRefunds = (ids: readonly number[]) => refundsOfOrders(job.store, ids)
  const productsOfTypes = (types: readonly string[]) => storedProducts(job.store, types)
  const reader = rules.openReader({
    ...{ currency, timeZone, notes, categories, storedRefunds, productsOfTypes },
  })
  return { ...job, reader, stats: createStats(notes, job.run.stats), proven: provenRecords() }
}

export const storedCategories = (queries: Queries): Promise<CategoryFact[]> =>
  queries.all<CategoryFact>(sql`select category_id, parent_id, name, slug from categories`)

async function storedProducts(queries: Queries, types: readonly string[]): Promise<number[]> {
  const rows = await queries.all<{ product_id: number }>(
    sql`select product_id from products where type in (${types})`,
  )
  return rows.map(({ product_id }) => product_id)
}

async function refundsOfOrders(queries: Queries, orderIds: readonly number[]) {
  const refunds = new Map<number, number[]>()
  if (orderIds.length === 0) return refunds
  const rows = await queries.all<{ order_id: number; refund_id: number }>(
    sql`select order_id, refund_id from order_refunds where order_id in (${orderIds})`,
  )
  for (const { order_id, refund_id } of rows)
    refunds.set(order_id, [...(refunds.get(order_id) ?? []), refund_id])
  return refunds
}
