// The port through which ingest reads a shop. Sources implement it; the composition root opens them.
import type { AnalyticsSettings } from '#server/domain/analytics-settings.ts'
import type {
  CategoryFact,
  CouponFact,
  CustomerFact,
  DistributorFact,
  OrderDiscountFact,
  OrderFacts,
  ProductFact,
} from '#server/domain/facts.ts'
import type { Notes } from './notes.ts'

/** A shop that can be read. Opening it makes no request. */
export interface Source {
  /** Which implementation this is, such as 'woocommerce'. A store holds data of one kind only. */
  readonly kind: string
  /** Identifies the shop, so that an import never resumes with another shop's cursor. Holds no secrets. */
  readonly origin: string
  /** The shop's address if that differs from `origin`: a shop may be read in several ways. */
  readonly address?: string
  /**
   * ISO 4217; undefined if the shop does not report it, with `isQuick` also if not at once. The first request of an import, so it also
   * checks the access.
   */
  currency(options?: { readonly isQuick?: boolean }): Promise<string | undefined>
  info(): Promise<ShopInfo>
  /** The current rules. They may be edited while a long read is in progress. */
  rules(): Promise<Rules>
  /** What was odd about its answers so far, in Spanish: a person should look at it. */
  remarks?(): readonly string[]
  /** The statuses of orders that it registers, as stored ('wc-…'); undefined where it does not tell them. */
  orderStatuses?(): Promise<readonly string[] | undefined>
  /** Aborts requests under way. */
  close(): void
}

export interface ShopInfo {
  readonly name?: string
  /** IANA name or UTC offset. */
  readonly timeZone?: string
  readonly pricesIncludeTax?: boolean
  /** Where WooCommerce keeps orders: tables of their own, or the posts of WordPress. */
  readonly storage?: 'tables' | 'posts'
  readonly analytics?: AnalyticsSettings
}

/** How records become facts, fixed at one moment. */
export interface Rules extends Classifier {
  /** Equal for equal rules. */
  readonly fingerprint: string
  openReader(context: ReadContext): Reader
}

/** The part of the rules that can be applied again to stored rows. */
export interface Classifier {
  /** Absent where the rules also depend on fields that stored rows lack. */
  readonly classifyDiscount?: (kind: OrderDiscountFact['kind'], name: string) => DiscountClass
  /** The company of an account's role, or ''. */
  companyOfRole(role: string): string
}

export type DiscountClass = Pick<
  OrderDiscountFact,
  'discount_group' | 'sub_group' | 'promo_name' | 'promo_type'
>

