// Products and accounts that come with orders; only Góndola's own files have them.
import type { CustomerFact, ProductFact } from '#server/domain/facts.ts'
import type { WallClock } from '#server/domain/wall-clock.ts'
import type { Notes } from '#server/ingest/notes.ts'
import type { Reject } from './model.ts'

export interface RecordContext {
  readonly clock: WallClock
  readonly notes: Notes
}

export type CatalogueRecord<Fact> = { readonly id: number } & (
  | { readonly fact: Fact }
  | { readonly rejects: readonly Reject[] }
)

export interface CatalogueRecords<Fact> {
  /** Of every row. */
  readonly count: number
  /** Rows without a usable id. */
  readonly orphans: readonly Reject[]
  ids(): Iterable<number>
  /** Ascending by id, after `cursor`. */
  records(context: RecordContext, cursor?: number): AsyncIterable<CatalogueRecord<Fact>>
}

export interface Catalogue {
  readonly products: CatalogueRecords<ProductFact>
  readonly customers: CatalogueRecords<CustomerFact>
}
