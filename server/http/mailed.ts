// What mails can hold besides questions: tables of calls, and screens that are more than one of these. Routes register their own.
import type { Column } from '#contract/columns.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Month } from '#contract/month.ts'
import type { TableFilter } from '#contract/questions/filter.ts'
import type { Span } from '#server/domain/span.ts'
import type { Versions } from './data-versions.ts'
import type { ExportRow } from './export/cell-text.ts'
import type { Principal } from './principal.ts'
import type { TypedFilters } from './typed-filters.ts'

export interface TableRows {
  /** Without those that hold names or e-mails of customers. */
  readonly columns: readonly Column[]
  /** At most MOST_ROWS. */
  readonly rows: readonly ExportRow[]
  /** Of the table, also beyond `rows`. */
  readonly total: number
  /** Name of the exported file, without extension. */
  readonly file: string
  /** What chooses the rows. */
  readonly filters: readonly TableFilter[]
  /** Null for a table that is not about a month. */
  readonly month: Month | null
  /** What the changes of the table compare the month with; null for a table without changes. */
  readonly compared: Span | null
}

/** A call whose parameters are valid. */
export interface TableCall {
  readonly params: object
  readonly query: object
  readonly principal: Principal
  readonly versions: Versions
  /** Filters of the screen, for tables whose rows are all on it. */
  readonly typed: TypedFilters
}

export interface TableEntry {
  readonly endpoint: Endpoint
  readonly pattern: RegExp
  readonly read: (call: TableCall) => Promise<TableRows>
}

/** By the paths of their calls. */
export type TableCalls = Map<string, TableEntry>

export interface ReportTable {
  /** Above it, where there are several. */
  readonly title?: string
  readonly columns: readonly Column[]
  readonly rows: readonly ExportRow[]
  /** Also those that are not among `rows`; by default none. */
  readonly total?: number
}

/** What a screen shows, as one reader sees it. */
export interface ScreenReport {
  /** 'Metas de noviembre, en curso al 23/11/2026'. */
  readonly title: string
  /** After the title and whose figures they are: '71 % de la meta', 'sin datos'; empty: nothing. */
  readonly news: string
  /** Sentences before the tables. */
  readonly notes: readonly string[]
  readonly tables: readonly ReportTable[]
  /** What chooses the rows of a table. */
  readonly filters?: readonly TableFilter[]
  /** The attached file, its name without extension; undefined: no file. */
  readonly file: (ReportTable & { readonly name: string }) | undefined
  /** A PDF that goes with the file. */
  readonly sheet?: () => Promise<{ readonly name: string; readonly bytes: Buffer }>
  /** The month on screen; null if the address says all. */
  readonly month: Month | null
}

export interface ScreenAsked {
  /** Of the address. */
  readonly path: string
  readonly query: URLSearchParams
  readonly reader: Principal
  /** The moment that the report speaks of. */
  readonly at: Date
  readonly versions: Versions
  /**
   * Set if it leaves for its distributor: without what is computed from others, and without what colleagues wrote.
   * `withNames`: buyers are named in the file, if the reader may see personal data.
   */
  readonly outside?: { readonly withNames: boolean }
}

/** By the paths of the screens. Throws a 403 where the reader may not see the figures, and a 404 where it sees no such thing. */
export type ScreenReports = Map<string, (asked: ScreenAsked) => Promise<ScreenReport>>

/** Nothing yet: routes add their tables and screens. */
export const mailable = (): { tables: TableCalls; screenReports: ScreenReports } => ({
  tables: new Map(),
  screenReports: new Map(),
})
