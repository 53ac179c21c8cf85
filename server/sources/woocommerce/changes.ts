// What a living shop tells of its changes, and the light questions that find what it does not tell. Imports nothing.
import type { Created } from './shop.ts'

/** Collections that tell when each record changed. */
export type ChangingCollection = 'orders' | 'products' | 'coupons'

/** UTC, 'YYYY-MM-DDTHH:MM:SS'. */
export type Instant = string

export interface ChangedPage {
  /** As the shop lists them, unread. */
  readonly records: readonly unknown[]
  /** Nothing that changed before this second is missing so far; of this second itself some may be. */
  readonly upTo: Instant
}

/** What is compared of an order without reading it whole. */
export interface OrderHead {
  readonly id: number
  /** With its wc- prefix. */
  readonly status: string
  readonly total: string
  readonly currency: string
  readonly customer_id: number
  readonly created: Instant | undefined
  readonly modified: Instant | undefined
  /** Id and amount of each refund, the amount without its sign. */
  readonly refunds: readonly { readonly id: number; readonly total: string }[]
}

export interface AccountHead {
  readonly id: number
  readonly role: string
}

export interface ShopChanges {
  /** When the collection changed last by the shop's own clock; undefined while it is empty. */
  newest(collection: ChangingCollection): Promise<Instant | undefined>
  /**
   * Records that changed after `after` (not at it), in the order of their changes; `trash`: those that went to the trash.
   * Complete also where many changed in the same second and while the shop goes on changing.
   */
  since(collection: ChangingCollection, after: Instant, trash?: 'trash'): AsyncIterable<ChangedPage>
  /** These records as they are now, in any status that `read` lists; those that are gone are left out. */
  byId(collection: ChangingCollection | 'customers', ids: readonly number[]): Promise<unknown[]>
  /** Accounts, newest first. */
  newestCustomers(): AsyncIterable<readonly unknown[]>
  /** Accounts that have this role, by id, light, each with the role it shows; refused for a role that is not known. */
  rolesOf(role: string): AsyncIterable<readonly AccountHead[]>
  /** How many accounts there are; undefined where it is not told. */
  accounts(): Promise<number | undefined>
  /** When the oldest order was made; undefined where there is none. */
  oldestOrder(): Promise<Instant | undefined>
  /** Orders created between two moments, by id, light. */
  heads(created: Created): AsyncIterable<readonly OrderHead[]>
}