export interface ReadContext {
  /** The shop's currency: amounts in another are kept, but not counted. */
  readonly currency: string
  /** IANA name of the zone in which days and months are counted. */
  readonly timeZone: string
  readonly notes: Notes
  /** The categories stored now, from which products get their business and segment. */
  categories(): Promise<readonly CategoryFact[]>
  /** Ids of the stored products of these types, as the shop calls them. */
  productsOfTypes(types: readonly string[]): Promise<readonly number[]>
  /** Ids of the stored refunds of these orders, by order: an order that lists none may still have them. */
  storedRefunds(orderIds: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>>
}

export interface Facts {
  categories: CategoryFact
  coupons: CouponFact
  /** Variations come after the products they belong to. */
  products: ProductFact
  customers: CustomerFact
  /** Read before orders if a source lists refunds separately: the reader keeps them and returns them with their orders. */
  refunds: never
  orders: OrderFacts
}

export type Collection = keyof Facts

export interface Reader {
  /** Every record of a collection, ascending by id; undefined where the source lacks the collection. */
  readonly list: {
    readonly [Name in Collection]: (options?: ListOptions) => Promise<Pages<Facts[Name]> | undefined>
  }
  /** How an absence from a listing is proven; undefined where it proves nothing, as in files. */
  readonly absences?: Absences
  /** Absent if the source cannot report changes. */
  readonly changes?: Changes
}

/** Collections whose records may leave. */
export type RemovableCollection = Exclude<Collection, 'refunds'>

/** `asked`: the source is asked for each record by its own id; `stated`: a person says that the listings are complete. */
export type Absences =
  | {
      readonly kind: 'asked'
      /** What became of these records; those that the source cannot answer for are left out. */
      fates(collection: RemovableCollection, ids: readonly RecordId[]): Promise<ReadonlyMap<number, Fate>>
    }
  | { readonly kind: 'stated' }

export interface RecordId {
  readonly id: number
  /** The product of a variation, else 0. */
  readonly parent: number
}

/** `gone`: the source does not know the id. */
export type Fate = 'there' | 'trashed' | 'gone'

export interface ListOptions {
  /** Continues after the page with this cursor. */
  readonly cursor?: string | undefined
  /** Orders created in this range; a source that cannot filter lists all of them. */
  readonly created?: CreatedRange | undefined
  /** Also looks for records beyond the end that the source tells, at the cost of a request. */
  readonly distrustsEnd?: boolean
  /** False: orders may lack the details of their refunds, where those cost requests of their own. */
  readonly refundDetails?: boolean
}

/** Creation time on the shop's clock, both bounds exclusive: 'YYYY-MM-DDTHH:MM:SS'. */
export interface CreatedRange {
  readonly after: string
  readonly before: string
}

export type Pages<Fact> = AsyncIterable<Page<Fact>>

export interface Translated<Fact> {
  readonly facts: readonly Fact[]
  readonly rejects: readonly RejectedRecord[]
  /** Records read, with or without a fact. */
  readonly size: number
  /** What orders say about their distributors, besides the name. */
  readonly distributors?: readonly DistributorFact[]
  /** Ids of listed records that are in the trash. */
  readonly trashed?: readonly number[]
}

export interface Page<Fact> extends Translated<Fact> {
  /** Ids of the records in listed order; NaN where a record has none. Unreadable records are left out. */
  readonly ids: readonly number[]
  readonly cursor: string
  /** Number of records in the collection, where it is known. */
  readonly total?: number
}

export interface RejectedRecord {
  /** Id of the record, or its location (such as file and line) if it has none. */
  readonly id: string
  readonly reason: string
}

/** UTC, 'YYYY-MM-DDTHH:MM:SS'. */
export type Instant = string

/** The fields of a record that are compared without translating it. */
export interface RecordHead {
  /** NaN where the record has none. */
  readonly id: number
  readonly modified: Instant | undefined
}

export interface OrderHead extends RecordHead {
  /** With its wc- prefix. */
  readonly status: string
  readonly total: string
  readonly currency: string
  readonly customer_id: number
  readonly created: Instant | undefined
  /** Amounts without their sign. */
  readonly refunds: readonly { readonly id: number; readonly total: string }[]
}

export interface ProductHead extends RecordHead {
  readonly status: string
  /** Translating it costs a request. */
  readonly hasVariations: boolean
}

export interface Heads {
  orders: OrderHead
  products: ProductHead
  coupons: RecordHead
  customers: RecordHead
}

/** Collections that can be read again by id. */
export type SyncedCollection = keyof Heads

/** Collections that report when each record changed. */
export type DatedCollection = Exclude<SyncedCollection, 'customers'>

/** A record as the source lists it; only the reader that returned it understands its payload. */
export interface SourceRecord<Head extends RecordHead = RecordHead> {
  readonly head: Head
  readonly payload: unknown
}

export interface ChangedPage<Head extends RecordHead> {
  readonly records: readonly SourceRecord<Head>[]
  /** Every change before this second has been listed; changes within it may follow. */
  readonly upTo: Instant
}

/** Ids that the source did not answer for are in neither. */
export interface OneByOne<Head extends RecordHead> {
  readonly records: readonly SourceRecord<Head>[]
  readonly gone: ReadonlyMap<number, Exclude<Fate, 'there'>>
}

export interface AccountRole {
  readonly id: number
  readonly role: string
}

export interface Changes {
  /** The shop's clock in its latest answer, where it tells it. */
  shopTime(): Date | undefined
  /** When the collection last changed, by the shop's clock; undefined while it is empty. */
  newest(collection: DatedCollection): Promise<Instant | undefined>
  /** Records changed after `after` (exclusive), in order of change; `trash`: those moved to the trash. */
  since<Name extends DatedCollection>(
    collection: Name,
    after: Instant,
    trash?: 'trash',
  ): AsyncIterable<ChangedPage<Heads[Name]>>
  /** The present state of these records, in any status that `list` covers; those that no list shows are left out. */
  byId<Name extends SyncedCollection>(
    collection: Name,
    ids: readonly number[],
  ): Promise<readonly SourceRecord<Heads[Name]>[]>
  /** The same at the records' own addresses, in any status; each costs a request. */
  oneByOne<Name extends SyncedCollection>(
    collection: Name,
    ids: readonly number[],
  ): Promise<OneByOne<Heads[Name]>>
  /** Those of these orders that the list of a status shows; undefined where no list tells, as in a status that nobody registers. */
  ordersIn(status: string, ids: readonly number[]): Promise<ReadonlySet<number> | undefined>
  readonly translate: {
    readonly [Name in SyncedCollection]: (
      records: readonly SourceRecord[],
    ) => Promise<Translated<Facts[Name]>>
  }
  /** Accounts, newest first. */
  newestCustomers(): AsyncIterable<readonly SourceRecord[]>
  /** Accounts with this role, each with the role that the shop displays; throws `refused` for an unknown role. */
  accountsWithRole(role: string): AsyncIterable<readonly AccountRole[]>
  /** Number of accounts, where it is known. */
  accountCount(): Promise<number | undefined>
  oldestOrder(): Promise<Instant | undefined>
  /** `heads`: without what only their translation needs. */
  ordersCreated(created: CreatedRange, heads?: 'heads'): AsyncIterable<readonly SourceRecord<OrderHead>[]>
}

export type SourceErrorKind =
  | 'address'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'refused'
  | 'redirect'
  /** The response does not fit this kind of source. */
  | 'unexpected'
  /** The listing's order changes while it is read. */
  | 'unstable'
  | 'files'
  /** Temporary: worth a retry. */
  | 'unavailable'

/** Why a shop could not be read. The message is Spanish, for operators, and holds no secrets. */
export class SourceError extends Error {
  readonly kind: SourceErrorKind
  /** Seconds that the shop asks to wait before a retry. */
  readonly retryAfter: number | undefined
  /** The source's own name for the refusal. */
  readonly code: string | undefined
  /** `cause`: logged if the message must not name it. */
  constructor(
    kind: SourceErrorKind,
    message: string,
    {
      retryAfter,
      cause,
      code,
    }: { retryAfter?: number | undefined; cause?: Error; code?: string | undefined } = {},
  ) {
    super(message, { cause })
    this.name = 'SourceError'
    this.kind = kind
    this.retryAfter = retryAfter
    this.code = code
  }
}
