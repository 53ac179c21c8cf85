// The records of a WooCommerce shop as its REST API lists them, read from that API, from files or from the database.
import type { Changes, Collection, CreatedRange, ShopInfo } from '#server/ingest/source.ts'

export interface BrokenRecord {
  /** Its place, such as file and line. */
  readonly at: string
  readonly reason: string
}

export interface RecordPage {
  /** Not yet validated. */
  readonly records: readonly unknown[]
  readonly broken: readonly BrokenRecord[]
  readonly cursor: string
  /** Number of records in the collection, where it is known. */
  readonly total?: number
}

export interface Shop {
  /** Identifies the shop; holds no secrets. */
  readonly origin: string
  /** The shop's address where that is not `origin`. */
  readonly address?: string
  /** Shows the shop as it is now; files show it as it was when they were made. */
  readonly live: boolean
  /** Pages of records are joined until they hold this many; absent: each is stored by itself. */
  readonly pageRecords?: number
  currency(): Promise<string | undefined>
  about(): Promise<ShopInfo>
  /**
   * Every record of a collection, ascending by id: products in any status and in the trash, customers of every role,
   * orders in every status. Undefined where the shop lacks the collection. `created` limits orders of a live shop; files
   * list all they hold.
   */
  read(
    collection: Collection,
    cursor?: string,
    created?: CreatedRange,
  ): Promise<AsyncIterable<RecordPage> | undefined>
  /** Variations of these products, each with its `parent_id`. */
  variations(productIds: readonly number[]): AsyncIterable<RecordPage>
  /** Refunds of an order, for when the list of refunds lacks them; undefined where they cannot be requested. */
  refundsOf(orderId: number): Promise<readonly unknown[] | undefined>
  /** Refunds by id, many at once; undefined where the shop has no list of them. May leave some out. */
  refundsById?(ids: readonly number[]): Promise<readonly unknown[] | undefined>
  /** Those of these orders that the shop still has; undefined where it cannot be asked. */
  ordersStillThere(ids: readonly number[]): Promise<ReadonlySet<number> | undefined>
  /** Only a live shop says what changed. */
  readonly changes?: Omit<Changes, 'translate'>
  close(): void
}
