import type { Cell } from './cell.ts'

export interface TableRow {
  /** Line of the file or row of the sheet, from 1. */
  readonly line: number
  readonly cells: readonly Cell[]
  /** By column, what a merged cell that begins in a row above holds. */
  readonly merged?: ReadonlyMap<number, Cell>
}

/** A table of a dropped file, read as a stream as often as needed. */
export interface Table {
  /** Name of the file; that of a file in a zip is its own. */
  readonly name: string
  /** Position of the dropped file it came in. */
  readonly upload: number
  readonly sheet: string | null
  /** Visible sheets of the workbook. */
  readonly sheets: readonly string[]
  /** Those that are not visible. */
  readonly hidden?: readonly string[]
  /** What messages call it where several sheets of a workbook are read; else they name the file. */
  readonly place?: string
  readonly encoding: string | null
  readonly delimiter: string | null
  /** The same workbook read from another sheet; absent where there are none. */
  readonly onSheet?: (sheet: string) => Promise<Table>
  /** The path and sheet are chosen; `onBytes` receives bytes read so far. */
  rows(onBytes?: (bytes: number) => void): AsyncIterable<TableRow>
  readonly bytes: number
}

export const placeOf = ({ place, name }: Pick<Table, 'place' | 'name'>): string => place ?? name
