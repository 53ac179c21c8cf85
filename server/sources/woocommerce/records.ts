// The records of a WooCommerce shop as its REST API lists them, read from that API, from files or from the database.
import type { Absences, Changes, Collection, ListOptions, ShopInfo } from '#server/ingest/source.ts'

export interface BrokenRecord {
  /** Its location, such as file and line. */
  readonly at: string
  readonly reason: string
}

export interface RecordPage {
  /** Not yet validated. */
  readonly records: readonly unknown[]
  readonly broken: readonly BrokenRecord[]
  readonly cursor: string
  /** Number of records in the collection, if known. */
  readonly total?: number
}

/** How a collection is listed. */
export type ListLimits = Pick<ListOptions, 'created' | 'distrustsEnd'>

export interface Shop {
  /** Identifies the shop; holds no secrets. */
  readonly origin: string
  /** The shop's address where that is not `origin`. */
  readonly address?: string
  /** Pages are joined until they have this many records; absent: each is stored separately. */
  readonly pageRecords?: number
  currency(options?: { readonly isQuick?: boolean }): Promise<string | undefined>
  about(): Promise<ShopInfo>
  /**
   * Every record of a collection, ascending by id: products in any status and in the trash, customers of every role, orders in
   * every status. Undefined if the shop lacks the collection. `created` limits orders of a live shop; files list everything.
   */
  read(
    collection: Collection,
    cursor?: string,
    limits?: ListLimits,
  ): Promise<AsyncIterable<RecordPage> | undefined>
  /** Variations of these products, each with its `parent_id`. */
  variations(productIds: readonly number[]): AsyncIterable<RecordPage>
  /** Refunds of an order, for when the list of refunds lacks them; undefined if they cannot be requested. */
  refundsOf(orderId: number): Promise<readonly unknown[] | undefined>
  /** Refunds by id, many at once; undefined if the shop has no list of them. Some may be missing. */
  refundsById?(ids: readonly number[]): Promise<readonly unknown[] | undefined>
  readonly absences?: Absences
  remarks?(): readonly string[]
  /** Without 'wc-'; undefined where the shop does not describe its listing. */
  orderStatuses?(): Promise<readonly string[] | undefined>
  /** Only a live shop reports changes. */
  readonly changes?: Omit<Changes, 'translate'>
  close(): void
}
