// The figures of a delivery, as one recipient may see them.
import type { Column } from '#contract/columns.ts'
import type { Days, Question } from '#contract/questions/question.ts'
import type { MissingValues } from '#server/figures/missing-values.ts'
import type { Versions } from '#server/http/app.ts'
import type { ExportRow } from '#server/http/export/cell-text.ts'
import type { Principal } from '#server/http/principal.ts'

export interface Figures {
  readonly question: Question
  readonly current: Days
  /** Today on the shop's clock while the period is running; else null. */
  readonly asOf: string | null
  readonly compared: Days | null
  readonly columns: readonly Column[]
  /** First days of the weeks or months that the period cuts. */
  readonly partial: readonly string[]
  /** Every step of the period up to now, also those without rows; none without a step of time. */
  readonly steps: readonly string[]
  readonly rows: readonly ExportRow[]
  /** Of each row, by the dimensions of the question: two of them may have one name. */
  readonly keys: readonly (readonly string[])[]
  /** What a limit left out, as one more row. */
  readonly rest: ExportRow | null
  /** By measure, with `…_compared` and `…_change`. */
  readonly totals: Readonly<Record<string, number | null>>
  /** Values of the filters that nothing in the whole shop ever had. */
  readonly gone: readonly MissingValues[]
  /** Whether the shop has any order in the period. */
  readonly hasOrders: boolean
  /** The last day with data of a closed period whose later days were not read yet; null: it is complete, or not over. */
  readonly cutAfter: string | null
}

/** Throws 400 or 403 for a question that the principal may not ask. */
export type Ask = (
  question: string,
  principal: Principal,
  versions: Versions,
  /** To which relative periods refer; by default now. `isPast`: later orders are left out. */
  moment?: { readonly at: Date; readonly isPast: boolean },
) => Promise<{
  readonly question: Question
  readonly current: Days
  readonly asOf: string | null
  readonly compared: Days | null
  readonly partial: readonly string[]
  readonly steps: readonly string[]
  gone(): Promise<readonly MissingValues[]>
  read(): Promise<Pick<Figures, 'columns' | 'rows' | 'keys' | 'rest' | 'totals' | 'hasOrders' | 'cutAfter'>>
}>
