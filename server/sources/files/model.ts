// What is known of a drop: how it is read, what has to be asked, and what could not be used.
import type { FileKind, QuestionKey, UnreadReason } from '#contract/import-states.ts'
import type { DateOrder } from './dates.ts'

/** How files are read; saved, it is found again by their titles. */
export interface Recipe {
  readonly name?: string | undefined
  readonly kind?: FileKind | undefined
  /** Sheet by file; several are joined by « / ». */
  readonly sheet?: Readonly<Record<string, string>> | undefined
  /** Title by field, by file. Several titles of a field are joined by « / ». */
  readonly columns?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined
  readonly date_order?: DateOrder | undefined
  readonly decimal?: ',' | '.' | undefined
  /** ISO 4217. */
  readonly currency?: string | undefined
  /** Status of Góndola ('wc-…') by the value of the files. */
  readonly statuses?: Readonly<Record<string, string>> | undefined
  readonly no_products?: boolean | undefined
  /** The files hold every order: what they lack goes. */
  readonly complete?: boolean | undefined
}

export interface Question {
  readonly key: QuestionKey
  readonly file: string | null
  readonly column: string | null
  readonly options: readonly string[]
  /** Values as they stand in the file. */
  readonly samples: readonly string[]
}

export interface UnreadSheet {
  readonly sheet: string
  readonly reason: UnreadReason
}

/** A file, or a sheet of a workbook. */
export interface ReadFile {
  readonly name: string
  readonly sheet: string | null
  readonly sheets: readonly string[]
  /** Of the workbook, on its first sheet that is read. */
  readonly unread: readonly UnreadSheet[]
  /** What messages call it. */
  readonly place: string
  readonly encoding: string | null
  readonly delimiter: string | null
  /** Line of the titles, from 1. */
  readonly title_row: number
  /** Rows that are read as orders or lines. */
  readonly rows: number
  /** Rows without facts: blank, repeated titles, totals. */
  readonly skipped: number
  readonly titles: readonly string[]
  /** Name of the saved recipe by which it is read. */
  readonly saved: string | null
}

export interface Reject {
  readonly file: string
  /** Line of the file or row of the sheet, from 1. */
  readonly row: number
  readonly column: string
  readonly value: string
  readonly reason: string
}

export type WarningCode =
  | 'total_mismatch'
  | 'duplicate_order'
  | 'other_currency'
  | 'unknown_currency'
  | 'returns_alone'
  | 'repeated_rows'
  | 'different_rows'
  | 'lost_letters'
  | 'future_date'
  | 'ambiguous_sku'
  | 'left_out'

export interface Warning {
  readonly code: WarningCode
  readonly order: string
  readonly file: string
  readonly row: number
  readonly message: string
}

export interface StatusValue {
  readonly value: string
  orders: number
  /** In cents. */
  net: number
  readonly status: string | null
  readonly by: 'word' | 'recipe'
}
