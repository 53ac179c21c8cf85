// What a WooCommerce shop gives, wherever it is read from: its REST API or files of its records.
import type { ShopChanges } from './changes.ts'

export type Collection = 'categories' | 'coupons' | 'products' | 'customers' | 'refunds' | 'orders'

export interface BrokenRecord {
  /** Where it stands: a line number, a position. */
  readonly at: string
  readonly reason: string
}

export interface RecordPage {
  /** As the shop's REST API lists them, unread. */
  readonly records: readonly unknown[]
  readonly broken: readonly BrokenRecord[]
  /** Reading goes on after this page from here. */
  readonly cursor: string
  /** How many the collection holds, where the shop tells. */
  readonly total?: number
}

/** Bounds of a creation time on the shop's clock, both exclusive: 'YYYY-MM-DDTHH:MM:SS'. */
export interface Created {
  readonly after: string
  readonly before: string
}

export interface AboutShop {
  readonly name?: string
  /** IANA name. */
  readonly timeZone?: string
}

export interface Shop {
  /** Tells shops apart, so that an import never goes on with the cursor of another. Holds no secrets. */
  readonly origin: string
  /** The shop's address where that is not the origin: its data is the same, whichever way it came. */
  readonly address?: string
  /** True when it tells how the shop is now; files tell how it was when they were made. */
  readonly live: boolean
  /** Currency of the shop, where it is told. */
  currency(): Promise<string | undefined>
  /** What the shop says of itself; nothing where it keeps that to itself. */
  about(): Promise<AboutShop>
  /**
   * Every record of a collection, ascending by id; products of any status and those in the trash, customers of every
   * role, orders of every status that is one. Undefined where the shop does not offer the collection. `created` limits
   * orders in a live shop; files give all they hold.
   */
  read(
    collection: Collection,
    cursor?: string,
    created?: Created,
  ): Promise<AsyncIterable<RecordPage> | undefined>
  /** Variations of these products; each carries its `parent_id`. */
  variations(productIds: readonly number[]): AsyncIterable<RecordPage>
  /** Refunds of one order, for when the list of refunds lacks them; undefined where they cannot be asked for. */
  refundsOf(orderId: number): Promise<readonly unknown[] | undefined>
  /** Of orders that a listing left out, those that the shop still has; undefined where it cannot be asked. */
  ordersStillThere(ids: readonly number[]): Promise<ReadonlySet<number> | undefined>
  /** What it tells of its changes; only a live shop can. */
  readonly changes?: ShopChanges
  close(): void
}
